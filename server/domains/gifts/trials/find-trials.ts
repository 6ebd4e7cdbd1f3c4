import type { Static } from 'typebox'

import type { api } from '../../../../contract/api.ts'
import { hasMail } from '../../../config.ts'
import type { Ctx } from '../../../platform/context.ts'
import type { Queryable } from '../../../platform/db/db.ts'
import { inLanguage } from '../../../platform/text/by-language.ts'
import { loadBalanceFen } from '../../ledger/load-balance.ts'
import { isStopped, loadLimits } from '../../resellers/limits.ts'
import { getSellingTerms } from '../../resellers/selling-terms.ts'
import { getSubscription } from '../../subscriptions/subscription-store.ts'
import { serviceState, type Subscription } from '../../subscriptions/subscription.ts'
import { hashMailbox } from './mailbox.ts'
import { findTrialOffers, isMailboxUsed, loadAsker, type TrialOffer } from './queries.ts'

type Trials = Static<typeof api.packages.list.output>['trials']

export function isWithoutPackage(subscription: Subscription, now: Date): boolean {
  const state = serviceState(subscription, now)
  return state === 'none' || state === 'expired'
}

/** The trials that this user may have now. Most resellers give none, and most users have a package: both are cheap. */
export async function findOwnTrials(ctx: Ctx<'user'>): Promise<Trials> {
  const { owner, resellerId } = ctx
  const offers = (await findTrialOffers(ctx.db, resellerId)).filter(({ stock }) => stock !== 0)
  if (offers.length === 0 || !isWithoutPackage(await getSubscription(ctx, owner), ctx.now)) return []
  const { blockedReason, verifiedEmail, hasClaimed } = await loadAsker(ctx.db, owner)
  const { suspendedAt } = await getSellingTerms(ctx, resellerId)
  if (hasClaimed || blockedReason !== null || suspendedAt !== null) return []
  // Nobody can verify an address where no mail is sent.
  if (verifiedEmail === null && !hasMail(ctx.config)) return []
  if (isStopped(ctx, await loadLimits(ctx, resellerId))) return []
  if (verifiedEmail && (await isMailboxUsed(ctx.db, resellerId, hashMailbox(ctx.config, resellerId, verifiedEmail)))) {
    return []
  }
  const affordable = await findAffordable(ctx, resellerId, offers)
  return affordable.map((offer) => ({
    id: String(offer.id),
    name: inLanguage(offer.name, offer.names, ctx.language),
    note: inLanguage(offer.note, offer.notes, ctx.language),
    days: offer.trialDays,
    trafficBytes: offer.trafficBytes,
    deviceLimit: offer.deviceLimit,
    lineLimit: offer.lineLimit,
    needsEmail: verifiedEmail === null,
  }))
}

/** A reseller without money gives nothing away: its trials are not shown. */
async function findAffordable(
  ctx: { db: Queryable },
  resellerId: number,
  offers: readonly TrialOffer[],
): Promise<readonly TrialOffer[]> {
  if (offers.every(({ trialPaidBy }) => trialPaidBy === 'platform')) return offers
  const balanceFen = await loadBalanceFen(ctx, { kind: 'reseller', resellerId })
  return offers.filter(({ trialPaidBy, costFen }) => trialPaidBy === 'platform' || costFen <= balanceFen)
}
