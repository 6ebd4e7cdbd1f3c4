import type { Static } from 'typebox'

import { limits } from '../../../../contract/limits.ts'
import type { monitor } from '../../../../contract/monitor.ts'
import type { Ctx } from '../../../platform/context.ts'
import { readCursor, writeCursor } from '../../../platform/page-cursor.ts'
import { resellerInView } from '../figures/get-overview.ts'
import { findAlertRows, type AlertRow } from './queries.ts'
import { toMonitorAlert } from './shown-alert.ts'

type Calls = typeof monitor.alerts

export async function findAlerts(ctx: Ctx<'monitor'>, input: Static<Calls['input']>): Promise<Static<Calls['output']>> {
  const view = { resellerId: resellerInView(ctx.actor, input.dailiKey), hasPlatform: ctx.actor.resellerId === null }
  const rows = await findAlertRows(ctx.db, view, {
    isOpenOnly: input.state === 'open',
    before: readCursor(input.cursor),
    limit: limits.listPageSize + 1,
  })
  const items = rows.slice(0, limits.listPageSize)
  const last = items.at(-1)
  const hasMore = rows.length > items.length && last !== undefined
  return {
    items: items.map((row) => toMonitorAlert(row, ctx.language)),
    next: hasMore ? writeCursor({ at: last.createdAt, id: last.id }) : null,
  }
}

/** For the operator: of all resellers. */
export function findAllAlerts(
  ctx: Pick<Ctx, 'db'>,
  options: { isOpenOnly: boolean; limit: number },
): Promise<AlertRow[]> {
  return findAlertRows(ctx.db, { resellerId: null, hasPlatform: true }, { ...options, before: null })
}
