import { useBrand } from '../../brand/brand.ts'
import { LanguageRow } from '../../components/auth/language-row.tsx'
import { SchemeButton } from '../../components/scheme-button.tsx'
import { chooseLanguage } from '../../locales/choose-language.ts'
import { useLanguage, useWords } from '../../locales/language.ts'
import { Link } from 'react-router'
import css from './online-screen.module.css'
import { Status } from './status.tsx'
import { useStatus } from './use-status.ts'

/** For anybody, also while nothing else works: light, without a component library. */
export default function OnlineScreen() {
  const t = useWords('online')
  const base = useWords('base')
  const brand = useBrand()
  const language = useLanguage()
  const status = useStatus()
  return (
    <div className={css.page}>
      <header className={css.head}>
        <img src={brand.icon} alt="" width="32" height="32" />
        <p className={css.brand}>{brand.title}</p>
        <Link className={css.signIn} to="/login">
          {t('signIn')}
        </Link>
        <SchemeButton label={base('switchScheme')} />
      </header>
      <main className={css.main}>
        <h1 className={css.title}>{t('title')}</h1>
        <Status {...status} />
      </main>
      <footer className={css.foot}>
        <LanguageRow current={language} onChoose={(next) => void chooseLanguage(next)} />
      </footer>
    </div>
  )
}
