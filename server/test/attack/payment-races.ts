import { randomUUID } from 'node:crypto'

import { api } from '../../../contract/api.ts'
import { deliver, makePayDesk, PRICE, sendLetter } from '../build/pay-desk.ts'
import type { CashierApp } from '../run/make-cashier-app.ts'
import { waitUntil } from '../run/wait-until.ts'

const CONNECTIONS = 50
/** Few enough that even on a busy machine all are waiting before the gateway's time is over. */
const HELD = 12
export const TOP_UP_FEN = 1000

/** Fifty parallel connections, each running `work` with its number. */
function atOnce<T>(work: (index: number) => Promise<T>): Promise<T[]> {
  return Promise.all(Array.from({ length: CONNECTIONS }, (_, index) => work(index)))
}

function makeSender({ url }: CashierApp, token: string) {
  return async (path: string, body: object): Promise<{ status: number; data: Record<string, unknown> }> => {
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` }
    const answer = await fetch(`${url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
    const { data } = (await answer.json()) as { data?: Record<string, unknown> }
    return { status: answer.status, data: data ?? {} }
  }
}

/** The same notify and the payer's own checks over fifty connections. */
export async function raceNotifies(app: CashierApp) {
  const desk = makePayDesk(app)
  const payer = await desk.buildPayer()
  const { data } = await desk.topUp(payer, TOP_UP_FEN)
  await desk.payQuietly(data.out_trade_no)
  const letter = await app.control.writeNotify(data.out_trade_no)
  const send = makeSender(app, payer.token)
  // All learn at the same moment that it was paid: otherwise the first is done before the second begins.
  await app.control.orderFault({ kind: 'together', outTradeNo: data.out_trade_no, times: HELD })
  const answers = await atOnce(async (index) => {
    if (index % 5 === 0) return (await send(api.payments.check.path, { out_trade_no: data.out_trade_no })).status
    return deliver(letter)
  })
  return { answers, balanceFen: await desk.balanceFen(payer) }
}

/** Notifies of a paid order against its cancellations. */
export async function raceCancel(app: CashierApp) {
  const desk = makePayDesk(app)
  const payer = await desk.buildPayer()
  const orderId = await desk.buildOrder(payer)
  const { data } = await desk.payOrder(payer, orderId)
  await desk.payQuietly(data.out_trade_no)
  const letter = await app.control.writeNotify(data.out_trade_no)
  const send = makeSender(app, payer.token)
  await app.control.orderFault({ kind: 'together', outTradeNo: data.out_trade_no, times: HELD + 1 })
  const notifies = Promise.all(Array.from({ length: HELD }, () => sendLetter(letter)))
  await waitUntil(async () => (await app.control.countWaiting()) === HELD, 'the notifies to ask')
  // The last check releases all, at the moment when the cancellations come.
  const check = send(api.payments.check.path, { out_trade_no: data.out_trade_no })
  const cancels = Array.from({ length: CONNECTIONS - HELD }, () => send(api.orders.cancel.path, { orderId }))
  const [answers] = await Promise.all([notifies, check, ...cancels])
  if (!answers.includes('success')) await deliver(letter)
  const { state } = (await app.call(api.orders.detail, { orderId }, { token: payer.token })).data
  const { creditedTo } = await desk.payment(data.out_trade_no)
  const sales = await app.db.kysely
    .selectFrom('ledgerTransactions')
    .select('id')
    .where('kind', '=', 'sale')
    .where('resellerId', '=', payer.resellerId)
    .execute()
  return { state, creditedTo, sales: sales.length, balanceFen: await desk.balanceFen(payer) }
}

/** Either the order was paid, or it was cancelled and the money is on the balance. */
export function isFair({ state, creditedTo, sales, balanceFen }: Awaited<ReturnType<typeof raceCancel>>): boolean {
  const isPaid = state === 'paid' && creditedTo === 'order' && sales === 1 && balanceFen === 0
  const isLate = state === 'cancelled' && creditedTo === 'balance' && sales === 0 && balanceFen === PRICE.retailFen
  return isPaid || isLate
}

/** One order, and fifty tabs that all press "pay". */
export async function raceTabs(app: CashierApp) {
  const desk = makePayDesk(app)
  const payer = await desk.buildPayer()
  const orderId = await desk.buildOrder(payer)
  const send = makeSender(app, payer.token)
  // Still fewer than an account's limit allows.
  const tabs = await Promise.all(
    Array.from({ length: 25 }, () =>
      send(api.payments.pay.path, {
        type: 'package',
        orderId,
        payType: app.payTypes.alipay,
        device: 'qr',
        key: randomUUID(),
      }),
    ),
  )
  const rows = await app.db.kysely
    .selectFrom('payments')
    .select('id')
    .where('orderId', '=', orderId)
    .where('state', '=', 'pending')
    .execute()
  return {
    statuses: tabs.map(({ status }) => status),
    codes: new Set(tabs.map(({ data }) => data['qrCode'])),
    open: rows.length,
  }
}
