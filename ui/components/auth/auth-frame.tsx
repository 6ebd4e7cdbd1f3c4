import type { ReactNode } from 'react'

import type { Language } from '../../../contract/languages.ts'
import { SchemeButton } from '../scheme-button.tsx'
import css from './auth-frame.module.css'
import { LanguageRow } from './language-row.tsx'

type Props = {
  brand: { title: string; icon: string }
  tagline: string
  schemeLabel: string
  language: Language
  onLanguage: (language: Language) => void
  children: ReactNode
}

/** The frame of every signed-out form: within reach of the thumb on a phone, beside brand water on a wide screen. */
export function AuthFrame({ brand, tagline, schemeLabel, language, onLanguage, children }: Props) {
  return (
    <div className={css.frame}>
      <header className={css.brand}>
        <Water />
        <div className={css.sign}>
          <img className={css.icon} src={brand.icon} alt="" width="56" height="56" />
          <p className={css.title}>{brand.title}</p>
          <p className={css.tagline}>{tagline}</p>
        </div>
      </header>
      <div className={css.tools}>
        <SchemeButton label={schemeLabel} />
      </div>
      <main className={css.main}>
        <div className={css.card}>{children}</div>
        <LanguageRow current={language} onChoose={onLanguage} />
      </main>
    </div>
  )
}

/** Three slow waves in the brand's colours. Inline, so they need no request and follow the accent. */
function Water() {
  return (
    <svg className={css.water} viewBox="0 0 720 320" preserveAspectRatio="none" aria-hidden="true">
      <path className={css.swell} d="M0 120c120-60 240-60 360 0s240 60 360 0v200H0Z" />
      <path className={css.swell} d="M0 190c100-45 220-50 340-8s260 50 380-10v148H0Z" />
      <path className={css.shore} d="M0 262c140-40 260-30 380 0s240 24 340-14v84H0Z" />
    </svg>
  )
}
