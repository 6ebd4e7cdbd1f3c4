import type { BillRow } from '../../../../contract/console/bills.ts'
import { formatFen } from '../../../../contract/money.ts'
import { StateWord } from '../../../../ui/components/state-word.tsx'
import { AskGateway } from '../../../features/sale/ask-gateway.tsx'
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
        {/* The bill credits nothing: the gateway's own word does. */}
        {deed === 'ask' ? <AskGateway ask={() => ask({ rowId: row.rowId })} onDone={onDone} /> : null}
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
