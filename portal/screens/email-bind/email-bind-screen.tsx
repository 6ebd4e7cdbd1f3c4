import { Button, Skeleton } from '@mantine/core'

import { PlainMessage } from '../../../ui/components/plain-message.tsx'
import { useWords } from '../../words/language.ts'
import { useUserInfo } from '../../session/use-user-info.ts'
import { EmailBind } from './email-bind.tsx'
import css from './email-bind.module.css'

export default function EmailBindScreen() {
  const t = useWords('user')
  const base = useWords('base')
  const loaded = useUserInfo()
  if (loaded.state === 'loading') {
    return (
      <div className={css.grid} role="status" aria-label={base('loading')}>
        <Skeleton className={css.stateBone!} radius="xl" />
        <Skeleton className={css.bone!} radius="lg" />
      </div>
    )
  }
  if (loaded.state === 'failed') {
    return (
      <PlainMessage title={t('infoFailedTitle')} text={t('infoFailedText')} fill="content">
        <Button fullWidth onClick={loaded.retry}>
          {base('retry')}
        </Button>
      </PlainMessage>
    )
  }
  return <EmailBind info={loaded.info} />
}
