import { useLocation } from 'react-router'

import { useWords } from '../../words/language.ts'
import { titleOf } from '../nav.ts'
import css from './page-title.module.css'

/** Also labels `main`, so that a screen reader names the new page. */
export const TITLE_ID = 'page-title'

/** For screen readers only, if the bottom bar or another app's frame already shows the page's name. */
export function PageTitle({ seen }: { seen: 'always' | 'wide' | 'never' }) {
  const t = useWords('user')
  const { pathname } = useLocation()
  return (
    <h1 id={TITLE_ID} className={seen === 'always' ? css.title : css.heard} data-seen={seen}>
      {t(titleOf(pathname))}
    </h1>
  )
}
