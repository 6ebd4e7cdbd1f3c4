import type { RedeemedCard } from '../../../../contract/cards.ts'
import type { Language } from '../../../../contract/languages.ts'
import type { Owner, TxCtx } from '../../../platform/context.ts'
import { fail } from '../../../platform/errors.ts'
import { sha256 } from '../../../platform/secrets/crypto.ts'
import { inLanguage } from '../../../platform/text/by-language.ts'
import { post, type Leg } from '../../ledger/post.ts'
import { grantDays } from '../../subscriptions/grant-days.ts'
import { grantPack } from '../../subscriptions/grant-package.ts'
import { insertGift, spendReserve } from '../queries.ts'
import { claimUse, loadLinkByCode, setGift, type NamedLink } from './queries.ts'

type UseCtx = TxCtx & { language: Language }

/**
 * Uses a gift link: what it gives becomes a gift to this user, paid from what was held. Returns null when this reseller
 * has no such link. Locks in this order: link, account, subscription, reserve, ledger.
 */
export async function redeemLink(ctx: UseCtx, owner: Owner, code: string): Promise<RedeemedCard | null> {
  const codeHash = sha256(code)
  const isMine = await claimUse(ctx.db, owner, codeHash, ctx.now)
  const link = await loadLinkByCode(ctx.db, owner.resellerId, codeHash)
  if (!link) return null
  if (!isMine) return firstAnswer(ctx, link, owner)
  const giftId = await give(ctx, owner, link)
  await setGift(ctx.db, link, giftId)
  await pay(ctx, link, giftId)
  return toAnswer(ctx, link)
}

/** A user who lost the answer asks again and gets the same result. */
function firstAnswer(ctx: UseCtx, link: NamedLink, { accountId }: Owner): RedeemedCard {
  if (link.state !== 'used') fail('card.expired')
  return link.usedBy === accountId ? toAnswer(ctx, link) : fail('card.used')
}

/** The piece belongs to a gift, so it counts nothing when the package changes. */
async function give(ctx: UseCtx, owner: Owner, link: NamedLink): Promise<number> {
  const { id, kind, days, trafficBytes, packageId, wholesaleFen: costFen } = link
  const paidBy = link.giverId === null ? ('reseller' as const) : ('user' as const)
  const row = { ...owner, kind, days, trafficBytes, packageId, costFen, paidBy, givenBy: link.madeBy }
  const bulkHoldId = link.giverId === null ? id : null
  const own = { requestKey: `gift_link:${id}`, inputHash: sha256(id), bulkHoldId, createdAt: ctx.now }
  const gift = (await insertGift(ctx.db, { ...row, ...own })) ?? fail('card.used')
  const funds = { paid: { paidFen: 0, wholesaleFen: costFen }, by: { giftId: gift.id } }
  if (kind === 'days') await grantDays(ctx, owner, { packageId, days: days! }, funds)
  else await grantPack(ctx, owner, trafficBytes!, funds)
  return gift.id
}

/** A user's link is a sale at this moment: the price settles what the reseller owes first, as any spent balance does. */
async function pay(ctx: UseCtx, link: NamedLink, giftId: number): Promise<void> {
  const { id, resellerId, giverId, priceFen, wholesaleFen } = link
  const platform: Leg = { kind: 'platform', resellerId: null, amountFen: wholesaleFen }
  const legs: Leg[] =
    giverId === null
      ? [{ kind: 'bulk_hold', resellerId, amountFen: -wholesaleFen }, platform]
      : [
          { kind: 'gift_hold', resellerId, accountId: giverId, amountFen: -priceFen },
          { kind: 'liability', resellerId, amountFen: priceFen, upToOwed: true },
          { kind: 'reseller', resellerId, amountFen: -wholesaleFen, mayOwe: true },
          platform,
        ]
  if (giverId === null && !(await spendReserve(ctx.db, { resellerId, bulkId: id }, wholesaleFen))) fail('card.expired')
  const kind = giverId === null ? ('gift' as const) : ('gift_sale' as const)
  await post(ctx, { key: `gift:${giftId}`, kind, resellerId, legs, memo: { giftId, linkId: id } })
}

function toAnswer({ language }: UseCtx, link: NamedLink): RedeemedCard {
  const { id, kind, days, trafficBytes, lastFour, endedAt } = link
  const packageName = kind === 'traffic' ? null : inLanguage(link.packageName, link.packageNames, language)
  const none = { amountFen: null, period: null, startsAtUse: false }
  return { id, kind, ...none, packageName, trafficBytes, days, lastFour, redeemedAt: endedAt!.toISOString() }
}
