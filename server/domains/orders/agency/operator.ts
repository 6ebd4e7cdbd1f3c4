import { inTx, type Ctx, type Owner } from '../../../platform/context.ts'
import { fail } from '../../../platform/errors.ts'
import { claimAccount, lockAccountRow } from '../../accounts/lock-account-row.ts'
import type { AuditActor } from '../../audit/audit.ts'
import { emit } from '../../events/emit.ts'
import { ownsAgency, changeOwner } from '../../resellers/agency.ts'
import { switchReseller } from '../../resellers/switch-reseller.ts'

/** Lets an agency sell online and tells its owner. False when it could already: nobody is told twice. */
export function approveAgency(ctx: Pick<Ctx, 'db' | 'now'>, resellerId: number, actor: AuditActor): Promise<boolean> {
  return inTx(ctx, async (tx) => {
    const isChanged = await switchReseller(tx, resellerId, { name: 'whitelisted', on: true }, actor)
    if (isChanged) await emit(tx, 'agency.approved', { resellerId, at: ctx.now.toISOString() })
    return isChanged
  })
}

/** Gives an agency to another account, or to nobody, so that its owner may delete the account. */
export function handOverAgency(
  ctx: Pick<Ctx, 'db' | 'now'>,
  resellerId: number,
  owner: Owner | null,
  actor: AuditActor,
): Promise<void> {
  return inTx(ctx, async (tx) => {
    if (owner) {
      // Lock the account, so that it is neither deleted nor given another agency at the same time.
      await claimAccount(tx, owner)
      if (!(await lockAccountRow(tx, owner))) fail('object.unknown')
      if (await ownsAgency(tx, owner)) fail('account.has_agency')
    }
    await changeOwner(tx, resellerId, owner, actor)
  })
}
