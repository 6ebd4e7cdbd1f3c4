import { IconButton } from '../../../ui/components/icon.tsx'
import { showMessage } from '../../../ui/components/toast-store.ts'
import { copyText } from '../../../ui/device/copy-or-save.ts'
import { useWords } from '../../words/language.ts'

export function CopyButton({ text, label }: { text: string; label: string }) {
  const t = useWords('base')
  const copy = async () => {
    const copied = await copyText(text)
    showMessage(copied ? 'success' : 'error', t(copied ? 'copied' : 'copyFailed'))
  }
  return <IconButton icon="copy" label={label} onClick={() => void copy()} />
}
