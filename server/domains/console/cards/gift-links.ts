import { consoleApi } from '../../../../contract/console/api.ts'
import type { OfficeGiftLink } from '../../../../contract/console/gift-links.ts'
import { inTx, may, type StaffCtx } from '../../../platform/context.ts'
import { fail } from '../../../platform/errors.ts'
import type { Answer } from '../../../platform/http/answer.ts'
import type { Handler } from '../../../platform/http/bind.ts'
import { staffActor } from '../../audit/audit.ts'
import { proveSpending } from '../../bulk/prove-spending.ts'
import { takeBack } from '../../gifts/links/end-links.ts'
import { makeResellerLink } from '../../gifts/links/make-link.ts'
import { findLinkOffers } from '../../gifts/links/price-link.ts'
import { shownLink, type ShownLink } from '../../gifts/links/shown-link.ts'
import { loadPage } from '../../lists/list-page.ts'
import { giftLinkList } from './queries.ts'

const { giftLinks } = consoleApi

/** Staff who may not see a price cannot agree to it. */
export const offerGifts: Handler<typeof giftLinks.offers> = async (ctx) => {
  if (!may(ctx, 'prices.read')) fail('staff.forbidden')
  return { offers: await findLinkOffers(ctx, ctx.resellerId, 'reseller') }
}

export const makeGift: Handler<typeof giftLinks.make> = (ctx, input) => {
  if (!may(ctx, 'prices.read')) fail('staff.forbidden')
  return inTx(ctx, async (tx) => {
    const { row, url } = await makeResellerLink(tx, ctx.resellerId, input, staffActor(ctx))
    if (url !== null) await proveSpending(tx, 'reseller', row.priceFen)
    return { link: toLink(ctx, row), url }
  })
}

export const findGifts: Handler<typeof giftLinks.list> = async (ctx, input) => {
  const { rows, ...page } = await loadPage<ShownLink, 'createdAt'>(ctx, giftLinkList(ctx, ctx.resellerId, input), input)
  return { rows: rows.map((row) => toLink(ctx, row)), ...page }
}

export const takeGiftBack: Handler<typeof giftLinks.takeBack> = async (ctx, { id }) => {
  return toLink(ctx, await takeBack(ctx, { resellerId: ctx.resellerId, giverId: null }, id, staffActor(ctx)))
}

function toLink(ctx: StaffCtx, row: ShownLink): Answer<OfficeGiftLink> {
  const { priceFen, ...link } = shownLink(row, ctx.language)
  const { madeBy, usedBy, usedName } = row
  return {
    ...link,
    priceFen: may(ctx, 'prices.read') ? priceFen : null,
    madeBy,
    usedBy: usedBy === null ? null : { accountId: usedBy, userName: usedName! },
  }
}
