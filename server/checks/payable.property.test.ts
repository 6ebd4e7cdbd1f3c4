import fc from 'fast-check'
import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'

import { civilTime } from '../../contract/civil-time.ts'
import { DAY_MS } from '../../contract/durations.ts'
import { limits } from '../../contract/limits.ts'
import { MONEY_GAMES } from '../../test/grid.ts'
import { checkBooks } from '../domains/books/check-books.ts'
import { loadStatement } from '../domains/books/load-statement.ts'
import { buyCardBatch } from '../domains/cards/buy-card-batch.ts'
import { voidBatch } from '../domains/cards/close-card-batch.ts'
import { keptMargin } from '../domains/console/orders/kept-margin.ts'
import { releaseReserve, reserveForBulk } from '../domains/gifts/bulk-reserve.ts'
import { giveGift } from '../domains/gifts/give-gift.ts'
import type { LedgerKind } from '../domains/ledger/ledger-kinds.ts'
import { loadBalanceFen } from '../domains/ledger/load-balance.ts'
import { refundOrder } from '../domains/orders/refund-order.ts'
import { askPayout } from '../domains/payouts/ask-payout.ts'
import { loadPayable, marginSince } from '../domains/payouts/load-payable.ts'
import { settlePayout } from '../domains/payouts/settle-payout.ts'
import { setPayee } from '../domains/resellers/payee-account.ts'
import { clock } from '../platform/clock.ts'
import { Refusal } from '../platform/errors.ts'
import { createLog } from '../platform/log.ts'
import { buildAccount, buildReseller } from '../test/build/factories.ts'
import { buildPackage, fund, fundReseller } from '../test/build/money-factories.ts'
import { openShop, type Buyer } from '../test/build/shop.ts'
import { makeApp } from '../test/run/make-app.ts'

// A reseller that takes out all it may as soon as it may, while its sales are refunded in parts, at odd amounts.
const app = await makeApp()
const { db, config } = app
const { buildBuyer, purchase } = openShop(app)
const ctx = () => ({ db, now: clock.now(), config, log: createLog('silent') })
const ACTOR = 'operator:test'
const FUND_FEN = 30_001
const PRICES = [
  { retailFen: 3333, wholesaleFen: 1111 },
  { retailFen: 997, wholesaleFen: 991 },
  { retailFen: 7919, wholesaleFen: 2357 },
]
let nextReseller = 9950

beforeEach(() => clock.reset())

const percent = fc.integer({ min: 1, max: 100 })
const fen = fc.integer({ min: 1, max: 4999 })
const moves = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant('sell' as const), which: fc.nat(2), isOwn: fc.boolean() }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('refund' as const), which: fc.nat(5), percent }) },
  fc.record({ do: fc.constant('gift' as const), which: fc.nat(5), days: fc.integer({ min: 1, max: 40 }) }),
  fc.record({ do: fc.constant('hold' as const), fen }),
  fc.record({ do: fc.constant('release' as const) }),
  fc.record({ do: fc.constant('keys' as const), which: fc.nat(2), days: fc.integer({ min: 1, max: 40 }) }),
  fc.record({ do: fc.constant('void' as const) }),
  { weight: 2, arbitrary: fc.record({ do: fc.constant('payout' as const), isPaid: fc.boolean() }) },
  fc.record({ do: fc.constant('wait' as const), days: fc.integer({ min: 0, max: 9 }) }),
)
type Move = typeof moves extends fc.Arbitrary<infer M> ? M : never

async function openGame(commissionPercent: number) {
  clock.reset()
  const resellerId = (nextReseller += 1)
  await buildReseller(db, { id: resellerId })
  const terms = { commissionPercent, creditLimitFen: 3001 }
  await db.kysely.updateTable('resellers').set(terms).where('id', '=', resellerId).execute()
  const { id: inviterId } = await buildAccount(db, { resellerId })
  const plans = []
  for (const month of PRICES) plans.push(await buildPackage(db, { resellerId, prices: { month } }))
  await fundReseller(db, resellerId, FUND_FEN)
  await setPayee(ctx(), resellerId, { method: 'alipay', account: 'boss@example.com', name: '王小明' }, ACTOR)
  clock.shift(Math.max(limits.payoutTopUpMs, limits.payeeRestMs))
  const sold: { orderId: string; buyer: Buyer }[] = []
  const open = { bulks: [] as string[], batches: [] as number[] }
  return { resellerId, inviterId, plans, sold, ...open, sums: { givenFen: 0, paidOutFen: 0, takenFen: 0 } }
}
type Game = Awaited<ReturnType<typeof openGame>>

