import { showMessage } from '../../../ui/components/toast-store.ts'
import { copyText } from '../../../ui/device/copy-or-save.ts'
import { useWords } from '../../words/language.ts'

/** Copies and reports whether it worked. */
export function useCopy(): (text: string) => Promise<boolean> {
  const t = useWords('user')
  return async (text) => {
    const copied = await copyText(text)
    showMessage(copied ? 'success' : 'error', t(copied ? 'copied' : 'copyFailed'))
    return copied
  }
}
