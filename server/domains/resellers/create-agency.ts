import { accountSubject, writeAudit } from '../../platform/audit.ts'
import type { Tx } from '../../platform/db.ts'
import { addNext, resellerSubject } from './add-reseller.ts'
import { updateAgency, type AgencyOwner } from './agency-queries.ts'

export type NewAgency = { owner: AgencyOwner; orderId: string; name: string; contact: string }

/** A reseller of its own for a user account, off the whitelist until the operator approves it. */
export async function createAgency(ctx: { db: Tx; now: Date }, agency: NewAgency): Promise<{ resellerId: number }> {
  const resellerId = await addNext(ctx, ctx.now)
  await updateAgency(ctx.db, resellerId, agency)
  const { owner, orderId } = agency
  const actor = accountSubject(owner.accountId)
  const detail = { ownerResellerId: owner.resellerId, orderId }
  const entry = { resellerId, actor, action: 'reseller.opened', subject: resellerSubject(resellerId), detail }
  await writeAudit(ctx.db, entry, ctx.now)
  return { resellerId }
}
