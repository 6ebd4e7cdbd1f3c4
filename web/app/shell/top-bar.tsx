import { useLocation } from 'react-router'

import { useBrand } from '../../brand/brand.ts'
import { IconButton } from '../../components/icon-button.tsx'
import { SchemeButton } from '../../components/scheme-button.tsx'
import { useWords } from '../../locales/language.ts'
import { titleOf } from '../nav.ts'
import { Bell } from './bell.tsx'
import css from './top-bar.module.css'

export function TopBar({ onLanguage, onBell }: { onLanguage: () => void; onBell: () => void }) {
  const t = useWords('user')
  const base = useWords('base')
  const brand = useBrand()
  const { pathname } = useLocation()
  return (
    <header className={css.bar}>
      <div className={css.inner}>
        <div className={css.brand}>
          <img className={css.icon} src={brand.icon} alt="" width="28" height="28" />
          <span className={css.name}>{brand.title}</span>
        </div>
        <h1 className={css.title}>{t(titleOf(pathname))}</h1>
        <SchemeButton label={base('switchScheme')} />
        <IconButton icon="globe" label={base('language')} onClick={onLanguage} />
        <Bell onClick={onBell} />
      </div>
    </header>
  )
}
