import { IconButton, Icon } from '../../../ui/components/icon.tsx'
import { SchemeButton } from '../../../ui/components/scheme-button.tsx'
import { giveActionsRoom, giveMenuRoom } from '../../features/screen/screen-actions.tsx'
import { useScreenTitle } from '../../features/screen/screen-title.ts'
import { officeOf, useSession } from '../../session/session.ts'
import { useWords } from '../../words/language.ts'
import { useCurrentScreen } from '../use-screens.ts'
import { Bell } from './bell.tsx'
import type { Opened } from './opened.ts'
import css from './top-bar.module.css'

/** Also labels `main`, so that a screen reader announces the screen. */
export const TITLE_ID = 'screen-title'

/** The screen's title, the search over everything, and the screen's own actions. */
export function TopBar({ onOpen }: { onOpen: (what: Opened) => void }) {
  const t = useWords('shell')
  const base = useWords('base')
  const nav = useWords('nav')
  const screen = useCurrentScreen()
  const own = useScreenTitle()
  const office = officeOf(useSession())
  const title = own ?? (screen ? nav(screen.word) : base('notFoundTitle'))
  return (
    <header className={css.bar}>
      <div className={css.names}>
        <h1 className={css.title} id={TITLE_ID} title={title}>
          {title}
        </h1>
        <span className={css.office} data-platform={office === null}>
          {office ? `${office.title} · ${office.key}` : t('platform')}
        </span>
      </div>
      <button type="button" className={css.find} onClick={() => onOpen('finder')}>
        <Icon name="search" size={18} />
        <span className={css.hint}>{t('findHint')}</span>
        <kbd className={css.key} aria-hidden="true">
          Ctrl K
        </kbd>
      </button>
      <div className={css.end}>
        <Bell />
        <div className={css.tools}>
          <IconButton icon="globe" label={base('language')} onClick={() => onOpen('language')} />
          <SchemeButton label={base('switchScheme')} />
        </div>
      </div>
      <div className={css.menu} ref={giveMenuRoom} />
      {/* The screen fills this element. On a phone it is at the bottom, near the thumb. */}
      <div className={css.actions} ref={giveActionsRoom} />
    </header>
  )
}
