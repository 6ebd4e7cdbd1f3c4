import { CONSOLE_ICON } from '../../../contract/brand.ts'
import { AuthFrame } from '../../../ui/components/auth/auth-frame.tsx'
import { chooseLanguage } from '../../../ui/components/look.ts'
import { useLanguage } from '../../../ui/words/word-store.ts'
import { SignInForm } from '../../features/sign-in/sign-in-form.tsx'
import { useWords } from '../../words/language.ts'
import css from './sign-in.module.css'

export default function SignInScreen() {
  const t = useWords('signin')
  const base = useWords('base')
  const shell = useWords('shell')
  const language = useLanguage()
  return (
    <AuthFrame
      brand={{ title: shell('console'), icon: CONSOLE_ICON }}
      tagline={t('tagline')}
      schemeLabel={base('switchScheme')}
      language={language}
      onLanguage={(next) => void chooseLanguage(next)}
    >
      <div className={css.stack}>
        <h1 className={css.title}>{t('title')}</h1>
        <SignInForm />
        <details>
          <summary className={css.more}>{t('forgot')}</summary>
          <p className={css.text}>{t('forgotText')}</p>
        </details>
        {/* The portal is another front end, so this needs a full page load. */}
        <a className={css.shop} href="/login">
          {t('toShop')}
        </a>
      </div>
    </AuthFrame>
  )
}
