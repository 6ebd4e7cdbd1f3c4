import type { Static } from 'typebox'

import type { monitor } from '../../../contract/monitor.ts'
import type { Ctx } from '../../platform/context.ts'
import { pagesBy } from '../../platform/db/page-cursor.ts'
import { findAlertRows, findRowsOf, type AlertRow } from '../alerts/alert-store.ts'
import { toMonitorAlert } from '../alerts/shown-alert.ts'
import { resellerInView } from './figures/get-overview.ts'

export type { AlertRow } from '../alerts/alert-store.ts'

const pages = pagesBy({ at: 'time', id: 'id' })

type Calls = typeof monitor.alerts

export async function findAlerts(ctx: Ctx<'monitor'>, input: Static<Calls['input']>): Promise<Static<Calls['output']>> {
  const view = { resellerId: resellerInView(ctx.actor, input.dailiKey), hasPlatform: ctx.actor.resellerId === null }
  const rows = await findAlertRows(ctx.db, view, {
    isOpenOnly: input.state === 'open',
    before: pages.after(input.cursor),
    limit: pages.limit,
  })
  const { shown, next } = pages.page(rows, (row) => ({ at: row.createdAt, id: row.id }))
  return { items: shown.map((row) => toMonitorAlert(row, ctx.language)), next }
}

/** For the operator: alerts of all resellers. */
export function findAllAlerts(
  ctx: Pick<Ctx, 'db'>,
  options: { isOpenOnly: boolean; limit: number },
): Promise<AlertRow[]> {
  return findAlertRows(ctx.db, { resellerId: null, hasPlatform: true }, { ...options, before: null })
}

/** Alerts of one subject, newest first. */
export function findAlertsOf(ctx: Pick<Ctx, 'db'>, subject: string, limit: number): Promise<AlertRow[]> {
  return findRowsOf(ctx.db, subject, limit)
}