const fenOf = ({ resellerId }: Game, kind: LedgerKind) => loadBalanceFen({ db }, { kind, resellerId })
const positionOf = async (game: Game) => (await fenOf(game, 'reseller')) + (await fenOf(game, 'receivable'))
const ordersOf = ({ resellerId }: Game) =>
  db.kysely.selectFrom('orders').selectAll().where('resellerId', '=', resellerId).execute()

/** What the balance does not suffice for is refused, and changes nothing. */
const unlessShort = <T>(work: Promise<T>) =>
  work.catch((error: unknown) => {
    if (error instanceof Refusal && error.code === 'balance.short') return null
    throw error
  })

async function sellOne(game: Game, which: number, isOwn: boolean): Promise<void> {
  const { resellerId, inviterId, plans, sold, sums } = game
  const { retailFen } = PRICES[which]!
  // What its own merchant took is there already: wholesale and commission come from what it has here.
  if (isOwn && (await fenOf(game, 'reseller')) < retailFen) return
  const buyer = await buildBuyer({ resellerId, fen: isOwn ? 0 : retailFen })
  if (isOwn) await fund(db, buyer.account, retailFen, 'own')
  sums.takenFen += isOwn ? retailFen : 0
  await db.kysely.updateTable('accounts').set({ inviterId }).where('id', '=', buyer.account.id).execute()
  sold.push({ buyer, orderId: (await purchase(buyer, plans[which]!)).orderId })
}

async function refundShare({ resellerId }: Game, orderId: string, share: number): Promise<void> {
  const name = db.kysely.selectFrom('orders').select(['totalFen', 'refundedFen']).where('id', '=', orderId)
  const { totalFen, refundedFen } = await name.executeTakeFirstOrThrow()
  const amountFen = Math.min(totalFen - refundedFen, Math.ceil((totalFen * share) / 100))
  const refund = { resellerId, orderId, amountFen, key: randomUUID(), operator: ACTOR }
  if (amountFen > 0) await refundOrder(ctx(), refund)
}

async function payOut(game: Game, isPaid: boolean): Promise<void> {
  const { resellerId } = game
  const { payableFen: amountFen } = await loadPayable(ctx(), resellerId)
  await expect(
    askPayout(ctx(), { resellerId, amountFen: Math.max(limits.payoutMinFen, amountFen + 1) }, ACTOR),
  ).rejects.toThrow('payout.too_much')
  if (amountFen < limits.payoutMinFen) return
  const { payoutId } = await askPayout(ctx(), { resellerId, amountFen }, ACTOR)
  const verdict = isPaid ? ({ state: 'paid' } as const) : ({ state: 'rejected', reason: 'no' } as const)
  await settlePayout(ctx(), { resellerId, payoutId }, verdict, ACTOR)
  if (isPaid) game.sums.paidOutFen += amountFen
}

async function play(game: Game, move: Move): Promise<void> {
  const { resellerId, sold, plans, bulks, batches } = game
  if (move.do === 'sell') return sellOne(game, move.which, move.isOwn)
  if (move.do === 'wait') return clock.shift(move.days * DAY_MS)
  if (move.do === 'payout') return payOut(game, move.isPaid)
  if (move.do === 'refund') {
    const one = sold[move.which]
    return one && refundShare(game, one.orderId, move.percent)
  }
  if (move.do === 'gift') {
    const accountId = sold[move.which]?.buyer.account.id
    const wish = { kind: 'days', days: move.days } as const
    const giving = accountId && { resellerId, accountId, wish, paidBy: 'reseller' as const, key: randomUUID() }
    const given = giving && (await unlessShort(giveGift(ctx(), giving, ACTOR).catch(unlessEnded)))
    game.sums.givenFen += given ? given.costFen : 0
  }
  if (move.do === 'hold') {
    const bulkId = randomUUID()
    const reserving = { resellerId, bulkId, amountFen: move.fen, paidBy: 'reseller' as const }
    if (await unlessShort(reserveForBulk(ctx(), reserving, ACTOR))) bulks.push(bulkId)
  }
  if (move.do === 'release' && bulks.length > 0) {
    await releaseReserve(ctx(), { resellerId, bulkId: bulks.pop()! }, ACTOR)
  }
  if (move.do === 'keys') {
    const { id: packageId } = plans[move.which]!
    const wanted = { resellerId, kind: 'days' as const, packageId, value: move.days, count: 3, expiresAt: null }
    const bought = await unlessShort(buyCardBatch(ctx(), { ...wanted, key: randomUUID() }, ACTOR))
    if (bought) batches.push(bought.batchId)
  }
  if (move.do === 'void' && batches.length > 0) {
    await voidBatch(ctx(), { resellerId, batchId: batches.pop()! }, ACTOR)
  }
}

