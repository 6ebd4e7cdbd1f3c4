import type { Static } from 'typebox'

import type { TimelineRow } from '../../../../contract/console/user-fields.ts'
import type { user } from '../../../../contract/console/user.ts'
import { may, type Owner, type StaffCtx } from '../../../platform/context.ts'
import { pagesBy } from '../../../platform/db/page-cursor.ts'
import { accountSubject, auditLook } from '../../audit/audit.ts'
import { getUser } from './get-user.ts'
import { namedDetail } from './named-detail.ts'
import { findTimeline, type TimelineEntry, type TimelineSight } from './timeline-queries.ts'

type Timeline = typeof user.timeline
const pages = pagesBy({ moment: 'moment', id: 'text' })

export async function showTimeline(
  ctx: StaffCtx,
  { id: accountId, cursor }: Static<Timeline['input']>,
): Promise<Static<Timeline['output']>> {
  await getUser(ctx, accountId)
  if (cursor === undefined) await auditLook(ctx, 'user.history_opened', accountSubject(accountId), { kind: 'timeline' })
  const owner = { resellerId: ctx.resellerId, accountId }
  const rows = await findTimeline(ctx.db, owner, sightOf(ctx), { before: pages.after(cursor), limit: pages.limit })
  const { shown, next } = pages.page(rows, ({ moment, id }) => ({ moment, id }))
  return { rows: shown.map((row) => toRow(ctx, row)), nextCursor: next }
}

/** For whom the look at the user is written down already. */
export async function findLately(ctx: StaffCtx, owner: Owner, limit: number): Promise<TimelineRow[]> {
  const rows = await findTimeline(ctx.db, owner, sightOf(ctx), { before: null, limit })
  return rows.map((row) => toRow(ctx, row))
}

/** Platform staff inside a reseller see the tickets that were handed to them. */
function sightOf(ctx: StaffCtx): TimelineSight {
  const isGuest = ctx.actor.resellerId === null && ctx.resellerId !== 0
  const tickets = may(ctx, 'tickets.answer') ? (isGuest ? 'handed' : 'all') : 'none'
  return { orders: may(ctx, 'orders.read'), tickets }
}

function toRow({ language }: Pick<StaffCtx, 'language'>, row: TimelineEntry): TimelineRow {
  const { kind, id, at, what, state, amountFen, who } = row
  const detail = namedDetail(row, language)
  return { kind, id, at: at.toISOString(), what, state, amountFen, who: who || null, detail }
}
