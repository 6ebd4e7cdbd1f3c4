import { Skeleton } from '@mantine/core'

import { Card } from '../../../ui/components/card.tsx'
import { RetryCard } from '../../../ui/components/retry-card.tsx'
import { failureText } from '../../../ui/words/failure-text.ts'
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
  const base = useWords('base')
  const { data, error, isFetching, refetch } = useInviteSummary()
  if (data) {
    return (
      <div className={css.grid}>
        <CodeCard summary={data} />
        <CommissionCard summary={data} />
        <PeopleCard count={data.invitedCount} link={data.link} />
        <WithdrawalsCard withdrawals={data.withdrawals} />
      </div>
    )
  }
  if (error) {
    return (
      <Card title={user('invite')}>
        <RetryCard title={t('loadFailed')} text={failureText(error)} busy={isFetching} onRetry={() => void refetch()} />
      </Card>
    )
  }
  return (
    <div className={css.grid} role="status" aria-label={base('loading')}>
      <Skeleton className={css.codeBone!} radius="xl" />
      <Skeleton className={css.codeBone!} radius="lg" />
      <Skeleton className={css.bone!} radius="lg" />
    </div>
  )
}
