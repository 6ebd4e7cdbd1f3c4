import { useWords } from '../../words/language.ts'
import { EmbeddedPage } from './embedded-page.tsx'

export default function AgreementScreen() {
  const t = useWords('embedded')
  const user = useWords('user')
  return (
    <EmbeddedPage name={user('agreement')} about={t('agreementAbout')} address={(config) => config.agreement_url} />
  )
}
