import type { ReactNode } from 'react'

import { AuthFrame } from '../../../ui/components/auth/auth-frame.tsx'
import { chooseLanguage } from '../../../ui/components/look.ts'
import { askForStorage } from '../../../ui/device/storage.ts'
import { useLanguage } from '../../../ui/words/word-store.ts'
import { useBrand } from '../../state/brand.ts'
import { useWords } from '../../words/language.ts'
import css from './auth-page.module.css'
import { OwnWindow } from './own-window.tsx'
import { useGiftNote } from './use-gift-note.ts'

/** A signed-out form with the page's brand. */
export function AuthPage({ title, tagline, children }: { title: string; tagline: string; children: ReactNode }) {
  const t = useWords('base')
  const brand = useBrand()
  const language = useLanguage()
  const gift = useGiftNote()
  return (
    <AuthFrame
      brand={brand}
      tagline={tagline}
      schemeLabel={t('switchScheme')}
      language={language}
      onLanguage={(next) => void chooseLanguage(next)}
    >
      <div className="gap4" onSubmitCapture={askForStorage}>
        <h1 className={css.title}>{title}</h1>
        {gift}
        {children}
        <OwnWindow />
      </div>
    </AuthFrame>
  )
}
