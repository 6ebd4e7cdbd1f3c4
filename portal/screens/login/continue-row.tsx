import { Link, useLocation } from 'react-router'

import { Glyph } from '../../../ui/components/glyph.tsx'
import { useWords } from '../../words/language.ts'
import { pathAfterLogin } from '../../session/return-path.ts'
import css from './continue-row.module.css'

/** One tap back in for whoever was here before; the user area signs in silently by itself. */
export function ContinueRow({ name }: { name: string | null }) {
  const t = useWords('login')
  const { state } = useLocation()
  return (
    <div className={css.room}>
      {name === null ? null : (
        <Link className={css.row} to={pathAfterLogin(state)}>
          <span className={css.initial} aria-hidden="true">
            {name.slice(0, 1).toUpperCase()}
          </span>
          <span className={css.name}>{t('continueAs', { name })}</span>
          <Glyph name="chevron" size={18} />
        </Link>
      )}
    </div>
  )
}
