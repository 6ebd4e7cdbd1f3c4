import { writeAppKey } from '../../../contract/app-key.ts'
import { useMarkRead } from '../../features/notices/use-notices.ts'
import { useWords } from '../../words/language.ts'
import { EmbeddedPage } from './embedded-page.tsx'

/** Fixed sample credentials: the page shows what everybody of a brand may read. */
const SAMPLE = { username: 'demo', password: 'demo' }

export default function MessageScreen() {
  const t = useWords('embedded')
  const user = useWords('user')
  const markRead = useMarkRead()
  return (
    <EmbeddedPage
      name={user('message')}
      about={t('messageAbout')}
      address={(config) => config.message_url}
      onHostedShown={() => markRead('public')}
      params={async ({ daili_id: resellerKey }) => ({ ...SAMPLE, app_key: writeAppKey(resellerKey) })}
    />
  )
}
