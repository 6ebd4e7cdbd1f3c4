import type { Language } from '../../contract/languages.ts'
import { LANGUAGE_COOKIE } from '../../contract/page.ts'
import { keepChoice } from '../../ui/device/choice-cookie.ts'
import { loadChunk } from '../../ui/http/load-chunk.ts'
import { showMessage } from '../../ui/components/toast-store.ts'
import { wordsOf } from '../words/language.ts'
import { switchLanguage } from '../../ui/words/word-store.ts'

export async function chooseLanguage(language: Language): Promise<void> {
  try {
    await loadChunk(async () => {
      if (!(await switchLanguage(language))) return
      keepChoice(LANGUAGE_COOKIE, language)
      document.documentElement.lang = language
    })
  } catch {
    showMessage('error', wordsOf('base')('offline'))
  }
}
