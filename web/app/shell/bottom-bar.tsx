import { NavLink } from 'react-router'

import { useHasScreen } from '../../components/available-screens.ts'
import { Icon } from '../../components/icon.tsx'
import { useWords } from '../../locales/language.ts'
import { bottomEntries } from '../nav.ts'
import css from './bottom-bar.module.css'

export function BottomBar({ mineOpen, onMine }: { mineOpen: boolean; onMine: () => void }) {
  const t = useWords('user')
  const hasScreen = useHasScreen()
  return (
    <nav className={css.bar} aria-label={t('mainNav')}>
      {bottomEntries
        .filter(({ path }) => hasScreen(path))
        .map(({ path, word, icon }) => (
          <NavLink key={path} className={css.place!} to={path} end>
            <Icon name={icon} size={24} />
            {t(word)}
          </NavLink>
        ))}
      <button type="button" className={css.place} aria-expanded={mineOpen} onClick={onMine}>
        <Icon name="user" size={24} />
        {t('mine')}
      </button>
    </nav>
  )
}
