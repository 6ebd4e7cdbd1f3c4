import type { Origin } from '../../../contract/console/origin.ts'
import { Callout } from '../../../ui/components/auth/callout.tsx'
import { useWords } from '../../words/language.ts'
import { FactRows } from './fact-rows.tsx'
import css from './money-origin.module.css'
import { Money, moneyText } from './money.tsx'

/** Before a payment: what the reseller has and owes, and where the money came from. Needs the words of withdrawals. */
export function MoneyOrigin({ origin, about }: { origin: Origin; about: 'payout' | 'withdrawal' }) {
  const t = useWords('withdrawals')
  const { balanceFen, debtFen, origins, onCreditFen } = origin
  return (
    <section className={css.origin}>
      <FactRows
        rows={[
          { name: t('resellerBalance'), value: <Money fen={balanceFen} /> },
          { name: t('resellerDebt'), value: <Money fen={debtFen} /> },
        ]}
      />
      <h3 className={css.title}>{t(about === 'payout' ? 'originOfPayout' : 'originOfWithdrawal')}</h3>
      {origins.length === 0 ? <p className={css.none}>{t('originNone')}</p> : null}
      <FactRows
        rows={origins.map(({ source, amountFen }) => ({ name: t(`from_${source}`), value: <Money fen={amountFen} /> }))}
      />
      {onCreditFen > 0 ? (
        <Callout tone={debtFen > 0 ? 'bad' : 'info'}>{t('onCredit', { amount: moneyText(onCreditFen) })}</Callout>
      ) : null}
    </section>
  )
}
