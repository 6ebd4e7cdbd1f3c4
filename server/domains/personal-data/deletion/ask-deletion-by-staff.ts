import { limits } from '../../../../contract/limits.ts'
import { inTx, type Ctx, type Owner } from '../../../platform/context.ts'
import { fail } from '../../../platform/errors.ts'
import { loadDeletion, markForDeletion, unmarkDeletion } from '../../accounts/account-marks.ts'
import { refuseHelpedLately } from '../../accounts/refuse-helped.ts'
import { takePlaceBack } from '../../accounts/take-place.ts'
import { accountSubject, writeAudit, type AuditActor } from '../../audit/audit.ts'
import { emit, userOf } from '../../events/emit.ts'
import { refuseAgencyOwner, type Helper } from '../../sessions/operator/give-help.ts'
import { hasPackage, loadLeftFen } from './left-behind.ts'
import { hasMoneyUnderWay } from './queries.ts'

/**
 * Works only for an account with nothing left: only its user can waive money. The user is told and can take it back for
 * as long as after asking themselves.
 */
export function askDeletionByStaff(
  ctx: Pick<Ctx, 'db' | 'now'>,
  owner: Owner,
  helper: Helper,
): Promise<{ deleteAfter: Date }> {
  return inTx(ctx, async (tx) => {
    const due = new Date(ctx.now.getTime() + limits.deletionDelayMs)
    const asked = { deleteAfter: due, waivesBalance: false, isByStaff: true }
    // Mark first: this locks the row, and a refusal rolls the mark back.
    const { deleteAfter, isNew } = (await markForDeletion(tx.db, owner, asked)) ?? fail('object.unknown')
    await refuseAgencyOwner(tx, owner, helper)
    await refuseHelpedLately(tx, owner)
    if (await hasPackage(tx, owner)) fail('account.not_empty', { data: { because: 'package' } })
    if (await hasMoneyUnderWay(tx.db, owner)) fail('account.not_empty', { data: { because: 'payment' } })
    if ((await loadLeftFen(tx, owner)) > 0) fail('account.not_empty', { data: { because: 'balance' } })
    if (!isNew) return { deleteAfter }
    const until = deleteAfter.toISOString()
    await emit(tx, 'deletion.asked', { ...userOf(owner), until, isByStaff: true })
    const subject = accountSubject(owner.accountId)
    const entry = { resellerId: owner.resellerId, actor: helper.actor, action: 'account.deletion_asked', subject }
    await writeAudit(tx.db, { ...entry, before: { deleteAfter: null }, after: { deleteAfter: until } }, ctx.now)
    return { deleteAfter }
  })
}

/** Staff can take back what staff asked for; only the user can take back what the user asked for. */
export function keepByStaff(ctx: Pick<Ctx, 'db' | 'now' | 'config'>, owner: Owner, actor: AuditActor): Promise<void> {
  return inTx(ctx, async (tx) => {
    const asked = await takePlaceBack(tx, owner.resellerId, 'reseller.limit', async () => {
      const found = await loadDeletion(tx.db, owner)
      if (!found?.isByStaff) fail('freeze.wrong_state')
      await unmarkDeletion(tx.db, owner)
      return found
    })
    const subject = accountSubject(owner.accountId)
    const entry = { resellerId: owner.resellerId, actor, action: 'account.deletion_taken_back', subject }
    const before = { deleteAfter: asked.deleteAfter.toISOString() }
    await writeAudit(tx.db, { ...entry, before, after: { deleteAfter: null } }, ctx.now)
  })
}
