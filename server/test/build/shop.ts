import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'

import { api } from '../../../contract/api.ts'
import type { Quote } from '../../../contract/packages.ts'
import { loadBalanceFen } from '../../domains/ledger/load-balance.ts'
import type { TestApp } from '../run/make-app.ts'
import { buildSession } from './build-session.ts'
import { buildAccount } from './factories.ts'
import { fund } from './money-factories.ts'

export type Buyer = { account: { id: number; resellerId: number }; token: string }
export type PurchaseChoice = { action?: Quote['action']; period?: Quote['period']; coupon?: string }
type Sold = { wireId: string }

/** A buyer's actions, over browser calls. */
export function openShop({ call, db }: TestApp) {
  const quote = (
    { token }: Buyer,
    { wireId }: Sold,
    { action = 'new', period = 'month', coupon }: PurchaseChoice = {},
  ) => call(api.packages.quote, { action, packageId: wireId, period, ...(coupon ? { coupon } : {}) }, { token })
  const buy = (
    { token }: Buyer,
    quoteId: string,
    payBy: 'balance' | 'online' = 'balance',
    key: string = randomUUID(),
  ) => call(api.packages.buy, { quoteId, payBy, key }, { token })
  return {
    quote,
    buy,
    async buildBuyer({ resellerId = 0, fen = 10_000 }: { resellerId?: number; fen?: number } = {}): Promise<Buyer> {
      const account = await buildAccount(db, { resellerId })
      if (fen > 0) await fund(db, account, fen)
      return { account, token: await buildSession(db, account) }
    },
    /** Quotes and pays from the balance. */
    async purchase(buyer: Buyer, sold: Sold, wish: PurchaseChoice = {}) {
      const quoted = await quote(buyer, sold, wish)
      expect(quoted.status, quoted.text).toBe(200)
      const bought = await buy(buyer, quoted.data.quoteId)
      expect(bought.status, bought.text).toBe(200)
      return { quote: quoted.data, ...bought.data }
    },
    balanceOf: ({ account }: Buyer) =>
      loadBalanceFen({ db }, { kind: 'user', resellerId: account.resellerId, accountId: account.id }),
    infoOf: async ({ account, token }: Buyer) =>
      (await call(api.accounts.info, { dailiKey: account.resellerId }, { token })).data,
    orderOf: async ({ token }: Buyer, orderId: string) => (await call(api.orders.detail, { orderId }, { token })).data,
  }
}

export function refused({ status, code }: { status: number; code: string | null }): [number, string | null] {
  return [status, code]
}
