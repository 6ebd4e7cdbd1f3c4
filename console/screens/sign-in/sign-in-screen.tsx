import { useState } from 'react'

import { CONSOLE_ICON } from '../../../contract/brand.ts'
import { AuthFrame } from '../../../ui/components/auth/auth-frame.tsx'
import { chooseLanguage } from '../../../ui/components/look.ts'
import { useLanguage } from '../../../ui/words/word-store.ts'
import { SignInForm } from '../../features/sign-in/sign-in-form.tsx'
import { useWords } from '../../words/language.ts'
import { RecoverForm } from './recover-form.tsx'
import css from './sign-in.module.css'

export default function SignInScreen() {
  const t = useWords('signin')
  const base = useWords('base')
  const shell = useWords('shell')
  const language = useLanguage()
  const [isRecovering, setRecovering] = useState(false)
  return (
    <AuthFrame
      brand={{ title: shell('console'), icon: CONSOLE_ICON }}
      tagline={t('tagline')}
      schemeLabel={base('switchScheme')}
      language={language}
      onLanguage={(next) => void chooseLanguage(next)}
    >
      {isRecovering ? (
        <RecoverForm onBack={() => setRecovering(false)} />
      ) : (
        <SignIn onForgot={() => setRecovering(true)} />
      )}
    </AuthFrame>
  )
}

function SignIn({ onForgot }: { onForgot: () => void }) {
  const t = useWords('signin')
  return (
    <div className={css.stack}>
      <h1 className={css.title}>{t('title')}</h1>
      <SignInForm />
      <button type="button" className={css.more} onClick={onForgot}>
        {t('forgot')}
      </button>
      {/* The portal is another front end, so this needs a full page load. */}
      <a className={css.shop} href="/login">
        {t('toShop')}
      </a>
    </div>
  )
}
