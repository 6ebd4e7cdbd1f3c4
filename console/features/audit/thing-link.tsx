import type { ReactNode } from 'react'
import { Link } from 'react-router'

import type { Permission } from '../../../contract/permissions.ts'
import { officeOf, useMay, useSession } from '../../session/session.ts'
import css from './thing-link.module.css'

type Place = { to: (id: string) => string; permission: Permission; scope: 'reseller' | 'platform' | 'any' }

/** Screens that show one thing of an audit entry. */
const PLACES: Partial<Record<string, Place>> = {
  account: { to: (id) => `/users/${id}`, permission: 'users.read', scope: 'reseller' },
  order: { to: (id) => `/orders/${id}`, permission: 'orders.read', scope: 'reseller' },
  payment: { to: (id) => `/payments/${id}`, permission: 'orders.read', scope: 'reseller' },
  reseller: { to: (id) => `/resellers/${id}`, permission: 'resellers.read', scope: 'platform' },
  node: { to: (id) => `/nodes/${id}`, permission: 'nodes.read', scope: 'platform' },
  price_list: { to: () => '/price-lists', permission: 'prices.read', scope: 'platform' },
  package: { to: () => '/packages', permission: 'prices.read', scope: 'platform' },
  staff: { to: () => '/team', permission: 'staff.read', scope: 'any' },
}

/** Links to the thing that a code such as `account:12` names, for members who may open it. */
export function ThingLink({ code, children }: { code: string; children: ReactNode }) {
  const may = useMay()
  const here = officeOf(useSession()) === null ? 'platform' : 'reseller'
  const [kind, ...id] = code.split(':')
  const place = PLACES[kind!]
  const isOpen = place && may(place.permission) && (place.scope === 'any' || place.scope === here)
  if (!isOpen || id.length === 0) return children
  return (
    <Link className={css.link} to={place.to(id.join(':'))}>
      {children}
    </Link>
  )
}
