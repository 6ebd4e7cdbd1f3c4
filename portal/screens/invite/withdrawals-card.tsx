import type { Withdrawal } from '../../../contract/invites.ts'
import { Card } from '../../../ui/components/card.tsx'
import { List, ListRow, Mark } from '../../../ui/components/list.tsx'
import { dateText } from '../../../ui/words/date-text.ts'
import { useAmountText } from '../../words/amount-text.ts'
import { useWords } from '../../words/language.ts'
import { NotReceived } from './not-received.tsx'

const tones = { pending: 'warn', paid: 'good', rejected: 'bad' } as const
const stateWords = { pending: 'statePending', paid: 'statePaid', rejected: 'stateRejected' } as const

/** Hidden before the first withdrawal. */
export function WithdrawalsCard({ withdrawals }: { withdrawals: readonly Withdrawal[] }) {
  const t = useWords('invite')
  const amountText = useAmountText()
  if (withdrawals.length === 0) return null
  return (
    <Card title={t('withdrawals')}>
      <List>
        {withdrawals.map(({ id, amountFen, feeFen, method, accountMasked, nameMasked, state, reason, ...rest }) => (
          <ListRow
            key={id}
            sign="wallet"
            name={`${t(method)} ${accountMasked} ${nameMasked}`}
            about={
              <>
                <span>{dateText(rest.createdAt)}</span>
                {feeFen > 0 ? <span>{t('feeTaken', { amount: amountText(feeFen) })}</span> : null}
                {reason ? <span>{t('rejectedBecause', { reason })}</span> : null}
              </>
            }
            value={amountText(amountFen)}
            tone="strong"
            under={<Mark tone={tones[state]}>{t(stateWords[state])}</Mark>}
          >
            <NotReceived id={id} canReport={rest.canReport} missedAt={rest.missedAt} />
          </ListRow>
        ))}
      </List>
    </Card>
  )
}
