import { Button, Skeleton } from '@mantine/core'

import { BlockCallout } from '../../features/account/block-callout.tsx'
import { PlainMessage } from '../../../ui/components/plain-message.tsx'
import { useWords } from '../../words/language.ts'
import { useSellsOnline } from '../../features/paying/use-sells-online.ts'
import { useUserInfo } from '../../session/use-user-info.ts'
import { OfflineOnly } from './offline-only.tsx'
import css from './top-up.module.css'
import { TopUp } from './top-up.tsx'

export default function TopUpScreen() {
  const user = useWords('user')
  const base = useWords('base')
  const sellsOnline = useSellsOnline()
  const loaded = useUserInfo()
  if (loaded.state === 'failed') {
    return (
      <PlainMessage title={user('infoFailedTitle')} text={user('infoFailedText')} fill="content">
        <Button fullWidth onClick={loaded.retry}>
          {base('retry')}
        </Button>
      </PlainMessage>
    )
  }
  if (loaded.state === 'ready' && loaded.info.blockedReason !== null) return <BlockCallout />
  if (loaded.state === 'ready' && sellsOnline !== null) {
    return sellsOnline ? <TopUp info={loaded.info} /> : <OfflineOnly />
  }
  return (
    <div className={css.grid} role="status" aria-label={base('loading')}>
      <Skeleton className={css.stateBone!} radius="xl" />
      <Skeleton className={css.bone!} radius="lg" />
      <Skeleton className={css.bone!} radius="lg" />
    </div>
  )
}
