import { Skeleton } from '@mantine/core'

import { Card } from '../../../ui/components/card.tsx'
import { RetryCard } from '../../../ui/components/retry-card.tsx'
import { failureText } from '../../../ui/words/failure-text.ts'
import { useWords } from '../../words/language.ts'
import { useCatalogue } from './catalogue.ts'
import css from './packages.module.css'
import { Shop } from './shop.tsx'

export default function PackagesScreen() {
  const user = useWords('user')
  const t = useWords('packages')
  const base = useWords('base')
  const { data, error, isFetching, refetch } = useCatalogue()
  if (data) return <Shop catalogue={data} />
  if (error) {
    return (
      <Card title={user('tcBuy')}>
        <RetryCard title={t('loadFailed')} text={failureText(error)} busy={isFetching} onRetry={() => void refetch()} />
      </Card>
    )
  }
  return (
    <div className={css.screen} role="status" aria-label={base('loading')}>
      <Skeleton className={css.stateBone!} radius="xl" />
      <Skeleton height={54} radius="lg" />
      <div className={css.plans}>
        <Skeleton className={css.planBone!} radius="lg" />
        <Skeleton className={css.planBone!} radius="lg" />
        <Skeleton className={css.planBone!} radius="lg" />
      </div>
    </div>
  )
}
