import { useSyncExternalStore } from 'react'

import type { Language } from '../../contract/languages.ts'
import { type ColourScheme, LANGUAGE_COOKIE } from '../../contract/page.ts'
import { keepChoice } from '../device/choice-cookie.ts'
import { chosenScheme, onSchemeChosen } from '../device/scheme.ts'
import { loadChunk } from '../http/load-chunk.ts'
import { uiWords } from '../words/ui-words.ts'
import { useLanguage, switchLanguage } from '../words/word-store.ts'
import { showMessage } from './toast-store.ts'

/** The reader's choices, for pages outside the portal's own. */
export type Look = { language: Language; scheme: ColourScheme }

export function useLook(): Look {
  const language = useLanguage()
  const scheme = useSyncExternalStore(onSchemeChosen, chosenScheme, (): ColourScheme => 'auto')
  return { language, scheme }
}

export async function chooseLanguage(language: Language): Promise<void> {
  try {
    await loadChunk(async () => {
      if (!(await switchLanguage(language))) return
      keepChoice(LANGUAGE_COOKIE, language)
      document.documentElement.lang = language
    })
  } catch {
    showMessage('error', uiWords()('offline'))
  }
}
