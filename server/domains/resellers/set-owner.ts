import { writeAudit } from '../../platform/audit.ts'
import { inTx, type Ctx } from '../../platform/context.ts'
import { fail } from '../../platform/errors.ts'
import { holdAccount } from '../accounts/hold-account.ts'
import { resellerSubject } from './add-reseller.ts'
import { type AgencyOwner, updateOwner } from './agency-queries.ts'
import { ownsAgency } from './load-agency.ts'
import { getReseller } from './reseller-config.ts'

/** Gives a reseller to another account, or to nobody: then whoever ran it may leave. */
export function setOwner(
  ctx: Pick<Ctx, 'db' | 'now'>,
  resellerId: number,
  owner: AgencyOwner | null,
  actor: string,
): Promise<void> {
  return inTx(ctx, async (tx) => {
    await getReseller(tx, resellerId)
    if (owner) {
      // Held, so that no deletion of the account comes in between.
      if (!(await holdAccount(tx, owner))) fail('object.unknown')
      if (await ownsAgency(tx, owner)) fail('account.has_agency')
    }
    await updateOwner(tx.db, resellerId, owner)
    const entry = { resellerId, actor, action: 'reseller.owner_changed', subject: resellerSubject(resellerId) }
    await writeAudit(tx.db, { ...entry, detail: { owner } }, ctx.now)
  })
}
