import type { Ctx, Owner } from '../../../platform/context.ts'
import type { Tx } from '../../../platform/db/db.ts'
import { fail } from '../../../platform/errors.ts'
import { claimAccount } from '../../accounts/lock-account-row.ts'
import { recordHelp, type HelpKind } from '../../accounts/record-help.ts'
import { actorName, type AuditActor } from '../../audit/audit.ts'
import { emit, userOf } from '../../events/emit.ts'
import { ownsAgency } from '../../resellers/agency.ts'

/** Who acts on a user's account. `isOperator`: the platform, through its staff or the command line. */
export type Helper = { actor: AuditActor; isOperator: boolean }
type TxCtx = Pick<Ctx, 'now'> & { db: Tx }

/**
 * Call this before anything that lets somebody into an account. One member can give only one kind of help in three
 * days, so that nobody takes an account over alone; the operator may give all. The user is warned, and nothing leaves
 * the account until the three days are over.
 */
export async function giveHelp(tx: TxCtx, owner: Owner, kind: HelpKind, helper: Helper): Promise<void> {
  // Lock: of two helps at once the second sees the first.
  await claimAccount(tx, owner)
  await refuseAgencyOwner(tx, owner, helper)
  await recordHelp(tx, owner, { kind, actor: actorName(helper.actor), mayGiveAll: helper.isOperator })
  await emit(tx, 'account.helped', { ...userOf(owner), help: kind })
}

/** An agency is a business of its own: the reseller above must not get into it through its owner's account. */
export async function refuseAgencyOwner(ctx: { db: Ctx['db'] }, owner: Owner, helper: Helper): Promise<void> {
  if (!helper.isOperator && (await ownsAgency(ctx, owner))) fail('staff.operator_only')
}
