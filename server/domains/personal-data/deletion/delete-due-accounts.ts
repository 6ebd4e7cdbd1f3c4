import { inTx, type Owner } from '../../../platform/context.ts'
import type { Tx } from '../../../platform/db/db.ts'
import type { JobCtx } from '../../../platform/jobs/jobs.ts'
import { randomToken } from '../../../platform/secrets/crypto.ts'
import { hashPassword } from '../../../platform/secrets/passwords.ts'
import { clearWaiver, unmarkDeletion } from '../../accounts/account-marks.ts'
import { claimAccount } from '../../accounts/lock-account-row.ts'
import { pseudonymise, forgetSupport } from '../../accounts/pseudonymise.ts'
import { accountSubject, writeAudit } from '../../audit/audit.ts'
import { emit, userOf } from '../../events/emit.ts'
import { forgetFeed } from '../../feeds/reset-feed.ts'
import { clearPayouts } from '../../invites/clear-payouts.ts'
import { loadBalanceFen } from '../../ledger/load-balance.ts'
import { post } from '../../ledger/post.ts'
import { sweepStrays } from '../../ledger/unclaimed.ts'
import { forgetAddresses } from '../../lines/node-calls/note-addresses.ts'
import { forgetMails } from '../../mail/queue-mail.ts'
import { forgetReads } from '../../notices/own-notices.ts'
import { forgetReminders } from '../../notices/reminders/settings.ts'
import { clearOrderDetails } from '../../orders/end-orders.ts'
import { ownsAgency } from '../../resellers/agency.ts'
import { forgetSignIns } from '../../sessions/forget-sign-ins.ts'
import { forgetSubscription, alignLinesLater } from '../../subscriptions/subscription-store.ts'
import { forgetTelegram } from '../../telegram/bindings.ts'
import { forgetTickets } from '../../tickets/own-tickets.ts'
import { hasPackage, loadLeftFen } from './left-behind.ts'
import { findDueDeletions, hasMoneyUnderWay, type DueDeletion } from './queries.ts'

export async function deleteDueAccounts(ctx: JobCtx): Promise<void> {
  const failed: number[] = []
  for (const owner of await findDueDeletions(ctx.db, ctx.now)) {
    // An account that cannot be deleted must not block the later ones.
    await deleteOne(ctx, owner).catch((error: Error) => {
      // Never log the error itself: a database error contains the row.
      ctx.log.error({ accountId: owner.accountId, reason: error.message }, 'account not deleted')
      failed.push(owner.accountId)
    })
  }
  await sweepStrays(ctx)
  if (failed.length > 0) throw new Error(`These accounts could not be deleted: ${failed.join(', ')}`)
}

async function deleteOne(ctx: JobCtx, owner: DueDeletion): Promise<void> {
  const passwordHash = await hashPassword(randomToken())
  await inTx(ctx, async (tx) => {
    await claimAccount(tx, owner)
    if (await ownsAgency(tx, owner)) return keepAccount(tx, owner, 'agency')
    // Staff may delete an account that nobody uses; an account that bought a package meanwhile is in use.
    if (owner.isDeletionByStaff && (await hasPackage(tx, owner))) return keepAccount(tx, owner, 'package')
    // Money may still come in or come back: try again the next day.
    if (await hasMoneyUnderWay(tx.db, owner)) return
    if ((await loadBalanceFen(tx, { kind: 'commission_pending', ...ownerOf(owner) })) > 0) return
    // Money that came in meanwhile must not vanish with its owner. The owner can spend it, waive it or stay.
    const heldFen = await loadLeftFen(tx, owner)
    if (!owner.waivesBalance && heldFen > 0) return
    if (owner.waivedFen !== null && heldFen > owner.waivedFen) return endWaiver(tx, owner)
    const given = { passwordHash, tail: randomToken(6), now: ctx.now }
    if (!(await pseudonymise(tx.db, owner, given))) return
    await forgetPerson(tx, ownerOf(owner))
    await alignLinesLater(tx, owner)
    const subject = accountSubject(owner.accountId)
    await writeAudit(tx.db, { resellerId: owner.resellerId, actor: 'job', action: 'account.deleted', subject }, ctx.now)
    await bookWaiver(tx, owner)
  })
}

/** Deletes rows that are only about the person, and removes the person from rows that others must keep. */
export async function forgetPerson(tx: Pick<JobCtx, 'now' | 'config'> & { db: Tx }, owner: Owner): Promise<void> {
  await forgetSignIns(tx.db, owner)
  await forgetMails(tx.db, owner)
  await forgetReads(tx.db, owner)
  await forgetReminders(tx.db, owner)
  await forgetTelegram(tx.db, owner)
  await forgetSupport(tx.db, owner)
  await forgetTickets(tx.db, owner)
  await forgetSubscription(tx.db, owner)
  await forgetFeed(tx.db, owner)
  await forgetAddresses(tx.db, owner)
  await clearOrderDetails(tx.db, owner)
  await clearPayouts(tx, owner)
}

const ownerOf = ({ resellerId, accountId }: DueDeletion) => ({ resellerId, accountId })

/** The owner gave up the money there was then, not later money. The deletion waits for a decision about the rest. */
async function endWaiver(ctx: JobCtx & { db: Tx }, owner: DueDeletion): Promise<void> {
  await clearWaiver(ctx.db, owner)
  await emit(ctx, 'deletion.put_off', userOf(owner))
  const subject = accountSubject(owner.accountId)
  const entry = { resellerId: owner.resellerId, actor: 'job', action: 'account.waiver_ended', subject }
  await writeAudit(ctx.db, entry, ctx.now)
}

/**
 * Waived money goes to the reseller, as if it had been spent: it first settles what the reseller's own merchant took.
 * Pending commission and withdrawals under way cannot exist here, because the deletion waits for them.
 */
async function bookWaiver(tx: JobCtx & { db: Tx }, { resellerId, accountId }: DueDeletion): Promise<void> {
  const owner = { resellerId, accountId }
  const balanceFen = await loadBalanceFen(tx, { kind: 'user', ...owner })
  const commissionFen = await loadBalanceFen(tx, { kind: 'commission', ...owner })
  if (balanceFen + commissionFen === 0) return
  await post(tx, {
    key: `account:${accountId}:waiver`,
    kind: 'waiver',
    resellerId,
    legs: [
      { kind: 'user', ...owner, amountFen: -balanceFen },
      { kind: 'commission', ...owner, amountFen: -commissionFen },
      { kind: 'liability', resellerId, amountFen: balanceFen, upToOwed: true },
      { kind: 'reseller', resellerId, amountFen: commissionFen },
    ],
  })
}

/**
 * Drops the deletion, for example when an agency was opened after asking: a reseller would lose its owner. The user can
 * ask again later.
 */
async function keepAccount(ctx: JobCtx & { db: Tx }, owner: DueDeletion, because: string): Promise<void> {
  if (!(await unmarkDeletion(ctx.db, owner))) return
  const subject = accountSubject(owner.accountId)
  const entry = { resellerId: owner.resellerId, actor: 'job', action: 'account.deletion_dropped', subject }
  await writeAudit(ctx.db, { ...entry, detail: { because } }, ctx.now)
}
