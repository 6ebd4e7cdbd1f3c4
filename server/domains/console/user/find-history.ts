import type { Static } from 'typebox'

import { historyNeeds } from '../../../../contract/console/choices.ts'
import type { HistoryKind, HistoryRow } from '../../../../contract/console/user-fields.ts'
import type { user } from '../../../../contract/console/user.ts'
import { may, type StaffCtx } from '../../../platform/context.ts'
import { pagesBy } from '../../../platform/db/page-cursor.ts'
import { fail } from '../../../platform/errors.ts'
import type { Answer, AnswerOf } from '../../../platform/http/answer.ts'
import { accountSubject, auditLook } from '../../audit/audit.ts'
import { getUser } from './get-user.ts'
import { findHistory, idKindOf, type HistoryEntry } from './history-queries.ts'
import { namedDetail } from './named-detail.ts'

type History = typeof user.history
const byNumber = pagesBy({ at: 'time', id: 'id' })
const byUuid = pagesBy({ at: 'time', id: 'uuid' })

export async function listHistory(ctx: StaffCtx, input: Static<History['input']>): Promise<AnswerOf<History>> {
  const { id: accountId, kind, cursor } = input
  if (!may(ctx, historyNeeds[kind])) fail('staff.forbidden')
  await getUser(ctx, accountId)
  if (cursor === undefined) await auditLook(ctx, 'user.history_opened', accountSubject(accountId), { kind })
  const owner = { resellerId: ctx.resellerId, accountId }
  const isUuid = idKindOf(kind) === 'uuid'
  const end = isUuid ? byUuid.after(cursor) : byNumber.after(cursor)
  const before = end && { at: end.at, id: String(end.id) }
  const rows = await findHistory(ctx.db, kind, owner, { before, limit: byUuid.limit })
  const { shown, next } = isUuid
    ? byUuid.page(rows, ({ at, id }) => ({ at, id }))
    : byNumber.page(rows, ({ at, id }) => ({ at, id: Number(id) }))
  return { rows: shown.map((row) => toRow(ctx, kind, row)), nextCursor: next }
}

/** Hides what somebody earned by inviting from staff who may not read money. */
function toRow(ctx: StaffCtx, kind: HistoryKind, { names, ...row }: HistoryEntry): Answer<HistoryRow> {
  const isCommission = kind === 'invited' || row.what === 'commission_to_balance'
  const hidden = isCommission && !may(ctx, 'money.read') ? { amountFen: null, balanceFen: null } : {}
  return { ...row, ...hidden, detail: namedDetail({ detail: row.detail, names }, ctx.language) }
}
