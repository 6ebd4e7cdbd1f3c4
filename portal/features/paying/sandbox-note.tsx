import { useWords } from '../../words/language.ts'
import css from './sandbox-note.module.css'

/** Where the shell's own banner is not. */
export function SandboxNote() {
  const t = useWords('paying')
  return <p className={css.note}>{t('sandboxText')}</p>
}
