import { LIST_COUNT_MAX } from '../../../contract/console/list.ts'
import type { ListedUser, UserFilters, users } from '../../../contract/console/users.ts'
import type { Language } from '../../../contract/languages.ts'
import { maskAddress } from '../../../contract/mask.ts'
import { inTx, may, type StaffCtx } from '../../platform/context.ts'
import type { Tx } from '../../platform/db/db.ts'
import { pagesBy } from '../../platform/db/page-cursor.ts'
import { readByIndex } from '../../platform/db/read-by-index.ts'
import { fail } from '../../platform/errors.ts'
import type { Answer, AnswerOf } from '../../platform/http/answer.ts'
import { inLanguage } from '../../platform/text/by-language.ts'
import { auditLook, type AuditWords } from '../audit/audit.ts'
import { countUsers } from './count-users.ts'
import type { SearchScope, UserFilter } from './filter-users.ts'
import { findUserIds, findUserRows, type Order, type PageEnd, type UserRow } from './queries.ts'
import { findSearched } from './search-users.ts'

const PAGE = 50
const VALUES: Record<Order['by'], RegExp> = {
  created: /^\d{1,17}$/,
  name: /^[\w.@-]{1,40}$/,
  ends: /^\d{1,17}$/,
  balance: /^\d{1,15}$/,
}

export async function listUsers(ctx: StaffCtx, input: UserFilters): Promise<AnswerOf<typeof users.list>> {
  const { sort, cursor, limit = PAGE, ...filter } = input
  const order = orderOf(sort)
  const pages = pagesBy({ part: 'part', value: 'text', id: 'id' }, limit)
  const end = pages.after(cursor)
  if (!isEndOf(order, end)) return fail('request.invalid', { fields: { cursor: 'pattern' } })
  const { next, rows, count } = await inTx(ctx, async (tx) => {
    await readByIndex(tx.db)
    const asked = await askedBy(tx, filter.search)
    const found = await findUserIds(tx.db, asked, filter, { order, end, limit: pages.limit })
    const { shown, next: after } = pages.page(found, ({ id, value }) => ({
      part: value === null ? 'n' : 'v',
      value: value ?? '',
      id,
    }))
    return {
      next: after,
      rows: await findUserRows(tx.db, ctx.resellerId, idsOf(shown), ctx.now),
      count: await countUsers(tx.db, asked, filter),
    }
  })
  await auditLook(ctx, 'users.listed', null, { ...auditWords(filter), count })
  return {
    rows: rows.map((row) => toUser(row, ctx.language, may(ctx, 'users.private'))),
    nextCursor: next,
    count: Math.min(count, LIST_COUNT_MAX),
    countIsFloor: count > LIST_COUNT_MAX,
  }
}

/** A cursor from a list with another sort does not fit this one. */
function isEndOf({ by }: Order, end: PageEnd | null): boolean {
  return end === null || end.part === 'n' || VALUES[by].test(end.value)
}

const idsOf = (found: readonly { id: number }[]) => found.map(({ id }) => id)

/** What every question about a list starts from: searches once, for all of them. */
export async function askedBy(ctx: StaffCtx & { db: Tx }, search?: string): Promise<SearchScope> {
  const { resellerId, now } = ctx
  const timeZone = ctx.config.businessTz
  const seesMails = may(ctx, 'users.private')
  const found = await findSearched(ctx.db, { resellerId, seesMails }, search)
  return { resellerId, now, timeZone, seesMails, found }
}

export function orderOf(sort: UserFilters['sort'] = '-created'): Order {
  return { by: sort.replace('-', '') as Order['by'], isDown: sort.startsWith('-') }
}

/** A search may be somebody's e-mail address, so only its length is kept. */
export function auditWords({ search, ...filter }: UserFilter): AuditWords {
  return { ...(filter as AuditWords), ...(search ? { searchCharacters: [...search].length } : {}) }
}

function toUser(row: UserRow, language: Language, seesMails: boolean): Answer<ListedUser> {
  const { packageNames, ...rest } = row
  return {
    ...rest,
    packageId: row.packageId === null ? null : String(row.packageId),
    email: row.email && !seesMails ? maskAddress(row.email) : row.email,
    packageName: row.packageName && inLanguage(row.packageName, packageNames, language),
    lines: row.lines.map(({ node, names, state }) => ({ node: inLanguage(node, names, language), state })),
  }
}
