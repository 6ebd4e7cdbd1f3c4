import { useState } from 'react'

import type { MerchantRow } from '../../../contract/console/merchants.ts'
import { showMessage } from '../../../ui/components/toast-store.ts'
import { call } from '../../session/call.ts'
import { useWords } from '../../words/language.ts'
import { fenOf } from '../form/fen-of.ts'
import { MoneyInput, NumberInput, TextInput } from '../form/fields.tsx'
import { ConfirmSheet } from '../show/confirm-sheet.tsx'
import { useMerchantApi } from './merchant-api.ts'
import css from './merchants.module.css'

type Way = MerchantRow['ways'][number]
type Props = { row: MerchantRow; onClose: () => void; onDone: () => void }

/** What users see of each way of an account: its name, from which amount on, and what it costs on top. */
export function WaysSheet({ row: { merchantId, name, ways: before }, onClose, onDone }: Props) {
  const t = useWords('payment')
  const api = useMerchantApi()
  const [ways, setWays] = useState(before)
  const set = (at: number, part: Partial<Way>) =>
    setWays(ways.map((way, index) => (index === at ? { ...way, ...part } : way)))
  return (
    <ConfirmSheet
      opened
      onClose={onClose}
      title={t('waysTitle', { name })}
      button={t('waysSave')}
      act={async () => {
        await call(api.setWays, { merchantId, ways: ways.map((way) => ({ ...way, name: way.name.trim() })) })
        showMessage('success', t('waysSaved'))
        onDone()
      }}
    >
      <p>{t('waysText')}</p>
      {ways.map((way, at) => (
        <WayFields key={way.channel} way={way} set={(part) => set(at, part)} />
      ))}
    </ConfirmSheet>
  )
}

function WayFields({ way, set }: { way: Way; set: (part: Partial<Way>) => void }) {
  const t = useWords('payment')
  const { channel, name, minFen, feeFen, feePermille } = way
  return (
    <fieldset className={css.way}>
      <legend>{t(channel)}</legend>
      <TextInput
        name={`name-${channel}`}
        label={t('wayName')}
        placeholder={t(channel)}
        maxLength={20}
        value={name}
        onChange={(event) => set({ name: event.currentTarget.value })}
      />
      <div className={css.sums}>
        <MoneyInput
          name={`min-${channel}`}
          label={t('wayMin')}
          max={10_000}
          value={minFen / 100}
          hideControls
          onChange={(yuan) => set({ minFen: fenOf(yuan) })}
        />
        <MoneyInput
          name={`fee-${channel}`}
          label={t('wayFee')}
          max={100}
          value={feeFen / 100}
          hideControls
          onChange={(yuan) => set({ feeFen: fenOf(yuan) })}
        />
        <NumberInput
          name={`percent-${channel}`}
          label={t('wayPercent')}
          suffix="%"
          min={0}
          max={20}
          decimalScale={1}
          value={feePermille / 10}
          hideControls
          onChange={(percent) => set({ feePermille: Math.round(Number(percent) * 10) })}
        />
      </div>
    </fieldset>
  )
}
