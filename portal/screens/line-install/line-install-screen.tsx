import { Skeleton } from '@mantine/core'

import { Card } from '../../../ui/components/card.tsx'
import { RetryCard } from '../../../ui/components/retry-card.tsx'
import { useLines } from '../../features/lines/use-lines.ts'
import { useNodes } from '../../features/lines/use-nodes.ts'
import { failureText } from '../../../ui/words/failure-text.ts'
import { useWords } from '../../words/language.ts'
import { useUserInfo } from '../../session/use-user-info.ts'
import { LineInstall } from './line-install.tsx'
import css from './line-install.module.css'

export default function LineInstallScreen() {
  const user = useWords('user')
  const account = useWords('account')
  const loaded = useUserInfo()
  const nodes = useNodes()
  const lines = useLines()
  if (loaded.state === 'ready' && nodes.nodes && lines.lines) {
    return <LineInstall info={loaded.info} nodes={nodes.nodes} lines={lines.lines} />
  }
  const failed = [nodes, lines].filter(({ error }) => error !== null)
  if (failed.length === 0 && loaded.state !== 'failed') return <Bones />
  const retry = () => {
    for (const { refetch } of failed) void refetch()
    if (loaded.state === 'failed') loaded.retry()
  }
  return (
    <Card title={user('line_install')}>
      <RetryCard
        title={account('loadFailedTitle')}
        text={failed[0] ? failureText(failed[0].error) : user('infoFailedTitle')}
        busy={failed.some(({ isFetching }) => isFetching)}
        onRetry={retry}
      />
    </Card>
  )
}

function Bones() {
  const base = useWords('base')
  return (
    <div className={css.screen} role="status" aria-label={base('loading')}>
      <Skeleton className={css.stateBone!} radius="xl" />
      <div className={css.tiles}>
        {['a', 'b', 'c', 'd', 'e', 'f'].map((bone) => (
          <Skeleton key={bone} className={css.bone!} radius="lg" />
        ))}
      </div>
    </div>
  )
}
