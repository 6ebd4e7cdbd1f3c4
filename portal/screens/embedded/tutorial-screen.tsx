import { Link } from 'react-router'

import { userPath } from '../../paths.ts'
import { useWords } from '../../words/language.ts'
import { EmbeddedPage } from './embedded-page.tsx'

/** The page never contains the reader's own links, because it may be a reseller's. */
export default function TutorialScreen() {
  const t = useWords('embedded')
  const user = useWords('user')
  const about = (
    <>
      {t('tutorialAbout')} <Link to={userPath('line_list')}>{t('tutorialLines')}</Link>
    </>
  )
  return <EmbeddedPage name={user('use_tutorial')} about={about} address={(config) => config.jc_url} />
}
