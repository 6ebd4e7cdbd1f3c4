import { useSyncExternalStore } from 'react'

import type { Language } from '../../contract/languages.ts'
import type { ColourScheme } from '../../contract/page.ts'
import { useLanguage } from '../words/word-store.ts'
import { chosenScheme, onSchemeChosen } from '../device/scheme.ts'

/** What the reader has chosen, for pages that stand beside the portal's own. */
export type Look = { language: Language; scheme: ColourScheme }

export function useLook(): Look {
  const language = useLanguage()
  const scheme = useSyncExternalStore(onSchemeChosen, chosenScheme, (): ColourScheme => 'auto')
  return { language, scheme }
}
