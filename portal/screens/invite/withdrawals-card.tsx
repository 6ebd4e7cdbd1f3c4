import type { Withdrawal } from '../../../contract/invites.ts'
import { Card } from '../../../ui/components/card.tsx'
import { dateText } from '../../../ui/words/date-text.ts'
import { useAmountText } from '../../words/amount-text.ts'
import { useWords } from '../../words/language.ts'
import css from './invite.module.css'
import { NotReceived } from './not-received.tsx'

const stateWords = { pending: 'statePending', paid: 'statePaid', rejected: 'stateRejected' } as const

/** Hidden before the first withdrawal. */
export function WithdrawalsCard({ withdrawals }: { withdrawals: readonly Withdrawal[] }) {
  const t = useWords('invite')
  const amountText = useAmountText()
  if (withdrawals.length === 0) return null
  return (
    <Card title={t('withdrawals')}>
      <ul>
        {withdrawals.map(({ id, amountFen, feeFen, method, accountMasked, nameMasked, state, reason, ...rest }) => (
          <li key={id} className={css.item}>
            <div className={css.words}>
              <p>
                {t(method)} {accountMasked} {nameMasked}
              </p>
              <p className={css.detail}>{dateText(rest.createdAt)}</p>
              {feeFen > 0 ? <p className={css.detail}>{t('feeTaken', { amount: amountText(feeFen) })}</p> : null}
              {reason ? <p className={css.detail}>{t('rejectedBecause', { reason })}</p> : null}
              <NotReceived id={id} canReport={rest.canReport} missedAt={rest.missedAt} />
            </div>
            <p className={css.amount}>
              {amountText(amountFen)}
              <span className={css.state} data-state={state}>
                {t(stateWords[state])}
              </span>
            </p>
          </li>
        ))}
      </ul>
    </Card>
  )
}
