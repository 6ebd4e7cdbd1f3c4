import { writeAudit, type AuditActor } from '../../platform/audit.ts'
import { inTx, type Ctx } from '../../platform/context.ts'
import { resellerSubject } from './add-reseller.ts'
import { getReseller } from './reseller-config.ts'
import { updateSuspended, updateWhitelisted } from './settings-queries.ts'

type Switch = 'suspended' | 'whitelisted'

/** Turns one switch of a reseller. False when it stood that way already. */
export function switchReseller(
  ctx: Pick<Ctx, 'db' | 'now'>,
  resellerId: number,
  change: { name: Switch; on: boolean },
  actor: AuditActor,
): Promise<boolean> {
  return inTx(ctx, async (tx) => {
    await getReseller(tx, resellerId)
    const isChanged =
      change.name === 'suspended'
        ? await updateSuspended(tx.db, resellerId, change.on ? ctx.now : null)
        : await updateWhitelisted(tx.db, resellerId, change.on)
    const action = `reseller.${change.name}_${change.on ? 'on' : 'off'}`
    const entry = { resellerId, actor, action, subject: resellerSubject(resellerId) }
    await writeAudit(tx.db, { ...entry, detail: { isChanged } }, ctx.now)
    return isChanged
  })
}
