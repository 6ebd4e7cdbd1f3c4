import { sql } from 'kysely'
import type { Static } from 'typebox'

import { consoleApi } from '../../../../contract/console/api.ts'
import type { StaffCtx } from '../../../platform/context.ts'
import { bind } from '../../../platform/http/bind.ts'
import { acknowledgeAsOperator } from '../../alerts/acknowledge-alert.ts'
import { setAlertRule } from '../../alerts/alert-rules.ts'
import { toMonitorAlert } from '../../alerts/shown-alert.ts'
import { auditLook, staffActor, actorName } from '../../audit/audit.ts'
import { planMaintenance } from '../../lines/plan-maintenance.ts'
import { loadPage, type ListQuery } from '../../lists/list-page.ts'
import { equalConditions } from '../../lists/sale-filters.ts'
import { cancelWindow } from '../../nodes/windows.ts'
import type { AlertRow } from '../find-alerts.ts'
import {
  addMonitor,
  findMonitors,
  disableMonitor,
  resetMonitorPassword,
  resetMonitorTotp,
} from '../monitors/manage-monitors.ts'
import { showRules } from './show-rules.ts'
import { showWindows } from './show-windows.ts'

const { monitors, alerts } = consoleApi

type Ctx = StaffCtx<'platform'>

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

async function findAlertList(ctx: Ctx, input: Static<typeof alerts.list.input>) {
  const { rows, ...page } = await loadPage<AlertRow, 'createdAt'>(ctx, alertList(input), input)
  return { rows: rows.map((row) => toMonitorAlert(row, ctx.language)), ...page }
}

async function listMonitors(ctx: Ctx) {
  const rows = await findMonitors(ctx)
  await auditLook(ctx, 'monitors.listed', null, { count: rows.length })
  return {
    rows: rows.map(({ userName, resellerId, hasTotp, disabledAt, createdAt, lastSeenAt }) => ({
      userName,
      onlyFor: resellerId,
      hasTotp,
      disabledAt,
      createdAt,
      lastSeenAt,
    })),
  }
}

export const watchRoutes = [
  bind(monitors.list, listMonitors),
  bind(monitors.add, (ctx, { monitor, onlyFor, withTotp }) =>
    addMonitor(ctx, { userName: monitor, resellerId: onlyFor ?? null, withTotp }, staffActor(ctx)),
  ),
  bind(monitors.disable, (ctx, { monitor }) => disableMonitor(ctx, monitor, staffActor(ctx))),
  bind(monitors.enable, async (ctx, { monitor }) => ({
    password: await resetMonitorPassword(ctx, monitor, staffActor(ctx)),
  })),
  bind(monitors.resetTotp, async (ctx, { monitor, isOff }) => ({
    totp: await resetMonitorTotp(ctx, monitor, { isOff }, staffActor(ctx)),
  })),
  bind(alerts.list, findAlertList),
  bind(alerts.ack, (ctx, { alertId }) => acknowledgeAsOperator(ctx, alertId, actorName(staffActor(ctx)))),
  bind(alerts.rules, showRules),
  bind(alerts.setRule, (ctx, wish) => setAlertRule(ctx, wish, staffActor(ctx))),
  bind(alerts.windows, async (ctx) => ({ rows: await showWindows(ctx) })),
  bind(alerts.plan, async (ctx, { nodeId, startsAt, endsAt, note }) => {
    const plan = { nodeId, startsAt: new Date(startsAt), endsAt: new Date(endsAt), note: note.trim() }
    await planMaintenance(ctx, plan, staffActor(ctx))
  }),
  bind(alerts.cancel, (ctx, { windowId }) => cancelWindow(ctx, windowId, staffActor(ctx))),
]
