import { useWords } from '../locales/language.ts'
import { showMessage } from '../state/notices.ts'
import { copyText } from './copy-text.ts'

/** Copies, and says whether it did. */
export function useCopy(): (text: string) => Promise<boolean> {
  const t = useWords('user')
  return async (text) => {
    const copied = await copyText(text)
    showMessage(copied ? 'success' : 'error', t(copied ? 'copied' : 'copyFailed'))
    return copied
  }
}
