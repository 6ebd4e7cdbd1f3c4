import type { Order } from '../../../contract/orders.ts'
import type { Quote } from '../../../contract/packages.ts'
import { sampleCoupon } from '../../../contract/sample-catalogue.ts'
import { refuse } from '../answer.ts'
import { account, leftMs } from './account.ts'
import { balanceFen, post } from './book.ts'
import { daysOf, loadItem, type Period, priceFenOf } from './catalogue.ts'
import { at, DAY_MS, HOUR_MS, newId } from './sample-time.ts'

const PAY_WITHIN_MS = HOUR_MS / 2

const quotes = new Map<string, Quote>()
export const orders: Order[] = []

type QuoteInput = { action: Quote['action']; packageId: string; period: Period; coupon?: string }

export function makeQuote({ action, packageId, period, coupon }: QuoteInput): Quote {
  const item = loadItem(packageId) ?? refuse('package.not_for_sale', 'unavailable')
  const listFen = priceFenOf(item, period) ?? refuse('package.not_for_sale', 'unavailable')
  if (coupon !== undefined && coupon.toUpperCase() !== sampleCoupon.code) refuse('coupon.unknown', 'couponUnknown')
  const discountFen = coupon === undefined ? 0 : Math.floor((listFen * sampleCoupon.percent) / 100)
  const creditFen = action === 'upgrade' ? Math.min(listFen - discountFen, presentWorthFen()) : 0
  const isPack = action === 'pack'
  const usedBytes = action === 'renew' || isPack ? account.usedBytes : 0
  const totalBytes = isPack ? account.totalBytes + item.trafficBytes : item.trafficBytes
  const fromMs = action === 'renew' || isPack ? account.expiresAtMs : Date.now()
  const quote: Quote = {
    quoteId: newId(),
    action,
    packageId,
    packageName: item.name,
    period,
    listFen,
    discountFen,
    creditFen,
    totalFen: listFen - discountFen - creditFen,
    lapsingCreditFen: 0,
    lapsingGiftDays: 0,
    after: {
      expiresAt: new Date(fromMs + (isPack ? 0 : daysOf(period) * DAY_MS)).toISOString(),
      bankedSeconds: 0,
      totalBytes,
      leftBytes: totalBytes - usedBytes,
      nextResetAt: at(12 * DAY_MS),
      deviceLimit: item.deviceLimit || 5,
      lineLimit: item.lineLimit || account.lineLimit,
    },
    validUntil: at(PAY_WITHIN_MS),
  }
  quotes.set(quote.quoteId, quote)
  return quote
}

export function placeOrder(quoteId: string, payBy: 'balance' | 'online'): Order {
  const quote = quotes.get(quoteId) ?? refuse('object.unknown', 'unavailable')
  const { action, packageId, packageName, period, listFen, discountFen, creditFen, totalFen } = quote
  if (payBy === 'balance' && balanceFen() < totalFen) refuse('balance.short', 'balanceShort')
  const order: Order = {
    orderId: newId(),
    action,
    state: 'pending',
    packageId,
    packageName,
    period,
    listFen,
    discountFen,
    creditFen,
    totalFen,
    balanceFen: 0,
    refundedFen: 0,
    paidBy: null,
    createdAt: at(0),
    payBefore: at(PAY_WITHIN_MS),
    settledAt: null,
  }
  orders.unshift(order)
  if (payBy === 'balance') {
    post('sale', -totalFen, { about: packageName, orderId: order.orderId })
    settle(order, 'balance')
  }
  return order
}

/** After payment: changes the package as quoted. */
export function settle(order: Order, paidBy: 'balance' | 'online'): void {
  Object.assign(order, { state: 'paid', paidBy, settledAt: at(0) })
  const item = order.packageId === null ? null : loadItem(order.packageId)
  if (!item) return
  if (order.action === 'pack') {
    account.totalBytes += item.trafficBytes
    return
  }
  const fromMs = order.action === 'renew' ? account.expiresAtMs : Date.now()
  account.expiresAtMs = fromMs + daysOf(order.period ?? 'month') * DAY_MS
  if (order.action === 'renew') return
  Object.assign(account, { packageId: item.id, packageName: item.name, period: order.period ?? 'month' })
  Object.assign(account, { totalBytes: item.trafficBytes, usedBytes: 0, lineLimit: item.lineLimit })
}

/** The smaller share of remaining time and traffic, as the real shop calculates it. */
function presentWorthFen(): number {
  const item = loadItem(account.packageId)
  const paidFen = (item && priceFenOf(item, account.period)) ?? 0
  const timeShare = leftMs() / (Math.max(1, daysOf(account.period)) * DAY_MS)
  const trafficShare = 1 - account.usedBytes / account.totalBytes
  return Math.floor(paidFen * Math.max(0, Math.min(1, timeShare, trafficShare)))
}
