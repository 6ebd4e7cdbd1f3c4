import { randomUUID } from 'node:crypto'

import type { Letter } from '../../../cashier/notifier.ts'
import { api } from '../../../contract/api.ts'
import { loadBalanceFen } from '../../domains/ledger/load-balance.ts'
import { loadPaymentByNumber } from '../../domains/payments/queries.ts'
import { clock } from '../../platform/clock.ts'
import { createLog } from '../../platform/log.ts'
import type { CashierApp } from '../run/make-cashier-app.ts'
import { waitUntil } from '../run/wait-until.ts'
import { buildSession } from './build-session.ts'
import { buildAccount, buildReseller } from './factories.ts'
import { buildPackage } from './money-factories.ts'

export type Payer = { resellerId: number; id: number; token: string }
type PayMore = { device?: 'pc' | 'wap' | 'qr'; payType?: string; key?: string }

export const PRICE = { retailFen: 3000, wholesaleFen: 1800 }
let nextReseller = 5000

export async function sendLetter({ url, form }: Letter): Promise<string> {
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  return (await fetch(url, form === null ? {} : { method: 'POST', headers, body: form })).text()
}

/**
 * Delivers like a gateway: repeats until the answer is "success". On a busy machine the query back sometimes takes too
 * long, and the answer is rightly "fail".
 */
export function deliver(letter: Letter): Promise<string> {
  const accepted = async () => (await sendLetter(letter)) === 'success' && 'success'
  return waitUntil(accepted, 'the notify to be accepted')
}

/** A buyer's actions, in one call each. */
export function makePayDesk({ call, db, config, payTypes, control }: CashierApp) {
  const buildPayer = async (resellerId = (nextReseller += 1), isWhitelisted = true): Promise<Payer> => {
    await buildReseller(db, { id: resellerId, isWhitelisted })
    const account = await buildAccount(db, { resellerId })
    // The factory leaves an existing reseller unchanged, so make it first.
    return { resellerId, id: account.id, token: await buildSession(db, account) }
  }
  const buildOrder = async ({ resellerId, token }: Payer): Promise<string> => {
    const plan = await buildPackage(db, { resellerId, prices: { month: PRICE } })
    const wish = { action: 'new', packageId: plan.wireId, period: 'month' } as const
    const { quoteId } = (await call(api.packages.quote, wish, { token })).data
    return (await call(api.packages.buy, { quoteId, payBy: 'online', key: randomUUID() }, { token })).data.orderId
  }
  const pay = (payer: Payer | null, input: object, more: PayMore = {}) =>
    call(
      api.payments.pay,
      { payType: payTypes.alipay, device: 'qr', key: randomUUID(), ...more, ...input } as never,
      payer ? { token: payer.token } : {},
    )
  return {
    buildPayer,
    buildOrder,
    pay,
    topUp: (payer: Payer, amountFen: number, more?: PayMore) => pay(payer, { type: 'user', amountFen }, more),
    payOrder: (payer: Payer, orderId: string, more?: PayMore) => pay(payer, { type: 'package', orderId }, more),
    /** Pays like the buyer's phone, without sending a notify. */
    payQuietly: (outTradeNo: string) => control.move(outTradeNo, 'pay', { tells: false }),
    check: async (payer: Payer | null, outTradeNo: string, key?: string) =>
      call(
        api.payments.check,
        { out_trade_no: outTradeNo, ...(key ? { key } : {}) },
        payer ? { token: payer.token } : {},
      ),
    balanceFen: ({ resellerId, id }: Payer) => loadBalanceFen({ db }, { kind: 'user', resellerId, accountId: id }),
    payment: async (outTradeNo: string) => (await loadPaymentByNumber(db, outTradeNo))!,
    jobCtx: () => ({ db, config, now: clock.now(), log: createLog('silent'), isLastAttempt: false }),
  }
}
