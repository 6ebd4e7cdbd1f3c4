import type { MonitorAlert } from '../../../contract/monitor-figures.ts'
import { inTx, type Ctx } from '../../platform/context.ts'
import { fail } from '../../platform/errors.ts'
import { writeAudit } from '../audit/audit.ts'
import { acknowledge, loadAlert, type AlertRow } from './alert-store.ts'
import { toMonitorAlert } from './shown-alert.ts'

const EVERYTHING = { resellerId: null, hasPlatform: true }

export async function acknowledgeAlert(ctx: Ctx<'monitor'>, input: { alertId: number }): Promise<MonitorAlert> {
  const { resellerId, userName } = ctx.actor
  const view = { resellerId, hasPlatform: resellerId === null }
  const alert = (await loadAlert(ctx.db, view, input.alertId)) ?? fail('object.unknown')
  // A limited monitor sees alerts of shared nodes, but only the platform may acknowledge them.
  if (resellerId !== null && alert.resellerId !== resellerId) fail('object.unknown')
  return toMonitorAlert(await acknowledgeBy(ctx, alert, `monitor:${userName}`), ctx.language)
}

export async function acknowledgeAsOperator(
  ctx: Pick<Ctx, 'db' | 'now'>,
  alertId: number,
  actor: string,
): Promise<AlertRow> {
  const alert = (await loadAlert(ctx.db, EVERYTHING, alertId)) ?? fail('object.unknown')
  return acknowledgeBy(ctx, alert, actor)
}

/** The first acknowledgement counts; later callers get that one. */
function acknowledgeBy(ctx: Pick<Ctx, 'db' | 'now'>, alert: AlertRow, by: string): Promise<AlertRow> {
  return inTx(ctx, async (tx) => {
    const done = await acknowledge(tx.db, alert.id, by, ctx.now)
    if (!done) return (await loadAlert(tx.db, EVERYTHING, alert.id)) ?? fail('object.unknown')
    const entry = {
      resellerId: alert.resellerId,
      actor: by,
      action: 'alert.acknowledged',
      subject: `alert:${alert.id}`,
    }
    await writeAudit(tx.db, { ...entry, detail: { kind: alert.kind, about: alert.subject } }, ctx.now)
    return done
  })
}
