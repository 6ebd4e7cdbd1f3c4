import type { Language } from '../../contract/languages.ts'
import { LANGUAGE_COOKIE } from '../../contract/page.ts'
import { keepChoice } from '../device/choice-cookie.ts'
import { loadChunk } from '../http/load-chunk.ts'
import { showMessage } from './toast-store.ts'
import { uiWords } from '../words/ui-words.ts'
import { switchLanguage } from '../words/word-store.ts'

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
