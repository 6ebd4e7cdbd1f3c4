import type { Language } from '../../../../contract/languages.ts'
import type { MonitorOverview } from '../../../../contract/monitor-figures.ts'
import type { Config } from '../../../config.ts'
import type { Ctx, MonitorActor } from '../../../platform/context.ts'
import type { Db, Tx } from '../../../platform/db/db.ts'
import { fail } from '../../../platform/errors.ts'
import { findOpenAlerts } from '../../alerts/alert-store.ts'
import { toMonitorAlert } from '../../alerts/shown-alert.ts'
import { loadNewestEventId } from '../stream/event-queries.ts'
import { findNodeFigures } from './node-figures.ts'
import { loadPlatformFigures } from './platform-figures.ts'
import { findSaleMinutes, findTrafficMinutes, loadPaymentFigures, type PaymentFigures } from './queries.ts'

/** Chooses the reseller to show: the requested one, but for a limited monitor only its own. */
export function resellerInView(actor: MonitorActor, asked: number | undefined): number | null {
  if (actor.resellerId === null) return asked ?? null
  if (asked !== undefined && asked !== actor.resellerId) fail('object.unknown')
  return actor.resellerId
}

export function getOverview(ctx: Ctx<'monitor'>, input: { dailiKey?: number }): Promise<MonitorOverview> {
  const resellerId = resellerInView(ctx.actor, input.dailiKey)
  const view = { resellerId, hasPlatform: ctx.actor.resellerId === null, language: ctx.language }
  return readOverview(ctx.db, ctx.config, view, ctx.now)
}

/** A reader's view; everybody with the same view sees the same figures. */
export type View = { resellerId: number | null; hasPlatform: boolean; language: Language }

export async function readOverview(db: Db | Tx, config: Config, view: View, now: Date): Promise<MonitorOverview> {
  // Read this first: an event during the other reads is then sent again, never left out.
  const eventId = await loadNewestEventId(db)
  const scope = { resellerId: view.resellerId, now }
  const { nodes, onlineUsers } = await findNodeFigures(db, config, scope)
  const traffic = await findTrafficMinutes(db, scope)
  const sales = await findSaleMinutes(db, scope)
  return {
    at: now.toISOString(),
    eventId,
    resellerId: view.resellerId,
    nodes,
    onlineUsers,
    traffic: traffic.map((minute) => ({ ...minute, at: minute.at.toISOString() })),
    sales: sales.map((minute) => ({ ...minute, at: minute.at.toISOString() })),
    payments: toPayments(await loadPaymentFigures(db, scope), now),
    alerts: (await findOpenAlerts(db, view)).map((row) => toMonitorAlert(row, view.language)),
    platform: view.hasPlatform ? await loadPlatformFigures(db, now) : null,
  }
}

function toPayments({ paid, decided, pending, oldestAt, oldestTradeNo }: PaymentFigures, now: Date) {
  return {
    successPercent: decided > 0 ? Math.round((paid / decided) * 1000) / 10 : null,
    decided,
    pending,
    oldestUnsettled:
      oldestAt && oldestTradeNo !== null
        ? {
            createdAt: oldestAt.toISOString(),
            outTradeNo: oldestTradeNo,
            ageS: Math.max(0, Math.floor((now.getTime() - oldestAt.getTime()) / 1000)),
          }
        : null,
  }
}
