import { inTx, type Ctx, type Owner } from '../../platform/context.ts'
import { fail } from '../../platform/errors.ts'
import { claimAccount, holdAccount } from '../accounts/hold-account.ts'
import { changeOwner } from '../resellers/change-owner.ts'
import { ownsAgency } from '../resellers/load-agency.ts'

/** Gives an agency to another account, or to nobody: then whoever ran it may close the account. */
export function handOverAgency(
  ctx: Pick<Ctx, 'db' | 'now'>,
  resellerId: number,
  owner: Owner | null,
  actor: string,
): Promise<void> {
  return inTx(ctx, async (tx) => {
    if (owner) {
      // Claimed, so that beside it the account is neither deleted nor given another agency.
      await claimAccount(tx, owner)
      if (!(await holdAccount(tx, owner))) fail('object.unknown')
      if (await ownsAgency(tx, owner)) fail('account.has_agency')
    }
    await changeOwner(tx, resellerId, owner, actor)
  })
}
