import { Link } from 'react-router'

import { LanguageRow } from '../../../ui/components/auth/language-row.tsx'
import { chooseLanguage } from '../../../ui/components/look.ts'
import { useLanguage } from '../../../ui/words/word-store.ts'
import { OpenPage } from '../../features/sign-in/open-page.tsx'
import { useWords } from '../../words/language.ts'
import css from './online-screen.module.css'
import { Status } from './status.tsx'
import { useStatus } from './use-status.ts'

export default function OnlineScreen() {
  const t = useWords('online')
  const language = useLanguage()
  const status = useStatus()
  return (
    <OpenPage
      title={t('title')}
      end={
        <Link className={css.signIn} to="/login">
          {t('signIn')}
        </Link>
      }
      bottom={
        <footer className={css.foot}>
          <LanguageRow current={language} onChoose={(next) => void chooseLanguage(next)} />
        </footer>
      }
    >
      <Status {...status} />
    </OpenPage>
  )
}
