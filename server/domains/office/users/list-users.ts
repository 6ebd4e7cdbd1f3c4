import type { Static } from 'typebox'

import { LIST_COUNT_MAX } from '../../../../contract/console/list.ts'
import type { ListedUser, UserFilters, users } from '../../../../contract/console/users.ts'
import type { Language } from '../../../../contract/languages.ts'
import { maskAddress } from '../../../../contract/mask.ts'
import { auditLook, type AuditWords } from '../../../platform/audit.ts'
import { inLanguage } from '../../../platform/by-language.ts'
import { inTx, may, type StaffCtx } from '../../../platform/context.ts'
import { readEnd, writeEnd } from '../keyset.ts'
import type { Asked, UserFilter } from './filter-users.ts'
import { countUsers, findUserIds, findUserRows, readByIndex, type Order, type UserRow } from './queries.ts'

type Answer = Static<typeof users.list.output>

const PAGE = 50
const VALUES: Record<Order['by'], RegExp> = {
  created: /^\d{4,6}-\d\d-\d\d \d\d:\d\d:\d\d/,
  name: /^[\w.@-]{1,40}$/,
  ends: /^\d{4,6}-\d\d-\d\d \d\d:\d\d:\d\d/,
  balance: /^\d{1,15}$/,
}

export async function listUsers(ctx: StaffCtx, input: UserFilters): Promise<Answer> {
  const { sort, cursor, limit = PAGE, ...filter } = input
  const order = orderOf(sort)
  const end = readEnd(cursor, (value) => VALUES[order.by].test(value))
  const asked = askedBy(ctx)
  const { found, rows, count } = await inTx(ctx, async (tx) => {
    await readByIndex(tx.db)
    const ids = await findUserIds(tx.db, asked, filter, { order, end, limit: limit + 1 })
    const shown = ids.slice(0, limit)
    return {
      found: ids,
      rows: await findUserRows(tx.db, ctx.resellerId, idsOf(shown), ctx.now),
      count: await countUsers(tx.db, asked, filter),
    }
  })
  const last = found.length > limit ? found[limit - 1] : undefined
  await auditLook(ctx, 'users.listed', null, { ...auditWords(filter), count })
  return {
    rows: rows.map((row) => toUser(row, ctx.language, asked.seesMails)),
    nextCursor: last
      ? writeEnd({ part: last.value === null ? 'n' : 'v', value: last.value ?? '', id: String(last.id) })
      : null,
    count: Math.min(count, LIST_COUNT_MAX),
    countIsFloor: count > LIST_COUNT_MAX,
  }
}

const idsOf = (found: readonly { id: number }[]) => found.map(({ id }) => id)

export function askedBy(ctx: StaffCtx): Asked {
  return { resellerId: ctx.resellerId, now: ctx.now, seesMails: may(ctx, 'users.private') }
}

export function orderOf(sort: UserFilters['sort'] = '-created'): Order {
  return { by: sort.replace('-', '') as Order['by'], isDown: sort.startsWith('-') }
}

/** A word that was searched for may be somebody's mail: how long it was is enough. */
export function auditWords({ search, ...filter }: UserFilter): AuditWords {
  return { ...(filter as AuditWords), ...(search ? { searchCharacters: [...search].length } : {}) }
}

function toUser(row: UserRow, language: Language, seesMails: boolean): ListedUser {
  const { packageNames, ...rest } = row
  return {
    ...rest,
    email: row.email && !seesMails ? maskAddress(row.email) : row.email,
    packageName: row.packageName && inLanguage(row.packageName, packageNames, language),
    deleteAfter: row.deleteAfter?.toISOString() ?? null,
    expiresAt: row.expiresAt?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
    lastTrafficAt: row.lastTrafficAt?.toISOString() ?? null,
  }
}
