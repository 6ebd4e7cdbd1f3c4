import { useWords } from '../../locales/language.ts'
import { EmbeddedPage } from './embedded-page.tsx'

export default function CustomerServiceScreen() {
  const t = useWords('embedded')
  const user = useWords('user')
  return <EmbeddedPage name={user('customer_service')} about={t('serviceAbout')} address={(config) => config.kf_url} />
}
