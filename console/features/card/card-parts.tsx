import { NavLink } from 'react-router'

import { useWords } from '../../words/language.ts'
import css from './card-parts.module.css'

/** What is redeemed: card keys by purchase and key by key, and gift links. */
export function CardParts() {
  const t = useWords('cards')
  return (
    <nav className={css.parts} aria-label={t('parts')}>
      <NavLink className={css.part!} to="/cards" end>
        {t('batches')}
      </NavLink>
      <NavLink className={css.part!} to="/cards/keys">
        {t('keys')}
      </NavLink>
      <NavLink className={css.part!} to="/cards/gifts">
        {t('gifts')}
      </NavLink>
    </nav>
  )
}
