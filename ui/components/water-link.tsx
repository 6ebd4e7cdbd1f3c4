import { Link } from 'react-router'

import css from './water-link.module.css'

/** The way on from a card on the brand's water. */
export function WaterLink({ to, quiet = false, children }: { to: string; quiet?: boolean; children: string }) {
  return (
    <Link className={css.link} data-quiet={quiet} to={to}>
      {children}
    </Link>
  )
}
