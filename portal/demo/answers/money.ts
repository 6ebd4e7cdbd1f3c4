import { api } from '../../../contract/api.ts'
import { answer, type Answer, refuse } from '../answer.ts'
import { account } from '../world/account.ts'
import { AGENCY_FEE_FEN, loadAgency, openAgency, rememberAgencyName } from '../world/agency.ts'
import { balanceFen, findEntries, post } from '../world/book.ts'
import { markLower, loadItem, catalogue, priceFenOf } from '../world/catalogue.ts'
import { at, DAY_MS, newId } from '../world/sample-time.ts'
import { makeQuote, orders, placeOrder } from '../world/shop.ts'
import { beginPayment, cancelPayment, cancelPaymentOf, checkPayment, payments, ways } from '../world/till.ts'

export const moneyAnswers: Answer[] = [
  answer(api.balance.entries, (filter) => ({ balanceFen: balanceFen(), items: findEntries(filter), next: null })),
  answer(api.packages.list, () => ({
    items: catalogue.map(markLower),
    trials: [],
    current: {
      state: account.pausedAtMs === null ? ('active' as const) : ('paused' as const),
      packageId: account.packageId,
      packageName: account.packageName,
      isTrial: false,
      period: account.period,
      expiresAt: account.pausedAtMs === null ? new Date(account.expiresAtMs).toISOString() : null,
      startsBy: null,
      nextResetAt: at(12 * DAY_MS),
      autoRenew: account.autoRenew,
      renewEarlyFen: account.renewEarlyFen,
      next: account.next,
    },
  })),
  answer(api.packages.quote, makeQuote),
  answer(api.packages.buy, ({ quoteId, payBy }) => {
    const { orderId, totalFen, payBefore } = placeOrder(quoteId, payBy)
    return { orderId, amountFen: totalFen, needsPayment: payBy === 'online', payBefore }
  }),
  // The demo's user has a package.
  answer(api.packages.trial, () => refuse('order.wrong_action', 'noTrial')),
  answer(api.packages.autoRenew, ({ on }) => {
    account.autoRenew = on
    return { autoRenew: on }
  }),
  answer(api.packages.renewEarly, ({ on }) => {
    const held = loadItem(account.packageId)
    account.renewEarlyFen = on && held ? priceFenOf(held, account.period) : null
    return { renewEarlyFen: account.renewEarlyFen }
  }),
  answer(api.packages.next, ({ next }) => {
    const item = next && loadItem(next.packageId)
    account.next = next && item ? { ...next, packageName: item.name } : null
    return { next: account.next }
  }),
  answer(api.orders.list, () => ({ items: orders, next: null })),
  answer(api.orders.detail, ({ orderId }) => getOrder(orderId)),
  answer(api.orders.cancel, ({ orderId }) => {
    getOrder(orderId).state = 'cancelled'
    cancelPaymentOf(orderId)
    return { state: 'cancelled' as const }
  }),
  answer(api.payments.getKey, () => ({ key: newId(), appId: null, sandbox: false })),
  answer(api.payments.payTypes, () => [...ways]),
  answer(api.payments.pay, beginPayment),
  answer(api.payments.check, ({ out_trade_no }) => checkPayment(out_trade_no)),
  answer(api.payments.cancel, ({ out_trade_no }) => cancelPayment(out_trade_no)),
  answer(api.payments.mailReceipt, () => ({})),
  answer(api.payments.list, ({ status }) => ({
    items: payments.filter((item) => status === undefined || item.status === status),
    next: null,
    receiptText: '',
  })),
  answer(api.agencies.own, () => ({
    prices: [],
    example: null,
    feeFen: AGENCY_FEE_FEN,
    available: true,
    agency: loadAgency(),
    beginning: loadAgency() && { userCount: 0, hasConsole: false },
  })),
  answer(api.agencies.console, () => refuse('request.forbidden', 'noConsole')),
  answer(api.agencies.create, ({ name, payBy }) => {
    rememberAgencyName(name)
    return payBy === 'balance' ? agencyFromBalance() : agencyOrder()
  }),
]

function getOrder(orderId: string) {
  return orders.find((one) => one.orderId === orderId) ?? refuse('object.unknown', 'unavailable')
}

function agencyFromBalance() {
  if (balanceFen() < AGENCY_FEE_FEN) refuse('balance.short', 'balanceShort')
  const orderId = newId()
  post('sale', -AGENCY_FEE_FEN, { about: null, orderId })
  const agency = openAgency()
  const { daili_id, app_key } = agency
  return { orderId, amountFen: AGENCY_FEE_FEN, needsPayment: false, payBefore: at(0), daili_id, app_key, agency }
}

function agencyOrder() {
  const orderId = newId()
  const payBefore = at(DAY_MS / 48)
  orders.unshift({
    orderId,
    action: 'agency',
    state: 'pending',
    packageId: null,
    packageName: null,
    period: null,
    listFen: AGENCY_FEE_FEN,
    discountFen: 0,
    creditFen: 0,
    totalFen: AGENCY_FEE_FEN,
    balanceFen: 0,
    refundedFen: 0,
    paidBy: null,
    createdAt: at(0),
    payBefore,
    settledAt: null,
  })
  const later = { daili_id: null, app_key: null, agency: null }
  return { orderId, amountFen: AGENCY_FEE_FEN, needsPayment: true, payBefore, ...later }
}
