import { civilTime } from '../../../../contract/civil-time.ts'
import { inTx, type StaffActor } from '../../../platform/context.ts'
import type { JobCtx } from '../../../platform/jobs/jobs.ts'
import { dayOf } from '../../../platform/text/business-day.ts'
import { emit } from '../../events/emit.ts'
import { permissionsOf, roleNameOf } from '../../staff/role-permissions.ts'
import { showOverview } from '../overview/show-overview.ts'
import { showPlatform } from '../platform/show-platform.ts'
import { findDue, markTold, type Due } from './queries.ts'
import { officeText, platformText } from './summary-text.ts'

/** Every quarter of an hour: whoever wants the figures of the day by now, and has not had them, is told once. */
export async function tellSummaries(ctx: JobCtx): Promise<void> {
  const { businessTz } = ctx.config
  const day = dayOf(ctx.now, businessTz)
  for (const due of await findDue(ctx.db, civilTime(ctx.now, businessTz).hour, day)) {
    const text = await textFor(ctx, due)
    const { staffId, resellerId, byMail, byChat } = due
    await inTx(ctx, async (tx) => {
      if (!(await markTold(tx.db, staffId, day)) || text === null) return
      await emit(tx, 'day.summed', { resellerId, staffId, day, aside: { text, byMail, byChat } })
    })
  }
}

/** What the member would see on the overview at this moment; null for one who may not open it. */
async function textFor(ctx: JobCtx, due: Due): Promise<string | null> {
  const permissions = permissionsOf(due)
  if (!permissions.has('overview.read')) return null
  const { staffId, name, language, resellerId } = due
  const nobody = { sessionId: '', provedAt: new Date(0) }
  const actor: StaffActor = {
    kind: 'staff',
    staffId,
    name,
    resellerId,
    roleName: roleNameOf(due),
    permissions,
    ...nobody,
  }
  if (resellerId === null) return platformText(await showPlatform({ ...ctx, actor }, { days: 1 }), language)
  return officeText(
    await showOverview({ ...ctx, actor, resellerId }, { days: 1 }),
    language,
    permissions.has('users.read'),
  )
}
