import { limits } from '../../../../contract/limits.ts'
import { inTx, type Ctx, type Owner } from '../../../platform/context.ts'
import { fail } from '../../../platform/errors.ts'
import { takeOne } from '../../../platform/limits/limits.ts'
import { markPaused } from '../../accounts/account-marks.ts'
import { accountSubject, writeAudit, type AuditActor } from '../../audit/audit.ts'
import { bankTime } from '../../subscriptions/bank-time.ts'
import { alignLinesLater } from '../../subscriptions/subscription-store.ts'
import { findPausesSince, insertPause } from './queries.ts'

type LimitCtx = Parameters<typeof takeOne>[0] & Pick<Ctx, 'db' | 'now'>

/** Undone pauses do not count for the user's limit, but each one stops and starts the lines on their nodes. */
const PAUSES = { name: 'pause', points: 20, windowMs: 3_600_000 }

export function pauseService(ctx: Ctx<'user'>): Promise<void> {
  return pauseFor(ctx, ctx.owner, accountSubject(ctx.owner.accountId))
}

/**
 * Banks the time that is left, for the user or for staff who do it for them: the same limits hold. The first statement
 * locks the account's row, so of two calls one waits and loses.
 */
export async function pauseFor(ctx: LimitCtx, owner: Owner, actor: AuditActor): Promise<void> {
  await takeOne(ctx, PAUSES, `${owner.resellerId}|${owner.accountId}`)
  await inTx(ctx, async (tx) => {
    if (!(await markPaused(tx.db, owner, ctx.now))) fail('freeze.wrong_state')
    const next = nextPauseAt(await findPausesSince(tx.db, owner, windowStart(ctx.now)))
    if (next) fail('freeze.too_often', { data: { nextPauseAt: next.toISOString() } })
    const { bankedSeconds, expiresAt } = (await bankTime(tx.db, owner, ctx.now)) ?? fail('freeze.wrong_state')
    await insertPause(tx.db, owner, { startedAt: ctx.now, expiresAt })
    await alignLinesLater(tx, owner)
    const subject = accountSubject(owner.accountId)
    const entry = { resellerId: owner.resellerId, actor, action: 'service.paused', subject }
    await writeAudit(tx.db, { ...entry, detail: { bankedSeconds } }, ctx.now)
  })
}

export function windowStart(now: Date): Date {
  return new Date(now.getTime() - limits.pauseWindowMs)
}

/** When the next pause may begin. Takes the starts of the pauses in the window, newest first; null means now. */
export function nextPauseAt(recent: readonly Date[]): Date | null {
  const blocking = recent[limits.pausesPerWindow - 1]
  return blocking ? new Date(blocking.getTime() + limits.pauseWindowMs) : null
}
