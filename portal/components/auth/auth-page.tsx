import type { ReactNode } from 'react'

import { useBrand } from '../../brand/brand.ts'
import { chooseLanguage } from '../../locales/choose-language.ts'
import { useLanguage, useWords } from '../../locales/language.ts'
import { AuthFrame } from './auth-frame.tsx'
import css from './auth-page.module.css'

/** A signed-out form under the page's brand. */
export function AuthPage({ title, tagline, children }: { title: string; tagline: string; children: ReactNode }) {
  const t = useWords('base')
  const brand = useBrand()
  const language = useLanguage()
  return (
    <AuthFrame
      brand={brand}
      tagline={tagline}
      schemeLabel={t('switchScheme')}
      language={language}
      onLanguage={(next) => void chooseLanguage(next)}
    >
      <div className={css.stack}>
        <h1 className={css.title}>{title}</h1>
        {children}
      </div>
    </AuthFrame>
  )
}
