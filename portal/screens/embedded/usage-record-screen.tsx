import { api } from '../../../contract/api.ts'
import { writeAppKey } from '../../../contract/app-key.ts'
import { RetryCard } from '../../../ui/components/retry-card.tsx'
import { call } from '../../../ui/http/client.ts'
import { useWords } from '../../words/language.ts'
import { useUserInfo } from '../../session/use-user-info.ts'
import { useUserState } from '../../state/user.ts'
import { Bones } from './bones.tsx'
import { EmbeddedPage } from './embedded-page.tsx'
import css from './embedded.module.css'

export default function UsageRecordScreen() {
  const t = useWords('embedded')
  const user = useWords('user')
  const loaded = useUserInfo()
  if (loaded.state !== 'ready') {
    return (
      <div className={css.box}>
        {loaded.state === 'loading' ? (
          <Bones />
        ) : (
          <RetryCard title={user('infoFailedTitle')} text={user('infoFailedText')} onRetry={loaded.retry} />
        )}
      </div>
    )
  }
  const { iuser } = loaded.info
  return (
    <EmbeddedPage
      name={user('usage_record')}
      about={t('usageAbout')}
      address={(config) => config.usage_url}
      params={async (resellerKey) => ({
        username: iuser,
        password: await takeTicket(),
        app_key: writeAppKey(resellerKey),
      })}
    />
  )
}

/** In the place of the password, and good once: each frame and each window gets its own. */
async function takeTicket(): Promise<string> {
  const { ticket } = await call(api.sessions.ticket, { audience: 'usage' }, { own: true })
  useUserState.getState().setPass(ticket)
  return ticket
}