function unlessEnded(error: unknown): null {
  if (error instanceof Refusal && error.code === 'gift.no_package') return null
  throw error
}

/** Opening and what each kind moved make up the closing, which is what the reseller has; sales tell where theirs came from. */
async function expectStatement(game: Game): Promise<void> {
  const { year, month } = civilTime(clock.now(), config.businessTz)
  const statement = await loadStatement(ctx(), game.resellerId, { year, month })
  const sumFen = statement.kinds.reduce((sum, { amountFen }) => sum + amountFen, 0)
  expect(statement.openingFen + sumFen, 'opening and kinds').toBe(statement.closingFen)
  expect(statement.closingFen, 'closing').toBe(await positionOf(game))
  const { priceFen, liabilitySettledFen, wholesaleFen, commissionFen } = statement.sales
  const saleFen = statement.kinds.find(({ kind }) => kind === 'sale')?.amountFen ?? 0
  expect(priceFen - liabilitySettledFen - wholesaleFen - commissionFen, 'sales').toBe(saleFen)
  for (const kind of ['cards', 'bulk_hold', 'payout_hold', 'liability'] as const) {
    expect(statement.beside[kind].closingFen, kind).toBe(await fenOf(game, kind))
  }
}

/** What it may still lose is held back, each sale's to the fen that has begun, and all it has comes from what it kept. */
async function expectPayable(game: Game): Promise<void> {
  const payable = await loadPayable(ctx(), game.resellerId)
  const orders = await ordersOf(game)
  const since = marginSince(ctx())
  const kept = orders.filter(({ settledAt }) => settledAt && settledAt >= since).map(keptMargin)
  const { balanceFen, marginFen, lossFen, topUpsFen, liabilityFen, withdrawalsFen } = payable
  expect(marginFen).toBe(kept.reduce((sum, fen) => sum + fen, 0))
  expect(marginFen + lossFen).toBe(kept.reduce((sum, fen) => sum + Math.max(0, fen), 0))
  const freeFen = balanceFen - marginFen - lossFen - topUpsFen - liabilityFen - withdrawalsFen
  expect(payable.payableFen).toBe(Math.max(0, freeFen))
  const keptFen = orders.reduce((sum, one) => sum + keptMargin(one), 0)
  const aside = [await fenOf(game, 'cards'), await fenOf(game, 'bulk_hold'), await fenOf(game, 'payout_hold')]
  const asideFen = aside.reduce((sum, one) => sum + one, 0)
  const { givenFen, paidOutFen, takenFen } = game.sums
  const hasFen = (await positionOf(game)) + (await fenOf(game, 'liability')) + asideFen + givenFen + paidOutFen
  expect(hasFen + takenFen, 'all it has').toBe(FUND_FEN + keptFen)
}

test('M37, M33: a statement adds up and what may be lost is held back, to the fen', async () => {
  const sequences = fc.array(moves, { minLength: 6, maxLength: 16 })
  const games = fc.asyncProperty(fc.nat(100), sequences, async (commissionPercent, sequence) => {
    const game = await openGame(commissionPercent)
    for (const move of sequence) {
      await play(game, move)
      await expectStatement(game)
      await expectPayable(game)
    }
    const since = marginSince(ctx())
    const { payableFen } = await loadPayable(ctx(), game.resellerId)
    await payOut(game, true)
    if (payableFen < limits.payoutMinFen) return
    for (const { id, settledAt } of await ordersOf(game)) {
      if (settledAt && settledAt >= since) await refundShare(game, id, 100)
    }
    expect(await fenOf(game, 'receivable'), 'all money back leaves no debt').toBe(0)
  })
  await fc.assert(games, MONEY_GAMES)
  expect((await checkBooks(db)).problems).toEqual([])
})
