import { useLocation } from 'react-router'

import { useWords } from '../../locales/language.ts'
import { titleOf } from '../nav.ts'
import css from './page-title.module.css'

/** Names `main` as well, so that a screen reader says where one has arrived. */
export const TITLE_ID = 'page-title'

/** Seen where there is room for it; where the bottom bar or another app's frame says where one is, only heard. */
export function PageTitle({ isSeen }: { isSeen: boolean }) {
  const t = useWords('user')
  const { pathname } = useLocation()
  return (
    <h1 id={TITLE_ID} className={css.title} data-seen={isSeen}>
      {t(titleOf(pathname))}
    </h1>
  )
}
