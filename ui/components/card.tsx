import type { ReactNode } from 'react'
import { Link } from 'react-router'

import css from './card.module.css'
import { Icon, type IconName } from './icon.tsx'

/** Without a title where the page or a choice above says it. */
type Props = { title?: string; end?: ReactNode; children: ReactNode }

export function Card({ title, end, children }: Props) {
  return (
    <section className={css.card}>
      {title === undefined ? null : (
        <div className={css.head}>
          <h2 className={css.title}>{title}</h2>
          {end}
        </div>
      )}
      {children}
    </section>
  )
}

type LinkProps = { icon?: IconName; busy?: boolean; children: ReactNode } & ({ to: string } | { onPress: () => void })

/** What else a card offers, at the end of its heading. */
export function CardLink({ icon, busy = false, children, ...target }: LinkProps) {
  const content = (
    <>
      {icon ? <Icon name={icon} size={18} /> : null}
      {children}
    </>
  )
  return 'to' in target ? (
    <Link className={css.link} to={target.to}>
      {content}
    </Link>
  ) : (
    <button type="button" className={css.link} aria-busy={busy} onClick={busy ? undefined : target.onPress}>
      {content}
    </button>
  )
}
