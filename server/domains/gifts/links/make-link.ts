import { randomUUID } from 'node:crypto'
import type { Static } from 'typebox'

import type { api } from '../../../../contract/api.ts'
import { lastFour, showCardCode } from '../../../../contract/card-code.ts'
import type { GiftLinkInput, NewGiftLink } from '../../../../contract/gifts.ts'
import { limits } from '../../../../contract/limits.ts'
import { inTx, type Ctx, type TxCtx } from '../../../platform/context.ts'
import type { Queryable } from '../../../platform/db/db.ts'
import { fail } from '../../../platform/errors.ts'
import type { Answer } from '../../../platform/http/answer.ts'
import { onceByRow } from '../../../platform/http/idempotency.ts'
import { giveBack, takeOne, type Limit } from '../../../platform/limits/limits.ts'
import { sha256 } from '../../../platform/secrets/crypto.ts'
import { drawCardCode } from '../../../platform/secrets/draw-card-code.ts'
import { refuseBlocked } from '../../accounts/refuse-blocked.ts'
import { accountSubject, actorName, type AuditActor } from '../../audit/audit.ts'
import { post } from '../../ledger/post.ts'
import { refuseStopped } from '../../resellers/limits.ts'
import { resellerLinks } from '../../resellers/reseller-by-host.ts'
import { getSeller } from '../../resellers/selling-terms.ts'
import { getSubscription } from '../../subscriptions/subscription-store.ts'
import { reserveForBulk } from '../bulk-reserve.ts'
import { priceLink, findLinkOffers, type Payer } from './price-link.ts'
import { insertLink, loadLinkByKey, type Giver, type NamedLink } from './queries.ts'
import { shownLink } from './shown-link.ts'

type Input = Static<typeof GiftLinkInput>
type Made = Answer<Static<typeof NewGiftLink>>

/** Each link is a row and a guess less: nobody gives more by hand. */
const LINKS: Limit = { name: 'gift-links', points: limits.giftLinksPerDay, windowMs: 86_400_000 }

export async function offerLinks(ctx: Ctx<'user'>): Promise<Static<typeof api.gifts.offers.output>> {
  const { packageId, period } = await getSubscription(ctx, ctx.owner)
  const ownId = period === 'once' ? null : packageId
  return { offers: await findLinkOffers(ctx, ctx.resellerId, 'user', ownId) }
}

/** A user pays retail from the balance. The money is held as the user's own until somebody uses the link. */
export async function makeOwnLink(ctx: Ctx<'user'>, input: Input): Promise<Made> {
  const { resellerId, accountId } = ctx.owner
  await refuseBlocked(ctx, ctx.owner)
  const counter = [ctx, LINKS, `${resellerId}:${accountId}`] as const
  const { row, url } = await linkOnce(ctx.db, { resellerId, giverId: accountId }, input, async () => {
    await takeOne(...counter)
    let made: Linked | null = null
    try {
      made = await payLink(ctx, input)
      return made
    } finally {
      // A refusal, or a second press at once, made no link.
      if (made === null) await giveBack(...counter)
    }
  })
  return { link: shownLink(row, ctx.language), url }
}

/** `url` is null when the same request came before. */
type Linked = { row: NamedLink; url: string | null }

function linkOnce(db: Queryable, giver: Giver, input: Input, make: () => Promise<Linked | null>): Promise<Linked> {
  const { packageId, days, priceFen, key } = input
  return onceByRow({
    load: () => loadLinkByKey(db, giver, key),
    isSame: (first) => first.packageId === Number(packageId) && first.days === days && first.priceFen === priceFen,
    repeat: (row) => ({ row, url: null }),
    make,
  })
}

async function payLink(ctx: Ctx<'user'>, input: Input): Promise<Linked | null> {
  const { owner } = ctx
  if (input.days !== null) {
    const { packageId, period } = await getSubscription(ctx, owner)
    if (packageId !== Number(input.packageId) || period === 'once') fail('order.wrong_action')
  }
  return inTx(ctx, async (tx) => {
    const giver = { resellerId: owner.resellerId, giverId: owner.accountId }
    await getSeller(tx, owner.resellerId)
    const made = await makeLink(tx, giver, input, accountSubject(owner.accountId), 'user')
    if (!made) return null
    const { row: link } = made
    await refuseStopped(tx, owner.resellerId, 'reseller.full')
    await post(tx, {
      key: `gift_link:${link.id}:hold`,
      kind: 'gift_link',
      resellerId: owner.resellerId,
      legs: [
        { kind: 'user', ...owner, amountFen: -link.priceFen },
        { kind: 'gift_hold', ...owner, amountFen: link.priceFen },
      ],
      memo: { linkId: link.id, about: link.lastFour },
    })
    return made
  })
}

/** The reseller pays wholesale from its balance, never into debt, as for any gift. Call it in a transaction. */
export async function makeResellerLink(
  ctx: TxCtx,
  resellerId: number,
  input: Input,
  actor: AuditActor,
): Promise<Linked> {
  const giver = { resellerId, giverId: null }
  return linkOnce(ctx.db, giver, input, async () => {
    const made = await makeLink(ctx, giver, input, actorName(actor), 'reseller')
    if (!made) return null
    const reserve = { resellerId, bulkId: made.row.id, amountFen: made.row.priceFen, paidBy: 'reseller' as const }
    await reserveForBulk(ctx, reserve, actor, 'gift_link')
    return made
  })
}

async function makeLink(ctx: TxCtx, giver: Giver, input: Input, madeBy: string, payer: Payer): Promise<Linked | null> {
  const { packageId, days, priceFen: agreedFen, key } = input
  const wish = { packageId: Number(packageId), days }
  const { offer, priceFen, wholesaleFen } = await priceLink(ctx, giver.resellerId, wish, payer)
  const code = drawCardCode()
  const link = await insertLink(ctx.db, {
    id: randomUUID(),
    ...giver,
    ...wish,
    madeBy,
    codeHash: sha256(code),
    lastFour: lastFour(code),
    kind: days === null ? 'traffic' : 'days',
    trafficBytes: days === null ? offer.trafficBytes : null,
    priceFen,
    wholesaleFen,
    requestKey: key,
    createdAt: ctx.now,
    expiresAt: new Date(ctx.now.getTime() + limits.giftLinkTtlMs),
  })
  if (!link) return null
  if (priceFen !== agreedFen) fail('order.price_changed', { data: { priceFen } })
  const linkTo = await resellerLinks(ctx, giver.resellerId)
  const row = { ...link, packageName: offer.name, packageNames: offer.names, usedName: null }
  return { row, url: `${linkTo('/user/kmList')}#${showCardCode(code)}` }
}
