import { ContactLine } from '../../features/account/support-link.tsx'
import { HelpBar } from '../../features/tickets/help-bar.tsx'
import { useConfigState } from '../../state/config.ts'
import { useWords } from '../../words/language.ts'
import { EmbeddedPage } from './embedded-page.tsx'

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
      tools={<HelpBar />}
    />
  )
}
