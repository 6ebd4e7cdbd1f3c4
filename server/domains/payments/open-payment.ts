import { limits } from '../../../contract/limits.ts'
import { inTx, type Ctx } from '../../platform/context.ts'
import { randomToken } from '../../platform/crypto.ts'
import { fail } from '../../platform/errors.ts'
import { closePayment, type Look } from './look-at-payment.ts'
import { toBeijing } from './gateways/wire.ts'
import { makeGatewayTime, type GatewayTime } from './gateways/gateway-time.ts'
import { GatewayTrouble, type Gateway } from './gateways/gateway.ts'
import { openGateway } from './gateways/open-gateway.ts'
import { loadMerchant } from './merchants/queries.ts'
import type { Payable } from './payer.ts'
import { claimAsClosed, insertPayment, loadOpenPayment, loadPaymentByKey, type PaymentRow } from './queries.ts'
import { firstLookAt } from './reconcile-times.ts'

type Asked = { keyHash: Buffer; askedHash: Buffer }

/** One open payment per order: a second tab gets the first one's. Another way to pay closes it and begins anew. */
export async function openPayment(
  ctx: Ctx<'anyone'>,
  payable: Payable,
  asked: Asked,
  time: GatewayTime,
): Promise<PaymentRow> {
  const { orderId, resellerId, merchant, channel } = payable
  for (let round = 0; round < 3; round += 1) {
    const open = orderId === null ? null : await loadOpenPayment(ctx.db, resellerId, orderId)
    if (open && open.merchantId === merchant.id && open.channel === channel) return open
    if (open) await giveUp(ctx, open, time)
    const made = await inTx(ctx, (tx) => insertPayment(tx.db, toRow(ctx.now, payable, asked), firstLookAt(ctx.now)))
    if (made) return made
    const payer = payable.accountId === null ? '' : `${resellerId}:${payable.accountId}`
    const twin = await loadPaymentByKey(ctx.db, payer, asked.keyHash)
    if (twin) return twin
  }
  return fail('order.closed')
}

/** Whoever paid the old one in that very moment has paid the order. */
async function giveUp(ctx: Ctx<'anyone'>, open: PaymentRow, time: GatewayTime): Promise<void> {
  const merchant = await loadMerchant(ctx.db, open.merchantId)
  if (!merchant) return
  // Half of the time: the new payment needs its own gateway to answer.
  const half = makeGatewayTime(limits.gatewayTimeoutMs / 2, time)
  const look = await closeAnyway(ctx, open, openGateway(ctx, merchant, half))
  if (look !== 'closed') fail('order.closed')
}

/** A gateway that does not answer must not keep anybody from paying another way: late money is credited all the same. */
async function closeAnyway(ctx: Ctx<'anyone'>, open: PaymentRow, gateway: Gateway): Promise<Look> {
  try {
    return await closePayment(ctx, open, gateway)
  } catch (error) {
    if (!(error instanceof GatewayTrouble)) throw error
    ctx.log.warn({ payment: open.id, trouble: error.message }, 'the gateway did not say')
    return (await claimAsClosed(ctx.db, open.id, ctx.now)) ? 'closed' : 'repeated'
  }
}

function toRow(now: Date, payable: Payable, asked: Asked) {
  const { purpose, resellerId, accountId, orderId, merchant, channel, amountFen, expiresAt } = payable
  return {
    outTradeNo: newNumber(now),
    purpose,
    resellerId,
    accountId,
    orderId,
    merchantId: merchant.id,
    merchantOwnerKey: merchant.ownerKey,
    channel,
    amountFen,
    keyHash: asked.keyHash,
    askedHash: asked.askedHash,
    createdAt: now,
    expiresAt,
  }
}

/** Readable by day for whoever reconciles by hand; the rest is random, so nobody guesses another's. */
function newNumber(now: Date): string {
  const day = toBeijing(now).slice(0, 10).replaceAll('-', '')
  return `${day}${randomToken(18).replaceAll(/[-_]/g, 'x')}`
}
