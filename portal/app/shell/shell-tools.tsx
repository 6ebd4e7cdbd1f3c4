import { IconButton } from '../../../ui/components/icon-button.tsx'
import { SchemeButton } from '../../../ui/components/scheme-button.tsx'
import { useWords } from '../../words/language.ts'
import { Bell } from './bell.tsx'
import css from './shell-tools.module.css'

/** On a phone language and colours are in 我的. */
export function ShellTools({ onLanguage, onBell }: { onLanguage: () => void; onBell: () => void }) {
  const base = useWords('base')
  return (
    <>
      <div className={css.wide}>
        <SchemeButton label={base('switchScheme')} />
        <IconButton icon="globe" label={base('language')} onClick={onLanguage} />
      </div>
      <Bell onClick={onBell} />
    </>
  )
}
