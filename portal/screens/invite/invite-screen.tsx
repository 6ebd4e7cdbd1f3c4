import { Bones, Loaded } from '../../../ui/components/loaded.tsx'
import { useWords } from '../../words/language.ts'
import { CodeCard } from './code-card.tsx'
import { CommissionCard } from './commission-card.tsx'
import { useInviteSummary } from './invite-data.ts'
import { PeopleCard } from './people-card.tsx'
import { WithdrawalsCard } from './withdrawals-card.tsx'

export default function InviteScreen() {
  const t = useWords('invite')
  const user = useWords('user')
  return (
    <Loaded
      query={useInviteSummary()}
      failed={t('loadFailed')}
      card={user('invite')}
      bones={<Bones count={3} height={240} />}
      bonesClass="split"
    >
      {(summary) => (
        <div className="split">
          <CodeCard summary={summary} />
          <CommissionCard summary={summary} />
          <PeopleCard count={summary.invitedCount} />
          <WithdrawalsCard withdrawals={summary.withdrawals} />
        </div>
      )}
    </Loaded>
  )
}
