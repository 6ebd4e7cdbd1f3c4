import { useWords } from '../../words/language.ts'
import css from './sandbox-note.module.css'

/** For screens without the shell's banner. */
export function SandboxNote() {
  const t = useWords('paying')
  return <p className={css.note}>{t('sandboxText')}</p>
}
