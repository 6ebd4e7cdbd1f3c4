import type { Static } from 'typebox'

import type { HistoryRow, user } from '../../../../contract/console/user.ts'
import { may, type StaffCtx } from '../../../platform/context.ts'
import { fail } from '../../../platform/errors.ts'
import { pagesBy } from '../../../platform/page-cursor.ts'
import { getUser } from './get-user.ts'
import { findHistory, idKindOf, type HistoryEntry } from './history-queries.ts'

type History = typeof user.history
const byNumber = pagesBy({ at: 'time', id: 'id' })
const byUuid = pagesBy({ at: 'time', id: 'uuid' })

export async function listHistory(ctx: StaffCtx, input: Static<History['input']>): Promise<Static<History['output']>> {
  const { id: accountId, kind, cursor } = input
  if (kind === 'audit' && !may(ctx, 'audit.read')) fail('staff.forbidden')
  await getUser(ctx, accountId)
  const owner = { resellerId: ctx.resellerId, accountId }
  const isUuid = idKindOf(kind) === 'uuid'
  const end = isUuid ? byUuid.after(cursor) : byNumber.after(cursor)
  const before = end && { at: end.at, id: String(end.id) }
  const rows = await findHistory(ctx.db, kind, owner, { before, limit: byUuid.limit })
  const { shown, next } = isUuid
    ? byUuid.page(rows, ({ at, id }) => ({ at, id }))
    : byNumber.page(rows, ({ at, id }) => ({ at, id: Number(id) }))
  return { rows: shown.map(toRow), nextCursor: next }
}

function toRow(row: HistoryEntry): HistoryRow {
  return { ...row, at: row.at.toISOString() }
}
