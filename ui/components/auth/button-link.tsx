import { Link } from 'react-router'

import css from './button.module.css'

export function ButtonLink({ to, children }: { to: string; children: string }) {
  return (
    <Link className={`${css.button} ${css['filled']}`} to={to}>
      {children}
    </Link>
  )
}
