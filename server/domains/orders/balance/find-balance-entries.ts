import type { Static } from 'typebox'

import type { api } from '../../../../contract/api.ts'
import type { Ctx } from '../../../platform/context.ts'
import { pagesBy } from '../../../platform/db/page-cursor.ts'
import { fail } from '../../../platform/errors.ts'
import { findUserEntries, shownEntry } from '../../ledger/find-entries.ts'
import { loadBalanceFen } from '../../ledger/load-balance.ts'

/** An entry's number grows with time, so it alone gives the order. */
const pages = pagesBy({ id: 'id' })

type Entries = typeof api.balance.entries
type Input = Static<Entries['input']>

export async function findBalanceEntries(ctx: Ctx<'user'>, input: Input): Promise<Static<Entries['output']>> {
  const { owner } = ctx
  const { cursor, ...filter } = input
  const end = pages.after(cursor)
  const rows = await findUserEntries(
    ctx,
    owner,
    { ...readFilter(filter), ...(end && { beforeId: end.id }) },
    pages.limit,
  )
  const { shown, next } = pages.page(rows, ({ id }) => ({ id }))
  return {
    balanceFen: await loadBalanceFen(ctx, { kind: 'user', ...owner }),
    items: shown.map(shownEntry),
    next,
  }
}

export function readFilter({ kind, from, to }: Omit<Input, 'cursor'>): { kind?: string; from?: Date; to?: Date } {
  return { ...(kind ? { kind } : {}), ...(from ? { from: readTime(from) } : {}), ...(to ? { to: readTime(to) } : {}) }
}

/** A leap second is well-formed, but JavaScript cannot represent it. */
function readTime(text: string): Date {
  const time = new Date(text)
  return Number.isNaN(time.getTime()) ? fail('request.invalid', { fields: { from: 'format', to: 'format' } }) : time
}
