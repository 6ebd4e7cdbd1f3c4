import { writeAudit } from '../../platform/audit.ts'
import type { Ctx } from '../../platform/context.ts'
import type { Tx } from '../../platform/db.ts'
import { resellerSubject } from './add-reseller.ts'
import { type AgencyOwner, updateOwner } from './agency-queries.ts'
import { forgetPayee } from './payee-account.ts'
import { getReseller } from './reseller-config.ts'

/** Null: the platform runs it from now on. */
export async function changeOwner(
  ctx: Pick<Ctx, 'now'> & { db: Tx },
  resellerId: number,
  owner: AgencyOwner | null,
  actor: string,
): Promise<void> {
  await getReseller(ctx, resellerId)
  await updateOwner(ctx.db, resellerId, owner)
  await forgetPayee(ctx, resellerId)
  const entry = { resellerId, actor, action: 'reseller.owner_changed', subject: resellerSubject(resellerId) }
  const detail = { ownerReseller: owner?.resellerId ?? null, ownerAccount: owner?.accountId ?? null }
  await writeAudit(ctx.db, { ...entry, detail }, ctx.now)
}
