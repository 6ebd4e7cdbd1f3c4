import { IconButton } from '../../components/icon-button.tsx'
import { SchemeButton } from '../../components/scheme-button.tsx'
import { useWords } from '../../locales/language.ts'
import { Bell } from './bell.tsx'

export function ShellTools({ onLanguage, onBell }: { onLanguage: () => void; onBell: () => void }) {
  const base = useWords('base')
  return (
    <>
      <SchemeButton label={base('switchScheme')} />
      <IconButton icon="globe" label={base('language')} onClick={onLanguage} />
      <Bell onClick={onBell} />
    </>
  )
}
