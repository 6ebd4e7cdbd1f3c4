import { useLocation } from 'react-router'

import { useWords } from '../../words/language.ts'
import { titleOf } from '../nav.ts'
import css from './page-title.module.css'

/** Names `main` as well, so that a screen reader says where one has arrived. */
export const TITLE_ID = 'page-title'

/** Where the bottom bar or another app's frame says where one is, it is only heard. */
export function PageTitle({ seen }: { seen: 'always' | 'wide' | 'never' }) {
  const t = useWords('user')
  const { pathname } = useLocation()
  return (
    <h1 id={TITLE_ID} className={seen === 'always' ? css.title : css.heard} data-seen={seen}>
      {t(titleOf(pathname))}
    </h1>
  )
}
