import type { Language } from '../../contract/languages.ts'
import { LANGUAGE_COOKIE } from '../../contract/page.ts'
import { keepChoice } from '../components/choice-cookie.ts'
import { loadChunk } from '../http/load-chunk.ts'
import { showMessage } from '../state/notices.ts'
import { switchLanguage, wordsOf } from './language.ts'

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
