import type { Ctx } from '../../platform/context.ts'
import { raiseAlert } from '../alerts/alerts.ts'
import { writeAudit, type AuditActor } from '../audit/audit.ts'
import { resellerSubject } from './add-reseller.ts'

type Tried = { resellerId: number; actor: AuditActor; what: 'gateway' | 'domain' | 'webhook'; host: string }

/**
 * Reports that somebody named an address in a private network. Never call it in the refused transaction. Raises no
 * alert for operators: they know what they type.
 */
export async function reportInside(ctx: Pick<Ctx, 'db' | 'now'>, { resellerId, actor, what, host }: Tried) {
  const subject = resellerSubject(resellerId)
  const detail = { what, host }
  await writeAudit(ctx.db, { resellerId, actor, action: 'address.refused', subject, detail }, ctx.now)
  if (typeof actor !== 'string') {
    await raiseAlert(ctx.db, { resellerId, kind: 'address.inside', subject, detail }, ctx.now)
  }
}
