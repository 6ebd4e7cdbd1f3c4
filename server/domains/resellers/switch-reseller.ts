import { inTx, type Ctx } from '../../platform/context.ts'
import { writeAudit, type AuditActor } from '../audit/audit.ts'
import { resellerSubject } from './add-reseller.ts'
import { getReseller } from './reseller-config.ts'
import { updateResumed, updateSuspended, updateWhitelisted } from './settings-queries.ts'

type Switch =
  | { name: 'whitelisted'; on: boolean }
  /** The reason is shown to the reseller; null: no new one. */
  | { name: 'suspended'; on: boolean; reason: string | null }

/** Sets one switch of a reseller. False when nothing changed, including the reason. */
export function switchReseller(
  ctx: Pick<Ctx, 'db' | 'now'>,
  resellerId: number,
  change: Switch,
  actor: AuditActor,
): Promise<boolean> {
  return inTx(ctx, async (tx) => {
    await getReseller(tx, resellerId)
    const isChanged =
      change.name === 'suspended'
        ? await (change.on
            ? updateSuspended(tx.db, resellerId, ctx.now, change.reason)
            : updateResumed(tx.db, resellerId))
        : await updateWhitelisted(tx.db, resellerId, change.on)
    const action = `reseller.${change.name}_${change.on ? 'on' : 'off'}`
    const entry = { resellerId, actor, action, subject: resellerSubject(resellerId) }
    const reason = change.name === 'suspended' && change.reason ? { reasonCharacters: [...change.reason].length } : {}
    await writeAudit(tx.db, { ...entry, detail: { isChanged, ...reason } }, ctx.now)
    return isChanged
  })
}
