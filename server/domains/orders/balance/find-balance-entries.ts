import type { Static } from 'typebox'

import type { api } from '../../../../contract/api.ts'
import { limits } from '../../../../contract/limits.ts'
import type { Ctx } from '../../../platform/context.ts'
import { fail } from '../../../platform/errors.ts'
import { findUserEntries } from '../../ledger/find-entries.ts'
import { loadBalanceFen } from '../../ledger/load-balance.ts'
import { shownEntry } from '../../ledger/shown-entry.ts'

type Entries = typeof api.balance.entries
type Input = Static<Entries['input']>

export async function findBalanceEntries(ctx: Ctx<'user'>, input: Input): Promise<Static<Entries['output']>> {
  const { owner } = ctx
  const { cursor, ...filter } = input
  const page = { ...readFilter(filter), ...(cursor === undefined ? {} : { beforeId: readCursor(cursor) }) }
  const rows = await findUserEntries(ctx, owner, page, limits.listPageSize + 1)
  const items = rows.slice(0, limits.listPageSize)
  return {
    balanceFen: await loadBalanceFen(ctx, { kind: 'user', ...owner }),
    items: items.map(shownEntry),
    next: rows.length > items.length ? String(items.at(-1)!.id) : null,
  }
}

export function readFilter({ kind, from, to }: Omit<Input, 'cursor'>): { kind?: string; from?: Date; to?: Date } {
  return { ...(kind ? { kind } : {}), ...(from ? { from: readTime(from) } : {}), ...(to ? { to: readTime(to) } : {}) }
}

/** A leap second is well-formed, and no time that JavaScript knows. */
function readTime(text: string): Date {
  const time = new Date(text)
  return Number.isNaN(time.getTime()) ? fail('request.invalid', { fields: { from: 'format', to: 'format' } }) : time
}

function readCursor(cursor: string): number {
  const id = Number(cursor)
  return Number.isSafeInteger(id) && id > 0 ? id : fail('request.invalid', { fields: { cursor: 'pattern' } })
}
