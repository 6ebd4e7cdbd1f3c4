import type { ReactNode } from 'react'

import { SchemeButton } from '../scheme-button.tsx'
import css from './auth-frame.module.css'
import { LanguageRow } from './language-row.tsx'
import { Water } from './water.tsx'
import type { Language } from '../../../contract/languages.ts'

type Props = {
  brand: { title: string; icon: string }
  tagline: string
  schemeLabel: string
  language: Language
  onLanguage: (language: Language) => void
  children: ReactNode
}

/** The room of every signed-out form: a form at the thumb on a phone, brand water beside it on a wide screen. */
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
