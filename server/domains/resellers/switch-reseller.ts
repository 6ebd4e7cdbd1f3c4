import { inTx, type Ctx } from '../../platform/context.ts'
import type { Tx } from '../../platform/db/db.ts'
import { addJob } from '../../platform/jobs/jobs.ts'
import { writeAudit, type AuditActor } from '../audit/audit.ts'
import { resellerSubject } from './add-reseller.ts'
import { getReseller } from './reseller-config.ts'
import { updateHasLifelines, updateResumed, updateSuspended, updateWhitelisted } from './settings-queries.ts'

type Switch =
  | { name: 'whitelisted'; on: boolean }
  /** Whether its users' lines still get to the portal for some days after a package has ended. */
  | { name: 'lifelines'; on: boolean }
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
    const isChanged = await save(tx, resellerId, change)
    // Nodes hear at once who of its users has a lifeline now.
    if (isChanged && change.name !== 'whitelisted') await addJob(tx.db, 'lines.settle_lifelines', { resellerId })
    const action = `reseller.${change.name}_${change.on ? 'on' : 'off'}`
    const entry = { resellerId, actor, action, subject: resellerSubject(resellerId) }
    const reason = change.name === 'suspended' && change.reason ? { reasonCharacters: [...change.reason].length } : {}
    await writeAudit(tx.db, { ...entry, detail: { isChanged, ...reason } }, ctx.now)
    return isChanged
  })
}

function save({ db, now }: { db: Tx; now: Date }, resellerId: number, change: Switch): Promise<boolean> {
  if (change.name === 'whitelisted') return updateWhitelisted(db, resellerId, change.on)
  if (change.name === 'lifelines') return updateHasLifelines(db, resellerId, change.on)
  return change.on ? updateSuspended(db, resellerId, now, change.reason) : updateResumed(db, resellerId)
}
