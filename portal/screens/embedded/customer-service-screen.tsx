import { api } from '../../../contract/api.ts'
import type { DailiConfig } from '../../../contract/resellers.ts'
import { call } from '../../../ui/http/client.ts'
import { ContactLine } from '../../features/account/support-link.tsx'
import { HelpBar } from '../../features/tickets/help-bar.tsx'
import { useConfigState } from '../../state/config.ts'
import { useWords } from '../../words/language.ts'
import { EmbeddedPage } from './embedded-page.tsx'
import { HELP_PAGE } from './frame-page.ts'

export default function CustomerServiceScreen() {
  const t = useWords('embedded')
  const user = useWords('user')
  const hasContact = useConfigState((state) => Boolean(state.dailiConfig.contact))
  const about = hasContact ? <ContactLine isNamed={false} /> : t('serviceAbout')
  return (
    <EmbeddedPage
      name={user('customer_service')}
      about={about}
      address={(config) => config.kf_url}
      params={takeTicket}
      tools={<HelpBar />}
    />
  )
}

/**
 * Our own page shows the reader's tickets; another site learns nothing of its reader. Help must open even when the ticket
 * cannot be had: then it opens without them.
 */
async function takeTicket({ kf_url }: Pick<DailiConfig, 'kf_url'>): Promise<Record<string, string>> {
  if (kf_url !== HELP_PAGE) return {}
  try {
    const { ticket } = await call(api.sessions.ticket, { audience: 'help' }, { unshared: true })
    return { ticket }
  } catch {
    return {}
  }
}
