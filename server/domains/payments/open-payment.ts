import type { Static } from 'typebox'

import type { api } from '../../../contract/api.ts'
import { writeAppKey } from '../../../contract/app-key.ts'
import { limits } from '../../../contract/limits.ts'
import { PAID_MARK, PAY_PATH } from '../../../contract/page.ts'
import { feeOf } from '../../../contract/pay-fees.ts'
import type { OpenPayment, PayDevice } from '../../../contract/payments.ts'
import { inTx, type Ctx, type TxCtx } from '../../platform/context.ts'
import { fail } from '../../platform/errors.ts'
import { randomToken } from '../../platform/secrets/crypto.ts'
import { loadGoods } from '../orders/goods.ts'
import { setAsidePart } from '../orders/set-aside-part.ts'
import { resellerLinks } from '../resellers/reseller-by-host.ts'
import { firstLookAt, followPayment } from './check-payment.ts'
import { endPayment } from './end-payment.ts'
import {
  toBeijing,
  makeGatewayTime,
  type GatewayTime,
  GatewayTrouble,
  type Gateway,
  type Bill,
} from './gateways/gateway.ts'
import { openGateway } from './gateways/open-gateway.ts'
import { giveUpPayment } from './give-up-payment.ts'
import { type Merchant, loadMerchant, notifyUrlOf } from './merchants/merchant.ts'
import { wayOf, type ChosenPayType } from './merchants/pay-types.ts'
import { writePaidMark } from './paid-mark.ts'
import {
  dueFen,
  insertPayment,
  loadOpenPayment,
  loadPaymentByKey,
  type PaymentRow,
  keepHandedOut,
  type HandedOut,
} from './queries.ts'
import { quoteOf } from './quote-of.ts'

export type PayCtx = Pick<Ctx, 'db' | 'now' | 'config' | 'log' | 'client' | 'language'>
/** Who pays and for what, with every rule of the purpose already checked. */
export type Payable = ChosenPayType & {
  purpose: Static<typeof api.payments.pay.input>['type']
  resellerId: number
  accountId: number | null
  orderId: string | null
  amountFen: number
  /** The part of the order that the balance pays; it is held while the payment is open. */
  balanceFen?: number
  expiresAt: Date
}
type RequestHashes = { keyHash: Buffer; askedHash: Buffer }
/** `returnUrl`: where the gateway sends the payer afterwards; by default the page of the purpose. */
export type HandOut = { device: PayDevice; returnUrl?: string }

/**
 * One open payment per order: a second tab gets the same one. Choosing another way to pay closes it and begins a new
 * one.
 */
export async function openPayment(
  ctx: PayCtx,
  payable: Payable,
  asked: RequestHashes,
  time: GatewayTime,
): Promise<PaymentRow> {
  const { orderId, resellerId, merchant, channel } = payable
  if (payable.amountFen < wayOf(merchant, channel).minFen) fail('pay.below_minimum')
  for (let round = 0; round < 3; round += 1) {
    const open = orderId === null ? null : await loadOpenPayment(ctx.db, resellerId, orderId)
    const isSame = open?.merchantId === merchant.id && open.channel === channel
    if (open && isSame && open.balanceFen === (payable.balanceFen ?? 0) && open.expiresAt > ctx.now) {
      if (await isStillOpen(ctx, open, time)) return open
    } else if (open) await giveUp(ctx, open, time)
    const made = await inTx(ctx, (tx) => begin(tx, payable, asked))
    if (made) return made
    const payer = payable.accountId === null ? '' : `${resellerId}:${payable.accountId}`
    const twin = await loadPaymentByKey(ctx.db, payer, asked.keyHash)
    if (twin) return twin
  }
  return fail('order.closed')
}

/** Null when another one is open. */
async function begin(ctx: TxCtx, payable: Payable, asked: RequestHashes): Promise<PaymentRow | null> {
  const made = await insertPayment(ctx.db, toRow(ctx.now, payable, asked), firstLookAt(ctx.now))
  const { orderId, accountId } = payable
  if (made && made.balanceFen > 0) await setAsidePart(ctx, { ...made, orderId: orderId!, accountId: accountId! })
  return made
}

/** Nobody is sent to a trade that the gateway has closed. */
async function isStillOpen(ctx: PayCtx, open: PaymentRow, time: GatewayTime): Promise<boolean> {
  const { status } = await followPayment(ctx, open, halfOf(time))
  if (status === 'paid') fail('order.closed')
  return status === 'pending'
}

/** If the old payment was paid at that very moment, the order is paid. */
async function giveUp(ctx: PayCtx, open: PaymentRow, time: GatewayTime): Promise<void> {
  if ((await giveUpPayment(ctx, open, halfOf(time))) !== 'closed') fail('order.closed')
}

/** What comes then needs an answer from a gateway too. */
function halfOf(time: GatewayTime): GatewayTime {
  return makeGatewayTime(limits.gatewayTimeoutMs / 2, time)
}

function toRow(now: Date, payable: Payable, asked: RequestHashes) {
  const { purpose, resellerId, accountId, orderId, merchant, channel, amountFen, balanceFen = 0, expiresAt } = payable
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
    feeFen: feeOf(wayOf(merchant, channel), amountFen),
    balanceFen,
    keyHash: asked.keyHash,
    askedHash: asked.askedHash,
    createdAt: now,
    expiresAt,
  }
}

/**
 * Starts with the day, for people who reconcile by hand. The rest is random, so that nobody can guess another number.
 */
export function newNumber(now: Date): string {
  const day = toBeijing(now).slice(0, 10).replaceAll('-', '')
  return `${day}${randomToken(18).replaceAll(/[-_]/g, 'x')}`
}

