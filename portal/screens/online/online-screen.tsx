import { Link } from 'react-router'

import { LanguageRow } from '../../components/auth/language-row.tsx'
import { OpenPage } from '../../components/open-page.tsx'
import { chooseLanguage } from '../../locales/choose-language.ts'
import { useLanguage, useWords } from '../../locales/language.ts'
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
