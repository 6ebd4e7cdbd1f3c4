import { Link, useLocation } from 'react-router'

import { Icon } from '../../../ui/components/icon.tsx'
import { useHasScreen } from '../../state/available-screens.ts'
import { useWords } from '../../words/language.ts'
import { bottomEntries, placeOf } from '../nav.ts'
import css from './bottom-bar.module.css'

/** Marks the place a page belongs to: `page` if it is that place, `true` if it is a child of it. */
export function BottomBar({ mineOpen, onMine }: { mineOpen: boolean; onMine: () => void }) {
  const t = useWords('user')
  const hasScreen = useHasScreen()
  const { place: here, isPlace } = placeOf(useLocation().pathname)
  return (
    <nav className={css.bar} aria-label={t('mainNav')}>
      {bottomEntries
        .filter(({ path }) => hasScreen(path))
        .map(({ place, path, word, icon }) => (
          <Link
            key={path}
            className={css.place}
            to={path}
            aria-current={place === here ? (isPlace ? 'page' : 'true') : undefined}
          >
            <Icon name={icon} size={24} />
            {t(word)}
          </Link>
        ))}
      <button
        type="button"
        className={css.place}
        aria-current={here === 'mine' ? 'true' : undefined}
        aria-expanded={mineOpen}
        onClick={onMine}
      >
        <Icon name="user" size={24} />
        {t('mine')}
      </button>
    </nav>
  )
}
