import { Link, useLocation } from 'react-router'

import { OfficeIcon } from '../../features/icon/office-icon.tsx'
import { WaitingCount } from '../../features/waiting/waiting-count.tsx'
import { useWords } from '../../words/language.ts'
import { isUnder, useNavGroups } from '../use-screens.ts'
import css from './bottom-bar.module.css'

const PLACES = 4

/** A phone's bar: the first four screens that the member may open, then a button for all others. */
export function BottomBar({ isMoreOpen, onMore }: { isMoreOpen: boolean; onMore: () => void }) {
  const t = useWords('nav')
  const { pathname } = useLocation()
  const entries = useNavGroups().flatMap((group) => group.entries)
  const chosen = entries.filter(({ nav }) => nav.bottom).slice(0, PLACES)
  const isElsewhere = !chosen.some(({ path }) => isUnder(path, pathname))
  return (
    <nav className={css.bar} aria-label={t('mainNav')}>
      {chosen.map(({ path, word, nav }) => (
        <Link
          key={path}
          className={css.place}
          to={`/${path}`}
          aria-current={isUnder(path, pathname) ? 'page' : undefined}
        >
          <OfficeIcon name={nav.icon} size={23} />
          {path === 'tickets' ? (
            <span className={css.count}>
              <WaitingCount />
            </span>
          ) : null}
          <span className={css.word}>{t(word)}</span>
        </Link>
      ))}
      <button
        type="button"
        className={css.place}
        aria-current={isElsewhere ? 'true' : undefined}
        aria-expanded={isMoreOpen}
        onClick={onMore}
      >
        <OfficeIcon name="more" size={23} />
        {t('more')}
      </button>
    </nav>
  )
}
