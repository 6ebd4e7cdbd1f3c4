import type { Static } from 'typebox'

import type { api } from '../../../contract/api.ts'
import { limits } from '../../../contract/limits.ts'
import type { Quote } from '../../../contract/packages.ts'
import { inLanguage } from '../../platform/by-language.ts'
import type { Ctx, Owner } from '../../platform/context.ts'
import { takeOne, type Limit } from '../../platform/limits.ts'
import { shownReset } from '../packages/subscription.ts'
import { getSeller } from '../resellers/selling-terms.ts'
import { priceOrder, type Price, type PriceCtx, type Wish } from './price-order.ts'
import { insertQuote } from './queries.ts'

type Input = Static<typeof api.packages.quote.input>

/** Each is a row, and a guess at a coupon; choosing a package takes a dozen. */
const QUOTES: Limit = { name: 'quotes', points: 120, windowMs: 10 * 60_000 }

export async function quotePackage(ctx: Ctx<'user'>, { coupon, packageId, ...rest }: Input): Promise<Quote> {
  const { owner } = ctx
  await takeOne(ctx, QUOTES, `${owner.resellerId}:${owner.accountId}`)
  return makeQuote(ctx, owner, {
    ...rest,
    packageId: Number(packageId),
    coupon: coupon === undefined ? null : { code: coupon },
  })
}

/** A price that stands for some minutes, with what paying it will do. */
export async function makeQuote(ctx: PriceCtx & Pick<Ctx, 'language'>, owner: Owner, wish: Wish): Promise<Quote> {
  await getSeller(ctx, owner.resellerId)
  const price = await priceOrder(ctx, owner, wish)
  const { couponId, listFen, discountFen, creditFen, totalFen, basisRevision } = price
  const { action, packageId, period } = wish
  const expiresAt = new Date(ctx.now.getTime() + limits.quoteTtlMs)
  const amounts = { listFen, discountFen, creditFen, totalFen }
  const { resellerId, accountId } = owner
  const row = { resellerId, accountId, action, packageId, period, couponId, ...amounts, basisRevision }
  const quoteId = await insertQuote(ctx.db, { ...row, createdAt: ctx.now, expiresAt })
  return {
    quoteId,
    action,
    packageId: String(packageId),
    packageName: inLanguage(price.offer.name, price.offer.names, ctx.language),
    period,
    ...amounts,
    after: toOutcome(price),
    validUntil: expiresAt.toISOString(),
  }
}

function toOutcome({ outcome }: Price): Quote['after'] {
  return {
    expiresAt: outcome.expiresAt?.toISOString() ?? null,
    bankedSeconds: outcome.bankedSeconds,
    totalBytes: outcome.totalBytes,
    leftBytes: Math.max(0, outcome.totalBytes - outcome.usedBytes),
    nextResetAt: shownReset(outcome)?.toISOString() ?? null,
    deviceLimit: outcome.deviceLimit,
    lineLimit: outcome.lineLimit,
  }
}
