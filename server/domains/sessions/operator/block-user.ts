import { limits } from '../../../../contract/limits.ts'
import { inTx, type Ctx, type Owner } from '../../../platform/context.ts'
import type { Tx } from '../../../platform/db/db.ts'
import { fail } from '../../../platform/errors.ts'
import { markPaused } from '../../accounts/account-marks.ts'
import { setBlock } from '../../accounts/refuse-blocked.ts'
import { accountSubject, writeAudit } from '../../audit/audit.ts'
import { emit, userOf } from '../../events/emit.ts'
import { bankTime } from '../../subscriptions/bank-time.ts'
import { alignLinesLater } from '../../subscriptions/subscription-store.ts'
import { insertPause, loadFreeze, loadOpenPause } from '../freeze/queries.ts'
import { endPauseOf } from '../freeze/resume-service.ts'
import { refuseAgencyOwner, type Helper } from './give-help.ts'
import type { NamedUser } from './load-user.ts'

type BlockCtx = Pick<Ctx, 'db' | 'now'>

/**
 * Stops the service and everything that costs money until the block is lifted. The time left stays banked, however
 * long.
 */
export function blockUser(ctx: BlockCtx, user: NamedUser, given: string, helper: Helper): Promise<void> {
  const reason = given.trim()
  if (reason === '' || [...reason].length > limits.blockReasonMax) {
    fail('request.invalid', { fields: { reason: `1 to ${limits.blockReasonMax} characters` } })
  }
  const owner = { resellerId: user.resellerId, accountId: user.id }
  return inTx(ctx, async (tx) => {
    await refuseAgencyOwner(tx, owner, helper)
    if (!(await setBlock(tx.db, owner, { reason, now: ctx.now }))) fail('freeze.wrong_state')
    await emit(tx, 'account.blocked', { ...userOf(owner), aside: { reason } })
    await pauseForBlock(tx, owner)
    await alignLinesLater(tx, owner)
    const subject = accountSubject(owner.accountId)
    const { actor } = helper
    const entry = { resellerId: owner.resellerId, actor, action: 'account.blocked', subject }
    const after = { blocked: true, reasonCharacters: [...reason].length }
    await writeAudit(tx.db, { ...entry, before: { blocked: false }, after }, ctx.now)
  })
}

/** The user's own pause goes on unchanged. */
export async function pauseForBlock(tx: BlockCtx & { db: Tx }, owner: Owner): Promise<void> {
  const freeze = await loadFreeze(tx.db, owner)
  if (!freeze || freeze.pausedAt) return
  const banked = await bankTime(tx.db, owner, tx.now)
  // A one-time plan has no time to bank, but is stopped too.
  if (banked === null && freeze.period !== 'once') return
  await markPaused(tx.db, owner, tx.now)
  await insertPause(tx.db, owner, { startedAt: tx.now, expiresAt: banked?.expiresAt ?? null, isBlock: true })
}

export function unblockUser(ctx: BlockCtx, user: NamedUser, helper: Helper): Promise<void> {
  const owner = { resellerId: user.resellerId, accountId: user.id }
  const { actor } = helper
  return inTx(ctx, async (tx) => {
    await refuseAgencyOwner(tx, owner, helper)
    if (!(await setBlock(tx.db, owner, null))) fail('freeze.wrong_state')
    const open = await loadOpenPause(tx.db, owner)
    if (open?.isBlock) await endPauseOf(tx, owner, 0, actor)
    // Without a pause to end, there may be a lifeline that comes back.
    await alignLinesLater(tx, owner)
    await emit(tx, 'account.unblocked', userOf(owner))
    const subject = accountSubject(owner.accountId)
    const entry = { resellerId: owner.resellerId, actor, action: 'account.unblocked', subject }
    await writeAudit(tx.db, { ...entry, before: { blocked: true }, after: { blocked: false } }, ctx.now)
  })
}
