import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'

import { api } from '../../../contract/api.ts'
import { BlockNotice } from '../../features/account/block-notice.tsx'
import { Card } from '../../../ui/components/card.tsx'
import { RetryCard } from '../../../ui/components/retry-card.tsx'
import { call } from '../../../ui/http/client.ts'
import { failureText } from '../../../ui/words/failure-text.ts'
import { useWords } from '../../words/language.ts'
import { useKnownInfo } from '../../state/known-info.ts'
import css from './freeze-account.module.css'
import { FREEZE_KEY, type FreezeState } from './freeze-state.ts'
import { LockCard } from './lock-card.tsx'
import { PauseCard } from './pause-card.tsx'
import { ResumeCard } from './resume-card.tsx'
import { ServiceState } from './service-state.tsx'

export function FreezeAccount({ onLocked }: { onLocked: () => void }) {
  const user = useWords('user')
  const account = useWords('account')
  const base = useWords('base')
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: FREEZE_KEY,
    queryFn: () => call(api.accounts.freezeState, {}),
  })
  const blockedReason = useKnownInfo((info) => info.blockedReason)
  if (data) {
    return (
      <div className={css.grid}>
        <BlockNotice />
        <ServiceState freeze={data} />
        {blockedReason === null ? <Service freeze={data} /> : null}
        <LockCard canLock={data.canLock} onLocked={onLocked} />
      </div>
    )
  }
  if (error) {
    return (
      <Card title={user('freeze_acc')}>
        <RetryCard
          title={account('loadFailedTitle')}
          text={failureText(error)}
          busy={isFetching}
          onRetry={() => void refetch()}
        />
      </Card>
    )
  }
  return (
    <div className={css.grid} role="status" aria-label={base('loading')}>
      <Skeleton className={css.stateBone!} radius="xl" />
      <Skeleton className={css.bone!} radius="lg" />
      <Skeleton className={css.bone!} radius="lg" />
    </div>
  )
}

function Service({ freeze }: { freeze: FreezeState }) {
  return freeze.state === 'paused' ? <ResumeCard freeze={freeze} /> : <PauseCard freeze={freeze} />
}
