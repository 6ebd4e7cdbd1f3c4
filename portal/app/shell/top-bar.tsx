import type { ReactNode } from 'react'
import { useLocation, useNavigate } from 'react-router'

import { IconButton } from '../../../ui/components/icon.tsx'
import { SchemeButton } from '../../../ui/components/scheme-button.tsx'
import { hasPageBefore } from '../../../ui/components/sheet-history.ts'
import { USER_ROOT } from '../../paths.ts'
import { useBrand } from '../../state/brand.ts'
import { useWords } from '../../words/language.ts'
import { bottomEntries, placeOf } from '../nav.ts'
import { Bell } from './bell.tsx'
import { PageTitle } from './page-title.tsx'
import css from './top-bar.module.css'

/** On a phone: the brand on places of the bottom bar; a back button and the page's name on all other pages. */
export function TopBar({ onBack, children }: { onBack: (() => void) | null; children: ReactNode }) {
  const t = useWords('user')
  const brand = useBrand()
  return (
    <header className={css.bar}>
      <div className={css.inner}>
        {onBack ? (
          <div className={css.back}>
            <IconButton icon="back" label={t('back')} onClick={onBack} />
          </div>
        ) : (
          <div className={css.brand}>
            <img className={css.icon} src={brand.icon} alt="" width="28" height="28" />
            <span className={css.name}>{brand.title}</span>
          </div>
        )}
        <PageTitle seen={onBack ? 'always' : 'wide'} />
        {children}
      </div>
    </header>
  )
}

/** On a phone, language and colours are in 我的. */
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

/**
 * Goes to the previous page or, if the reader came from outside, to the place this page belongs to. Null if the page is
 * such a place.
 */
export function useWayBack(onMine: () => void): (() => void) | null {
  const { pathname } = useLocation()
  const navigate = useNavigate()
  const { place, isPlace } = placeOf(pathname)
  if (isPlace) return null
  return () => {
    if (hasPageBefore()) return void navigate(-1)
    const parent = bottomEntries.find((entry) => entry.place === place)
    void navigate(parent?.path ?? USER_ROOT, { replace: true })
    if (place === 'mine') onMine()
  }
}
