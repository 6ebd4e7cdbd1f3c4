import { copyText } from '../../components/copy-text.ts'
import { IconButton } from '../../components/icon-button.tsx'
import { useWords } from '../../locales/language.ts'
import { showMessage } from '../../state/notices.ts'
import css from './name-row.module.css'

/** One of the agency's names, to be copied. */
export function NameRow({ name, value }: { name: string; value: string }) {
  const user = useWords('user')
  const copy = async () => {
    const copied = await copyText(value)
    showMessage(copied ? 'success' : 'error', user(copied ? 'copied' : 'copyFailed'))
  }
  return (
    <div className={css.row}>
      <dt className={css.name}>{name}</dt>
      <dd className={css.value}>{value}</dd>
      <dd>
        <IconButton icon="copy" label={`${user('copy')} ${name}`} onClick={() => void copy()} />
      </dd>
    </div>
  )
}
