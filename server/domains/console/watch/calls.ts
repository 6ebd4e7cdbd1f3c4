import { sql } from 'kysely'
import type { Static } from 'typebox'

import { consoleApi } from '../../../../contract/console/api.ts'
import type { StaffCtx } from '../../../platform/context.ts'
import type { Handler } from '../../../platform/http/bind.ts'
import { auditLook, staffActor } from '../../audit/audit.ts'
import { planMaintenance } from '../../lines/plan-maintenance.ts'
import type { AlertRow } from '../../monitor/alerts/find-alerts.ts'
import { toMonitorAlert } from '../../monitor/alerts/shown-alert.ts'
import { addMonitor, findMonitors } from '../../monitor/monitors/manage-monitors.ts'
import { loadPage, type ListQuery } from '../lists/list-page.ts'
import { equalConditions } from '../lists/sale-filters.ts'

const { monitors, alerts } = consoleApi

type Ctx = StaffCtx<'platform'>

export const addMonitorFor: Handler<typeof monitors.add> = (ctx, { monitor, onlyFor, withTotp }) =>
  addMonitor(ctx, { userName: monitor, resellerId: onlyFor ?? null, withTotp }, staffActor(ctx))

export const planNodeWindow: Handler<typeof alerts.plan> = async (ctx, { nodeId, startsAt, endsAt, note }) => {
  const plan = { nodeId, startsAt: new Date(startsAt), endsAt: new Date(endsAt), note: note.trim() }
  await planMaintenance(ctx, plan, staffActor(ctx))
  return {}
}

function alertList({ state, kind }: Static<typeof alerts.list.input>): ListQuery<'createdAt'> {
  const isOpen = sql`a.resolved_at is null`
  return {
    table: 'alerts a',
    id: { by: 'a.id', kind: 'id' },
    sorts: { createdAt: { by: 'a.created_at', kind: 'time' } },
    firstSort: '-createdAt',
    where: [
      state === undefined ? sql`true` : state === 'open' ? isOpen : sql`not (${isOpen})`,
      ...equalConditions({ 'a.kind': kind }),
    ],
    show: { columns: 'page.*', joins: '' },
  }
}

export async function findAlertList(ctx: Ctx, input: Static<typeof alerts.list.input>) {
  const { rows, ...page } = await loadPage<AlertRow, 'createdAt'>(ctx, alertList(input), input)
  return { rows: rows.map((row) => toMonitorAlert(row, ctx.language)), ...page }
}

export async function listMonitors(ctx: Ctx) {
  const rows = await findMonitors(ctx)
  await auditLook(ctx, 'monitors.listed', null, { count: rows.length })
  return {
    rows: rows.map(({ userName, resellerId, hasTotp, disabledAt, createdAt, lastSeenAt }) => ({
      userName,
      onlyFor: resellerId,
      hasTotp,
      disabledAt: disabledAt?.toISOString() ?? null,
      createdAt: createdAt.toISOString(),
      lastSeenAt: lastSeenAt?.toISOString() ?? null,
    })),
  }
}
