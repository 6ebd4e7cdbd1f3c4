import type { Static } from 'typebox'

import type { api } from '../../../../contract/api.ts'
import { limits } from '../../../../contract/limits.ts'
import type { Ctx, TxCtx, Owner } from '../../../platform/context.ts'
import type { Tx } from '../../../platform/db/db.ts'
import { fail } from '../../../platform/errors.ts'
import { once } from '../../../platform/http/idempotency.ts'
import { refuseBlocked } from '../../accounts/refuse-blocked.ts'
import { isLikeAddress, isMisleadingName } from '../../resellers/agency-name.ts'
import { loadAgency, ownsAgency } from '../../resellers/agency.ts'
import { getOnlineSeller } from '../../resellers/selling-terms.ts'
import { expireOrders } from '../end-orders.ts'
import { insertOrder, lockOpenOrder } from '../queries.ts'
import { sell } from '../settle-order.ts'

type Create = Static<typeof api.agencies.create.input>
type Created = Static<typeof api.agencies.create.output>

/** From the balance: fee and reseller in one transaction. Online: an order that is fulfilled when it is paid. */
export function openAgency(ctx: Ctx<'user'>, input: Create): Promise<Created> {
  return once(ctx, 'agency.create', input.key, input, (tx) => open(tx, input))
}

async function open(ctx: Ctx<'user'> & { db: Tx }, input: Create): Promise<Created> {
  const { owner } = ctx
  await refuseBlocked(ctx, owner)
  await getOnlineSeller(ctx, owner.resellerId)
  const detail = { name: input.name.trim(), contact: input.contact.trim() }
  if (isMisleadingName(detail.name) || isLikeAddress(detail.name)) fail('agency.name_refused')
  const order = await openAgencyOrder(ctx, owner, { feeFen: ctx.config.agencyFeeFen, detail })
  // Check after the order: a second tab had to wait for the first one's order, and now sees its result.
  if (await ownsAgency(ctx, owner)) fail('agency.exists')
  const { orderId, amountFen } = order
  const payBefore = order.expiresAt.toISOString()
  if (input.payBy === 'online') {
    return { orderId, amountFen, needsPayment: true, payBefore, daili_id: null, app_key: null, agency: null }
  }
  await sell(ctx, { resellerId: owner.resellerId, orderId, source: { kind: 'balance' } })
  const agency = (await loadAgency(ctx, owner)) ?? fail('object.unknown')
  const { daili_id, app_key } = agency
  return { orderId, amountFen, needsPayment: false, payBefore, daili_id, app_key, agency }
}

type Agency = { feeFen: number; detail: { name: string; contact: string } }
type OpenedOrder = { orderId: string; amountFen: number; expiresAt: Date }

/**
 * Opens an order for the user's own agency. The whole fee goes to the platform. A second tab finds the first one's
 * order.
 */
export async function openAgencyOrder(ctx: TxCtx, owner: Owner, { feeFen, detail }: Agency): Promise<OpenedOrder> {
  await expireOrders(ctx, owner)
  const open = await lockOpenOrder(ctx.db, owner, 'agency')
  if (open) {
    const isSame = open.totalFen === feeFen && open.detail['name'] === detail.name
    if (!isSame || open.detail['contact'] !== detail.contact) fail('order.open', { data: { orderId: open.id } })
    return { orderId: open.id, amountFen: open.totalFen, expiresAt: open.expiresAt }
  }
  const order = await insertOrder(ctx.db, {
    resellerId: owner.resellerId,
    accountId: owner.accountId,
    action: 'agency',
    packageId: null,
    period: null,
    quoteId: null,
    couponId: null,
    listFen: feeFen,
    discountFen: 0,
    creditFen: 0,
    totalFen: feeFen,
    wholesaleFen: feeFen,
    fullWholesaleFen: feeFen,
    inviterId: null,
    commissionFen: 0,
    basisRevision: 0,
    detail,
    createdAt: ctx.now,
    expiresAt: new Date(ctx.now.getTime() + limits.orderTtlMs),
  })
  const { id, totalFen, expiresAt } = order ?? fail('order.open')
  return { orderId: id, amountFen: totalFen, expiresAt }
}
