import { useState } from 'react'

import type { BillRow } from '../../../../contract/console/bills.ts'
import { formatFen } from '../../../../contract/money.ts'
import { StateWord } from '../../../../ui/components/state-word.tsx'
import { showMessage } from '../../../../ui/components/toast-store.ts'
import { failureText } from '../../../../ui/words/failure-text.ts'
import { SaleLink } from '../../../features/sale/sale-link.tsx'
import { TextButton } from '../../../features/show/text-button.tsx'
import { When } from '../../../features/show/when.tsx'
import { useWords } from '../../../words/language.ts'
import type { AskRow } from './bill-calls.ts'
import css from './bills.module.css'

const tones = { there: 'warn', here: 'bad', differs: 'bad', refund: 'warn' } as const

type Props = {
  row: BillRow
  isPlatform: boolean
  ask: AskRow
  onDone: () => void
  onDeed: (what: 'note' | 'confirm' | 'credit') => void
}

export function BillLine({ row, isPlatform, ask, onDone, onDeed }: Props) {
  const t = useWords('bills')
  const { kind, deed, merchantName, provider, outTradeNo, tradeNo, happenedAt, userName, paymentId } = row
  const number = outTradeNo ?? tradeNo ?? ''
  return (
    <li className={css.row}>
      <span className={css.words}>
        <strong>{userName ?? t('nobody')}</strong>
        <span>
          <StateWord tone={tones[kind]}>{t(`kind_${kind}`)}</StateWord>
        </span>
        <span className={css.faint}>
          {merchantName} · {t(`provider.${provider}`)} · {number} · <When at={happenedAt} />
        </span>
      </span>
      <dl className={css.sides}>
        <Side name={t('there')} value={amountThere(row) ?? t('nothing')} />
        <Side name={t('here')} value={row.amountFen === null ? t('nothing') : `¥${formatFen(row.amountFen)}`} />
      </dl>
      <span className={css.deeds}>
        {deed === 'ask' ? <AskButton row={row} ask={ask} onDone={onDone} /> : null}
        {deed === 'confirm' || deed === 'credit' ? (
          <TextButton label={`${t(deed)} ${number}`} onClick={() => onDeed(deed)}>
            {t(deed)}
          </TextButton>
        ) : null}
        {deed === 'refund' && paymentId !== null ? (
          <SaleLink to={isPlatform ? '/refunds' : `/payments/${paymentId}`}>{t('refund')}</SaleLink>
        ) : null}
        <TextButton tone="quiet" label={`${t('note')} ${number}`} onClick={() => onDeed('note')}>
          {t('note')}
        </TextButton>
      </span>
    </li>
  )
}

function Side({ name, value }: { name: string; value: string }) {
  return (
    <div className={css.side}>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  )
}

function amountThere({ amount, unit }: BillRow): string | null {
  return amount === null ? null : unit === 'CNY' ? `¥${amount}` : `${amount} ${unit}`
}

const said = {
  settled: 'askedSettled',
  repeated: 'askedRepeated',
  mismatch: 'askedMismatch',
  open: 'askedOpen',
  seen: 'askedSeen',
  closed: 'askedClosed',
  unsaid: 'askedUnsaid',
  soon: 'askedSoon',
} as const

/** The bill credits nothing: the gateway's own word does. */
function AskButton({ row, ask, onDone }: Pick<Props, 'row' | 'ask' | 'onDone'>) {
  const t = useWords('bills')
  const sales = useWords('sales')
  const [busy, setBusy] = useState(false)
  async function go(): Promise<void> {
    if (busy) return
    setBusy(true)
    try {
      const { found } = await ask({ rowId: row.rowId })
      showMessage(found === 'settled' ? 'success' : 'info', sales(said[found]))
      onDone()
    } catch (error) {
      showMessage('error', failureText(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <TextButton label={`${t('ask')} ${row.outTradeNo ?? ''}`} onClick={() => void go()}>
      {t('ask')}
    </TextButton>
  )
}
