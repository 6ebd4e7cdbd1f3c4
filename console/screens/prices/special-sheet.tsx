import { useState } from 'react'

import { consoleApi } from '../../../contract/console/api.ts'
import type { PriceRow } from '../../../contract/console/prices.ts'
import { showMessage } from '../../../ui/components/toast-store.ts'
import { dateText } from '../../../ui/words/date-text.ts'
import { DayField } from '../../features/form/day-field.tsx'
import { fenOf } from '../../features/form/fen-of.ts'
import { MoneyInput } from '../../features/form/fields.tsx'
import { ConfirmSheet } from '../../features/show/confirm-sheet.tsx'
import { moneyText } from '../../features/show/money.tsx'
import { call } from '../../session/call.ts'
import { useWords } from '../../words/language.ts'
import { marginPercent } from './price-outcome.ts'
import css from './prices.module.css'
import { specialOutcome } from './special-outcome.ts'

type Props = { row: PriceRow; onClose: () => void; onDone: () => void }

/** A lower price for some days. What it earns and costs stands there before it is set. */
export default function SpecialSheet({ row, onClose, onDone }: Props) {
  const t = useWords('prices')
  const { packageId, period, packageName, wholesaleFen, sales } = row
  const usualFen = row.retailFen ?? 0
  const [yuan, setYuan] = useState<number | string>('')
  const [from, setFrom] = useState(() => dateText(Date.now()))
  const [to, setTo] = useState('')
  const retailFen = yuan === '' ? 0 : fenOf(yuan)
  const { isLower, marginFen, lessFen } = specialOutcome(row, { retailFen, from, to })
  return (
    <ConfirmSheet
      opened
      onClose={onClose}
      title={t('specialTitle', { name: packageName, period: t(period) })}
      button={isLower && to !== '' ? t('specialGo', { amount: moneyText(retailFen) }) : t('specialSet')}
      act={async () => {
        await call(consoleApi.prices.addSpecial, { packageId, period, retailFen, from, to })
        showMessage('success', t('specialDone'))
        onDone()
      }}
    >
      <p>{t('specialText')}</p>
      <MoneyInput
        name="retailFen"
        label={t('specialPrice')}
        description={t('specialRange', { from: moneyText(wholesaleFen), to: moneyText(usualFen) })}
        value={yuan}
        min={0.01}
        fixedDecimalScale
        data-autofocus
        onChange={setYuan}
      />
      <div className={css.pair}>
        <DayField name="from" label={t('specialFrom')} value={from} onChange={setFrom} />
        <DayField name="to" label={t('specialTo')} value={to} onChange={setTo} />
      </div>
      {isLower ? (
        <p className={css.outcome}>
          {t('specialEarns', {
            amount: moneyText(marginFen),
            percent: marginPercent(retailFen, wholesaleFen),
            usual: moneyText(usualFen - wholesaleFen),
          })}
          {lessFen > 0 ? ` ${t('specialLess', { count: sales, amount: moneyText(lessFen) })}` : null}
        </p>
      ) : null}
    </ConfirmSheet>
  )
}
