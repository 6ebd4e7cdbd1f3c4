import { useState } from 'react'

import { consoleApi } from '../../../contract/console/api.ts'
import type { PriceRow } from '../../../contract/console/prices.ts'
import { Callout } from '../../../ui/components/auth/callout.tsx'
import { Segments } from '../../../ui/components/segments.tsx'
import { showMessage } from '../../../ui/components/toast-store.ts'
import { NumberInput, Select, TextInput } from '../../features/form/fields.tsx'
import { ConfirmSheet } from '../../features/show/confirm-sheet.tsx'
import { moneyText } from '../../features/show/money.tsx'
import { call } from '../../session/call.ts'
import { useWords } from '../../words/language.ts'
import { type CouponDraft, couponLosses, couponOf, FIRST } from './coupon-draft.ts'
import css from './prices.module.css'

type Props = { rows: readonly PriceRow[]; onClose: () => void; onDone: () => void }
type FieldProps = { draft: CouponDraft; change: (part: Partial<CouponDraft>) => void }

export function CouponSheet({ rows, onClose, onDone }: Props) {
  const t = useWords('prices')
  const [draft, setDraft] = useState(FIRST)
  const change = (part: Partial<CouponDraft>) => setDraft({ ...draft, ...part })
  const { code } = couponOf(draft)
  const losses = couponLosses(draft, rows)
  const packages = new Map(rows.map(({ packageId, packageName }) => [packageId, packageName]))
  return (
    <ConfirmSheet
      opened
      onClose={onClose}
      title={t('addCoupon')}
      button={t(losses.length === 0 ? 'makeCoupon' : 'makeLossCoupon', { code })}
      tone={losses.length === 0 ? 'main' : 'danger'}
      act={async () => {
        await call(consoleApi.prices.addCoupon, couponOf(draft))
        showMessage('success', t('couponMade', { code }))
        onDone()
      }}
    >
      <TextInput
        name="code"
        label={t('code')}
        description={t('codeHint')}
        autoComplete="off"
        maxLength={32}
        value={draft.code}
        data-autofocus
        onChange={(event) => change({ code: event.currentTarget.value })}
      />
      <Amounts draft={draft} change={change} />
      <Select
        name="packageId"
        label={t('onlyPackage')}
        placeholder={t('anyPackage')}
        clearable
        data={[...packages].map(([value, label]) => ({ value, label }))}
        value={draft.packageId}
        onChange={(packageId) => change({ packageId })}
      />
      <TextInput
        name="userName"
        label={t('onlyUser')}
        autoComplete="off"
        value={draft.userName}
        onChange={(event) => change({ userName: event.currentTarget.value })}
      />
      {losses[0] === undefined ? null : (
        <Callout tone="bad">
          {t('couponLoss', {
            count: losses.length,
            name: `${losses[0].name} · ${t(losses[0].period)}`,
            loss: moneyText(losses[0].lossFen),
          })}
        </Callout>
      )}
    </ConfirmSheet>
  )
}

function Amounts({ draft: { by, off, days, uses, each }, change }: FieldProps) {
  const t = useWords('prices')
  return (
    <>
      <Segments
        label={t('couponBy')}
        value={by}
        options={[
          { value: 'percent', label: t('couponPercent') },
          { value: 'amount', label: t('couponAmount') },
        ]}
        onChange={(next) => change({ by: next })}
      />
      <div className={css.pair}>
        <NumberInput
          name={by === 'percent' ? 'percent' : 'amountFen'}
          label={t(by === 'percent' ? 'percent' : 'amount')}
          value={off}
          min={by === 'percent' ? 1 : 0.01}
          {...(by === 'percent' ? { max: 100, suffix: '%' } : { prefix: '¥', decimalScale: 2 })}
          onChange={(next) => change({ off: next })}
        />
        <NumberInput
          name="endsDays"
          label={t('couponDays')}
          placeholder={t('forever')}
          value={days}
          min={1}
          suffix={` ${t('daysUnit')}`}
          onChange={(next) => change({ days: next })}
        />
        <NumberInput
          name="usesMax"
          label={t('uses')}
          placeholder={t('unlimited')}
          value={uses}
          min={1}
          onChange={(next) => change({ uses: next })}
        />
        <NumberInput
          name="usesPerAccountMax"
          label={t('usesEach')}
          placeholder={t('unlimited')}
          value={each}
          min={1}
          onChange={(next) => change({ each: next })}
        />
      </div>
    </>
  )
}
