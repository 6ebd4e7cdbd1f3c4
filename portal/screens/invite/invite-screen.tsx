import { Skeleton } from '@mantine/core'

import { Loaded } from '../../../ui/components/loaded.tsx'
import { useWords } from '../../words/language.ts'
import { CodeCard } from './code-card.tsx'
import { CommissionCard } from './commission-card.tsx'
import { useInviteSummary } from './invite-data.ts'
import css from './invite.module.css'
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
      bones={
        <>
          <Skeleton className={css.codeBone!} radius="lg" />
          <Skeleton className={css.codeBone!} radius="lg" />
          <Skeleton className={css.bone!} radius="lg" />
        </>
      }
      bonesClass={css.grid}
    >
      {(summary) => (
        <div className={css.grid}>
          <CodeCard summary={summary} />
          <CommissionCard summary={summary} />
          <PeopleCard count={summary.invitedCount} link={summary.link} />
          <WithdrawalsCard withdrawals={summary.withdrawals} />
        </div>
      )}
    </Loaded>
  )
}
