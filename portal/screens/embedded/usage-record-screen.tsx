import { api } from '../../../contract/api.ts'
import { writeAppKey } from '../../../contract/app-key.ts'
import { call } from '../../../ui/http/client.ts'
import { WithInfo } from '../../features/account/with-info.tsx'
import { useUserState } from '../../state/user.ts'
import { useWords } from '../../words/language.ts'
import { EmbeddedPage } from './embedded-page.tsx'
import css from './embedded.module.css'
import { Bones } from './frame.tsx'

export default function UsageRecordScreen() {
  const t = useWords('embedded')
  const user = useWords('user')
  return (
    <WithInfo bones={<Bones isSilent />} bonesClass={css.box}>
      {({ iuser }) => (
        <EmbeddedPage
          name={user('usage_record')}
          about={t('usageAbout')}
          address={(config) => config.usage_url}
          params={async ({ daili_id: resellerKey }) => ({
            username: iuser,
            password: await takeTicket(),
            app_key: writeAppKey(resellerKey),
          })}
        />
      )}
    </WithInfo>
  )
}

/** Replaces the password and works only once: each frame and each window gets its own. */
async function takeTicket(): Promise<string> {
  const { ticket } = await call(api.sessions.ticket, { audience: 'usage' }, { unshared: true })
  useUserState.getState().setPass(ticket)
  return ticket
}
