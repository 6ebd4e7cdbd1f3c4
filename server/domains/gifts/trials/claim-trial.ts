import type { Static } from 'typebox'

import type { api } from '../../../../contract/api.ts'
import { limits } from '../../../../contract/limits.ts'
import { inTx, type Ctx, type Owner, type TxCtx } from '../../../platform/context.ts'
import { fail, Refusal } from '../../../platform/errors.ts'
import { callerOf } from '../../../platform/limits/client-address.ts'
import { giveBack, takeOne, type Limit } from '../../../platform/limits/limits.ts'
import { sha256 } from '../../../platform/secrets/crypto.ts'
import { inLanguage } from '../../../platform/text/by-language.ts'
import { lockAccountRow } from '../../accounts/lock-account-row.ts'
import { refuseBlock } from '../../accounts/refuse-blocked.ts'
import { accountSubject, writeAudit } from '../../audit/audit.ts'
import { takeStock } from '../../catalogue/get-package.ts'
import { emitAll } from '../../events/emit.ts'
import { post } from '../../ledger/post.ts'
import { installFirstLater } from '../../lines/install-first.ts'
import { ownsLines } from '../../lines/owns-lines.ts'
import { refuseStopped } from '../../resellers/limits.ts'
import { getSeller } from '../../resellers/selling-terms.ts'
import { startTrial } from '../../subscriptions/grant-days.ts'
import { startedEvents } from '../../subscriptions/started-events.ts'
import { lockSubscription, saveSubscription } from '../../subscriptions/subscription-store.ts'
import type { Subscription } from '../../subscriptions/subscription.ts'
import { nameGift } from '../price-gift.ts'
import { insertGift, type GiftRow } from '../queries.ts'
import { isWithoutPackage } from './find-trials.ts'
import { hashMailbox } from './mailbox.ts'
import { findTrialOffers, insertClaim, isMailboxUsed, loadAsker, type TrialOffer } from './queries.ts'

type Input = Static<typeof api.packages.trial.input>
type Output = Static<typeof api.packages.trial.output>
type Wanted = Owner & { offer: TrialOffer; mailHash: Buffer }

/** Per caller and reseller. Mobile users share addresses, so it is more than one. */
const TRIALS: Limit = { name: 'trials', points: limits.trialsPerAddress, windowMs: limits.trialWindowMs }

/**
 * Begins a free trial. It is a gift (no commission, no refund, no credit), paid by the reseller's balance or by the
 * platform as its package says. What is refused does not count for the address.
 */
export async function claimTrial(ctx: Ctx<'user'>, { packageId }: Input): Promise<Output> {
  const { owner, resellerId } = ctx
  const wanted = await judge(ctx, Number(packageId))
  const caller = `${resellerId}:${callerOf(ctx.client.address)}`
  await takeOne(ctx, TRIALS, caller)
  try {
    const { expiresAt, totalBytes } = await inTx(ctx, (tx) => give(tx, { ...owner, ...wanted }))
    const packageName = inLanguage(wanted.offer.name, wanted.offer.names, ctx.language)
    return { packageName, expiresAt: expiresAt!.toISOString(), totalBytes }
  } catch (error) {
    await giveBack(ctx, TRIALS, caller)
    // The reseller's money is no business of its users.
    if (error instanceof Refusal && error.code === 'reseller.short') fail('trial.gone')
    throw error
  }
}

/** All that can be said without a lock, in the order in which a user can do something about it. */
async function judge(ctx: Ctx<'user'>, packageId: number): Promise<Omit<Wanted, keyof Owner>> {
  const { owner, resellerId } = ctx
  await getSeller(ctx, resellerId)
  const { blockedReason, verifiedEmail, hasClaimed } = await loadAsker(ctx.db, owner)
  refuseBlock(blockedReason)
  const offers = await findTrialOffers(ctx.db, resellerId)
  const offer = offers.find(({ id }) => id === packageId) ?? fail('package.not_for_sale')
  if (hasClaimed) fail('trial.used')
  const mailHash = hashMailbox(ctx.config, resellerId, verifiedEmail ?? fail('email.not_bound'))
  if (await isMailboxUsed(ctx.db, resellerId, mailHash)) fail('trial.used')
  await refuseStopped(ctx, resellerId, 'reseller.full')
  return { offer, mailHash }
}

/** Locks in this order: account, subscription, stock, ledger. M47: of many at once one gets the row of the claim. */
async function give(ctx: TxCtx, { offer, mailHash, ...owner }: Wanted): Promise<Subscription> {
  const { resellerId, accountId } = owner
  const account = (await lockAccountRow(ctx, owner)) ?? fail('object.unknown')
  // Another address was bound in the meantime.
  const isSame = account.verifiedEmail && mailHash.equals(hashMailbox(ctx.config, resellerId, account.verifiedEmail))
  if (!isSame) fail('email.not_bound')
  const subscription = await lockSubscription(ctx, owner)
  const gift = await writeGift(ctx, owner, offer)
  if (!(await insertClaim(ctx.db, { ...owner, giftId: gift.id, mailHash, createdAt: ctx.now }))) fail('trial.used')
  if (!isWithoutPackage(subscription, ctx.now)) fail('order.wrong_action')
  await takeStock(ctx, offer.id)
  const clock = { now: ctx.now, timeZone: ctx.config.businessTz }
  const funds = { paid: { paidFen: 0, wholesaleFen: gift.costFen }, by: { giftId: 0 } }
  const outcome = nameGift(startTrial(subscription, offer, offer.trialDays, funds, clock), gift)
  const hasLines = await ownsLines(ctx, owner)
  if (!hasLines) await installFirstLater(ctx, owner)
  await saveSubscription(ctx, owner, outcome, hasLines)
  await emitAll(ctx, startedEvents(owner, outcome))
  const detail = { gift: gift.id, days: offer.trialDays, costFen: gift.costFen, paidBy: gift.paidBy }
  const subject = accountSubject(accountId)
  await writeAudit(ctx.db, { resellerId, actor: subject, action: 'trial.taken', subject, detail }, ctx.now)
  await pay(ctx, gift)
  return outcome
}

async function writeGift(ctx: TxCtx, owner: Owner, offer: TrialOffer): Promise<GiftRow> {
  const { id: packageId, trialDays: days, trialPaidBy: paidBy, costFen } = offer
  const row = { ...owner, kind: 'days' as const, days, packageId, costFen, paidBy }
  const requestKey = `trial:${owner.resellerId}:${owner.accountId}`
  const own = { givenBy: accountSubject(owner.accountId), requestKey, inputHash: sha256(requestKey) }
  return (await insertGift(ctx.db, { ...row, ...own, createdAt: ctx.now })) ?? fail('trial.used')
}

/** What the platform gives of its own moves no money. The reseller never owes for a trial. */
async function pay(ctx: TxCtx, { id: giftId, resellerId, costFen, paidBy }: GiftRow): Promise<void> {
  const legs =
    paidBy === 'platform'
      ? []
      : [
          { kind: 'reseller' as const, resellerId, amountFen: -costFen },
          { kind: 'platform' as const, resellerId: null, amountFen: costFen },
        ]
  await post(ctx, { key: `gift:${giftId}`, kind: 'gift', resellerId, legs, memo: { giftId } })
}
