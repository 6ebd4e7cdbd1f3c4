import type { Static } from 'typebox'

import type { api } from '../../../../contract/api.ts'
import { limits } from '../../../../contract/limits.ts'
import { inTx, type Ctx } from '../../../platform/context.ts'
import { fail } from '../../../platform/errors.ts'
import { keepPlace, keepWaived, markForDeletion, unmarkDeletion } from '../../accounts/account-marks.ts'
import { refuseHelpedLately } from '../../accounts/refuse-helped.ts'
import { takePlaceBack } from '../../accounts/take-place.ts'
import { accountSubject, writeAudit } from '../../audit/audit.ts'
import { emit, userOf } from '../../events/emit.ts'
import { ownsAgency } from '../../resellers/agency.ts'
import { checkPassword } from '../../sessions/factors/check-password.ts'
import { checkSecondFactor } from '../../sessions/factors/check-second-factor.ts'
import { hasPackage, loadLeftFen } from './left-behind.ts'
import { hasMoneyUnderWay } from './queries.ts'

/** Sets the day of deletion. Until then everything goes on as before, and one call takes it back. */
export async function askDeletion(
  ctx: Ctx<'user'>,
  input: Static<typeof api.accounts.remove.input>,
): Promise<{ deleteAfter: string }> {
  const { owner } = ctx
  await checkPassword(ctx, input.passWord)
  await checkSecondFactor(ctx, owner, input.totp)
  const waivesBalance = input.waiveBalance === true
  return inTx(ctx, async (tx) => {
    const due = new Date(ctx.now.getTime() + limits.deletionDelayMs)
    const asked = { deleteAfter: due, waivesBalance, isByStaff: false }
    const { deleteAfter, isNew } = (await markForDeletion(tx.db, owner, asked)) ?? fail('object.unknown')
    await refuseHelpedLately(tx, owner)
    // Check while the row is locked: an agency being opened is either seen here or finds the day set.
    if (await ownsAgency(tx, owner)) fail('account.has_agency')
    if (await hasMoneyUnderWay(tx.db, owner)) fail('account.money_under_way')
    const heldFen = await loadLeftFen(tx, owner)
    if (!waivesBalance && heldFen > 0) fail('account.has_balance')
    if (waivesBalance) await keepWaived(tx.db, owner, heldFen)
    if (heldFen > 0 || (await hasPackage(tx, owner))) await keepPlace(tx.db, owner)
    const until = deleteAfter.toISOString()
    if (!isNew) return { deleteAfter: until }
    await emit(tx, 'deletion.asked', { ...userOf(owner), until, isByStaff: false })
    const subject = accountSubject(owner.accountId)
    const entry = { resellerId: owner.resellerId, actor: subject, action: 'account.deletion_asked', subject }
    await writeAudit(tx.db, { ...entry, detail: { deleteAfter: until, waivesBalance } }, ctx.now)
    return { deleteAfter: until }
  })
}

/** Needs no password: a thief gains nothing by keeping the account. Does nothing when no deletion is under way. */
export async function takeBackDeletion(ctx: Ctx<'user'>): Promise<void> {
  const { owner } = ctx
  await inTx(ctx, async (tx) => {
    const isBack = await takePlaceBack(tx, owner.resellerId, 'reseller.full', () => unmarkDeletion(tx.db, owner))
    if (!isBack) return
    const subject = accountSubject(owner.accountId)
    const entry = { resellerId: owner.resellerId, actor: subject, action: 'account.deletion_taken_back', subject }
    await writeAudit(tx.db, entry, ctx.now)
  })
}