const SUBJECTS = { user: '账户充值', package: '套餐订单', agency: '开通代理', daili: '代理充值' }
/** Where the buyer returns to; the gateway adds the payment's number. */
const RETURN_PATHS = { user: '/user/userPay', package: '/user/tcBuy', agency: '/user/open_agency', daili: '/dailiPay' }

const NOTHING: HandedOut = {
  pcUrl: null,
  wapUrl: null,
  qrCode: null,
  gatewayRef: null,
  quoteUnit: null,
  quoteAmount: null,
  quoteRate: null,
  quoteAddress: null,
}

/**
 * Gives the payer an address to open or a code to scan; nothing of a payment that is over. Made once per device, so a
 * second tab shows the same code.
 */
export async function handOut(
  ctx: PayCtx,
  payment: PaymentRow,
  { device: wanted, returnUrl }: HandOut,
  time: GatewayTime,
): Promise<OpenPayment> {
  const merchant = (await loadMerchant(ctx.db, payment.merchantId)) ?? fail('pay.type_unknown')
  const device = merchant.devices.includes(wanted) ? wanted : merchant.devices[0]!
  let given: HandedOut = payment.state === 'pending' ? payment : NOTHING
  if (payment.state === 'pending' && given[COLUMNS[device]] === null) {
    const bill = await writeBill(ctx, payment, merchant)
    const made = await make(ctx, openGateway(ctx, merchant, time), returnUrl ? { ...bill, returnUrl } : bill, device)
    if (made === null) await endPayment(ctx, payment.id)
    given = made ? await keepHandedOut(ctx.db, payment.id, made) : NOTHING
  }
  const isQr = device === 'qr' && given.qrCode !== null
  return {
    out_trade_no: payment.outTradeNo,
    payUrl: isQr ? pageBeside(given) : (given[COLUMNS[device]] ?? given.pcUrl),
    qrCode: isQr ? given.qrCode : null,
    quote: quoteOf(given),
    amountFen: payment.amountFen,
    feeFen: payment.feeFen,
    balanceFen: payment.balanceFen,
    expiresAt: payment.expiresAt.toISOString(),
  }
}

/** Who scans a code gets no page beside it; a wallet may want to see the gateway's. */
function pageBeside({ quoteUnit, pcUrl }: HandedOut): string | null {
  return quoteUnit === null ? null : pcUrl
}

const COLUMNS = { pc: 'pcUrl', wap: 'wapUrl', qr: 'qrCode' } as const

/** Null when the gateway has closed the trade. */
async function make(ctx: PayCtx, gateway: Gateway, bill: Bill, device: PayDevice): Promise<HandedOut | null> {
  try {
    const opened = await gateway.open(bill, device)
    if (opened === 'closed') return null
    const { gatewayRef = null, quote } = opened
    const { unit = null, amount = null, rate = null, address = null } = quote ?? {}
    const named = { gatewayRef, quoteUnit: unit, quoteAmount: amount, quoteRate: rate, quoteAddress: address }
    if ('qrCode' in opened) return { ...NOTHING, ...named, qrCode: opened.qrCode, pcUrl: opened.payUrl ?? null }
    return { ...NOTHING, ...named, [device === 'qr' ? 'pcUrl' : COLUMNS[device]]: opened.payUrl }
  } catch (error) {
    if (!(error instanceof GatewayTrouble)) throw error
    ctx.log.warn({ outTradeNo: bill.outTradeNo, trouble: error.message }, 'the gateway gave nothing to pay with')
    // The payment stays open: repeating the call continues it.
    return fail('pay.unavailable')
  }
}

/** What the payer reads at the gateway. Alipay refuses / = & and the characters of HTML in it. */
async function writeSubject(ctx: PayCtx, { resellerId, orderId, purpose }: PaymentRow): Promise<string> {
  if (orderId === null) return SUBJECTS[purpose]
  const goods = (await loadGoods(ctx, resellerId, [orderId])).get(orderId)
  return goods?.replaceAll(/[/=&<>"'\\]/g, ' ') ?? SUBJECTS[purpose]
}

export async function writeBill(ctx: PayCtx, payment: PaymentRow, merchant: Merchant): Promise<Bill> {
  const link = await resellerLinks(ctx, payment.resellerId)
  return {
    outTradeNo: payment.outTradeNo,
    amountFen: dueFen(payment),
    subject: await writeSubject(ctx, payment),
    channel: payment.channel,
    expiresAt: payment.expiresAt,
    notifyUrl: notifyUrlOf(ctx.config, merchant),
    returnUrl: returnTo(ctx, link(RETURN_PATHS[payment.purpose]), payment),
    pageUrl: pageOf(ctx, payment),
    clientAddress: ctx.client.address,
  }
}

/** The same for each call of a payment, since gateways know a repeated call by that. With a mark, so that who comes back without a session still reads the result. A reseller's payer needs no session. */
function returnTo({ config }: PayCtx, page: string, { id, purpose, createdAt }: PaymentRow): string {
  if (purpose === 'daili') return page
  return `${page}${page.includes('?') ? '&' : '?'}${PAID_MARK}=${writePaidMark(config.secretKey, id, createdAt)}`
}

/** On the installation's own host, whatever domain the reseller has: the one that its operator names to the provider. */
function pageOf({ config }: PayCtx, { id, resellerId, createdAt }: PaymentRow): string {
  const mark = writePaidMark(config.secretKey, id, createdAt)
  return `${config.publicUrl}${PAY_PATH}?app_key=${writeAppKey(resellerId)}&${PAID_MARK}=${mark}`
}
