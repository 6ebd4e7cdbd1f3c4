import { randomUUID } from 'node:crypto'

import { consoleApi } from '../../../contract/console/api.ts'
import type { Route } from '../../../contract/route.ts'
import { loadBalanceFen } from '../../domains/ledger/load-balance.ts'
import { clock } from '../../platform/clock.ts'
import type { TestApp } from '../run/make-app.ts'
import { buildAccount, buildReseller } from './factories.ts'
import { buildPackage, fundReseller } from './money-factories.ts'

/** Every call by which a press of a button spends the reseller's balance. */
export const spendingCalls = ['bulk.start', 'cards.buy', 'giftLinks.make', 'user.give', 'user.sell'] as const
export type SpendingCall = (typeof spendingCalls)[number]
type Purchase = { route: Route; costFen: number; input: object }

/** A reseller with money, and something to spend it on by each such call. */
export async function buildSpendingShop({ db }: Pick<TestApp, 'db'>, resellerId: number) {
  await buildReseller(db, { id: resellerId })
  await fundReseller(db, resellerId, 100_000)
  const plan = await buildPackage(db, { resellerId, prices: { month: { retailFen: 3000, wholesaleFen: 1500 } } })
  const [buyer, user] = [await buildAccount(db, { resellerId }), await buildAccount(db, { resellerId })]
  const expiresAt = new Date(clock.now().getTime() + 86_400_000)
  const running = { packageId: plan.id, period: 'month' as const, expiresAt, totalBytes: 1000 }
  await db.kysely
    .insertInto('subscriptions')
    .values({ resellerId, accountId: user.id, ...running })
    .execute()
  const { bulk, cards, giftLinks, user: calls } = consoleApi
  const days = { kind: 'days', days: 3 } as const
  const bulkDays = { selection: { ids: String(user.id) }, work: days, people: 1, costFen: 150 }
  const bought: Record<SpendingCall, [route: Route, costFen: number, input: object]> = {
    'bulk.start': [bulk.start, 150, bulkDays],
    'cards.buy': [cards.buy, 1000, { kind: 'balance', value: 1000, count: 1, totalFen: 1000 }],
    'giftLinks.make': [giftLinks.make, 350, { packageId: plan.wireId, days: 7, priceFen: 350 }],
    'user.give': [calls.give, 150, { id: user.id, wish: days, costFen: 150 }],
    'user.sell': [calls.sell, 1500, { id: buyer.id, packageId: plan.wireId, period: 'month', costFen: 1500 }],
  }
  return {
    user,
    pocket: () => loadBalanceFen({ db }, { kind: 'reseller', resellerId }),
    /** Under a new name each time it is asked for. */
    purchase: (name: SpendingCall): Purchase => {
      const [route, costFen, input] = bought[name]
      return { route, costFen, input: { ...input, key: randomUUID() } }
    },
  }
}
