import type { ReactNode } from 'react'
import { Link } from 'react-router'

import { useMay } from '../../session/session.ts'
import css from './sale-link.module.css'

/** From an order or a payment to what belongs to it. */
export function SaleLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link className={css.link} to={to}>
      {children}
    </Link>
  )
}

/** A link for members who may read users. */
export function BuyerName({ buyer: { accountId, userName } }: { buyer: { accountId: number; userName: string } }) {
  return useMay()('users.read') ? <SaleLink to={`/users/${accountId}`}>{userName}</SaleLink> : userName
}
