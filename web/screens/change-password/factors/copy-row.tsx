import { copyText } from '../../../components/copy-text.ts'
import { IconButton } from '../../../components/icon-button.tsx'
import { useWords } from '../../../locales/language.ts'
import { showMessage } from '../../../state/notices.ts'
import css from './factors.module.css'

/** In groups of four for whoever types it; copied without the gaps. */
export function CopyRow({ label, text, copyLabel }: { label: string; text: string; copyLabel: string }) {
  const user = useWords('user')
  const copy = async () => {
    const copied = await copyText(text)
    showMessage(copied ? 'success' : 'error', user(copied ? 'copied' : 'copyFailed'))
  }
  return (
    <div>
      <p className={css.text}>{label}</p>
      <div className={css.copy}>
        <code className={css.secret}>{text.replaceAll(/(.{4})(?=.)/g, '$1 ')}</code>
        <IconButton icon="copy" label={copyLabel} onClick={() => void copy()} />
      </div>
    </div>
  )
}
