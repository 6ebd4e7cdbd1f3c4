import { Skeleton } from '@mantine/core'

import { Card } from '../../../ui/components/card.tsx'
import { RetryCard } from '../../../ui/components/retry-card.tsx'
import { useLines } from '../../features/lines/use-lines.ts'
import { failureText } from '../../../ui/words/failure-text.ts'
import { useWords } from '../../words/language.ts'
import { Lines } from './lines.tsx'
import css from './lines.module.css'
import { NoLines } from './no-lines.tsx'

export default function LinesScreen() {
  const user = useWords('user')
  const account = useWords('account')
  const base = useWords('base')
  const { lines, subscriptionUrl, error, isFetching, refetch } = useLines()
  if (lines && subscriptionUrl !== null) {
    return lines.length === 0 ? <NoLines /> : <Lines lines={lines} subscriptionUrl={subscriptionUrl} />
  }
  if (error) {
    return (
      <Card title={user('line_list')}>
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
    <div className={css.screen} role="status" aria-label={base('loading')}>
      <Skeleton className={css.subBone!} radius="xl" />
      <Skeleton className={css.bone!} radius="lg" />
    </div>
  )
}
