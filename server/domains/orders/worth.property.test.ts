import fc from 'fast-check'
import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'

import { api } from '../../../contract/api.ts'
import { clock } from '../../platform/clock.ts'
import { createLog } from '../../platform/log.ts'
import { buildSession } from '../../test/build-session.ts'
import { buildAccount, buildReseller } from '../../test/factories.ts'
import { makeApp } from '../../test/make-app.ts'
import { buildCoupon, buildPackage, fund, fundReseller, GB } from '../../test/money-factories.ts'
import { checkBooks } from '../ledger/check-books.ts'
import { getSubscription } from '../packages/load-subscription.ts'
import { worthLeft } from '../packages/proration.ts'
import { refundOrder } from './refund-order.ts'

const { call, db, config } = await makeApp()
const log = createLog('silent')
const DEPOSIT_FEN = 60_000
const DAY_MS = 86_400_000
let nextReseller = 4000

beforeEach(() => clock.reset())

const period = fc.constantFrom('month' as const, 'quarter' as const)
const moves = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant('buy' as const), which: fc.nat(2), period, coupon: fc.boolean() }),
  },
  fc.record({ do: fc.constant('open' as const), which: fc.nat(2), period, coupon: fc.boolean() }),
  fc.record({ do: fc.constant('pack' as const) }),
  fc.record({ do: fc.constant('cancel' as const) }),
  fc.record({ do: fc.constant('refund' as const), which: fc.nat(5), percent: fc.integer({ min: 1, max: 110 }) }),
  fc.record({ do: fc.constant('wait' as const), days: fc.integer({ min: 0, max: 20 }) }),
  fc.record({ do: fc.constant('use' as const), gigabytes: fc.integer({ min: 0, max: 60 }) }),
)
type Move = typeof moves extends fc.Arbitrary<infer M> ? M : never

async function openGame() {
  const resellerId = (nextReseller += 1)
  await buildReseller(db, { id: resellerId })
  await fundReseller(db, resellerId, 1_000_000)
  const account = await buildAccount(db, { resellerId })
  await fund(db, account, DEPOSIT_FEN)
  const plans = []
  for (const fen of [1000, 3000, 9000]) {
    plans.push(await buildPackage(db, { resellerId, prices: { month: fen, quarter: fen * 3 - 100 } }))
  }
  const pack = await buildPackage(db, { resellerId, kind: 'pack', trafficBytes: GB, prices: { once: 400 } })
  const { code } = await buildCoupon(db, { resellerId, percent: 40 })
  return { resellerId, account, plans, pack, code, paid: [] as string[], open: [] as string[] }
}
type Game = Awaited<ReturnType<typeof openGame>>

const ownerOf = ({ resellerId, account }: Game) => ({ resellerId, accountId: account.id })

async function worthOf(game: Game): Promise<number> {
  const token = await buildSession(db, game.account)
  const { balanceFen } = (await call(api.accounts.info, { dailiKey: game.resellerId }, { token })).data
  const subscription = await getSubscription({ db }, ownerOf(game))
  return balanceFen + worthLeft(subscription, clock.now(), config.businessTz).paidFen
}

/** Whatever word fits: the server refuses the others. */
async function buy(
  game: Game,
  packageId: string,
  period: 'month' | 'quarter' | 'once',
  how: { coupon?: string; isOnline: boolean },
) {
  const token = await buildSession(db, game.account)
  const actions = period === 'once' ? (['pack'] as const) : (['new', 'renew', 'upgrade'] as const)
  for (const action of actions) {
    const input = { action, packageId, period, ...(how.coupon ? { coupon: how.coupon } : {}) }
    const quoted = await call(api.packages.quote, input, { token })
    if (quoted.status !== 200) continue
    const payBy = how.isOnline ? ('online' as const) : ('balance' as const)
    const bought = await call(api.packages.buy, { quoteId: quoted.data.quoteId, payBy, key: randomUUID() }, { token })
    expect([200, 409, 422]).toContain(bought.status)
    if (bought.status !== 200) return
    expect(bought.data.amountFen).toBe(quoted.data.totalFen)
    ;(bought.data.needsPayment ? game.open : game.paid).push(bought.data.orderId)
    return
  }
}

async function play(game: Game, move: Move): Promise<void> {
  switch (move.do) {
    case 'buy':
    case 'open': {
      const coupon = move.coupon ? { coupon: game.code } : {}
      return buy(game, game.plans[move.which]!.wireId, move.period, { ...coupon, isOnline: move.do === 'open' })
    }
    case 'pack':
      return buy(game, game.pack.wireId, 'once', { isOnline: false })
    case 'cancel': {
      const orderId = game.open.pop()
      const token = await buildSession(db, game.account)
      if (orderId) await call(api.orders.cancel, { orderId }, { token })
      return
    }
    case 'refund':
      return refund(game, game.paid[move.which], move.percent)
    case 'wait':
      return clock.shift(move.days * DAY_MS)
    case 'use': {
      const { resellerId, accountId } = ownerOf(game)
      await db.kysely
        .updateTable('subscriptions')
        .set((eb) => ({ usedBytes: eb('usedBytes', '+', move.gigabytes * GB) }))
        .where('resellerId', '=', resellerId)
        .where('accountId', '=', accountId)
        .execute()
    }
  }
}

async function refund({ resellerId }: Game, orderId: string | undefined, percent: number): Promise<void> {
  if (!orderId) return
  const { totalFen } = await db.kysely
    .selectFrom('orders')
    .select('totalFen')
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow()
  const amountFen = Math.ceil((totalFen * percent) / 100)
  const input = { resellerId, orderId, amountFen, key: randomUUID(), operator: 'operator:test' }
  await refundOrder({ db, now: clock.now(), config, log }, input).catch((error: { code: string }) => {
    expect(error.code).toBe('refund.too_much')
  })
}

test('M8, M11: no sequence of coupons, purchases, upgrades, refunds and cancellations makes a user richer', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(moves, { minLength: 3, maxLength: 12 }), async (sequence) => {
      clock.reset()
      const game = await openGame()
      for (const move of sequence) {
        const before = await worthOf(game)
        await play(game, move)
        expect(await worthOf(game)).toBeLessThanOrEqual(move.do === 'refund' ? DEPOSIT_FEN : before)
      }
      expect((await checkBooks(db)).problems).toEqual([])
    }),
    { numRuns: 25 },
  )
})
