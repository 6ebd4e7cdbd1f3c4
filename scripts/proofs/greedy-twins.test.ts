import { beforeEach, expect, test, vi } from 'vitest'

import { monthsOf } from '../../server/domains/catalogue/period.ts'
import { ceilShare } from '../../server/domains/catalogue/prices/prorate.ts'
import { worthLeft } from '../../server/domains/subscriptions/pieces.ts'
import { withBasis } from '../../server/domains/subscriptions/purchase.ts'
import {
  after,
  moveEnd,
  running,
  secondsLeft,
  type Clock,
  type Subscription,
} from '../../server/domains/subscriptions/subscription.ts'
import { createTestDatabase } from '../../server/test/run/database.ts'
import { walkMany } from './greedy/walk.ts'
import { withWorld } from './greedy/world.ts'

// The same walk over rules as they once were, one at a time. If they were not found out, the walk would prove nothing.
const planted = vi.hoisted(() => ({ rule: '' }))

vi.mock(import('../../server/domains/subscriptions/upgrade.ts'), async (load) => {
  const real = await load()
  return {
    ...real,
    upgradePackage: (old, purchase, price, clock) =>
      real.upgradePackage(
        old,
        purchase,
        { ...price, ...(planted.rule === 'retail' && { fullWholesaleFen: 0 }) },
        clock,
      ),
    changePackage: (old, given, clock) =>
      real.changePackage(old, planted.rule === 'staff' ? countRetail(old, given, clock) : given, clock),
  }
})
vi.mock(import('../../server/domains/orders/make-quote.ts'), async (load) => {
  const real = await load()
  return {
    ...real,
    workOutPrice: (ctx, goods, wish) => {
      const price = real.workOutPrice(ctx, goods, wish)
      const months = Math.max(1, monthsOf[wish.period])
      const { wholesaleFen } = price
      if (planted.rule === 'fen') return { ...price, wholesaleFen: Math.max(0, wholesaleFen - 1) }
      return planted.rule === 'month' ? { ...price, wholesaleFen: Math.ceil(wholesaleFen / months) } : price
    },
  }
})
vi.mock(import('../../server/domains/subscriptions/shorten.ts'), async (load) => {
  const real = await load()
  return {
    ...real,
    shortenPackage: (old, refund, clock) =>
      planted.rule === 'refund' && old.period !== 'once'
        ? shortenAll(old, refund.fen, clock)
        : real.shortenPackage(old, refund, clock),
  }
})
vi.mock(import('../../server/domains/subscriptions/pieces.ts'), async (load) => {
  const real = await load()
  return {
    ...real,
    addPiece: (old, piece) => {
      const isKey = planted.rule === 'key' && piece.by !== null && 'cardId' in piece.by
      return real.addPiece(old, isKey ? { ...piece, paidFen: piece.paid.wholesaleFen * 2 } : piece)
    },
  }
})
vi.mock(import('../../server/domains/ledger/unpaid-debt.ts'), async (load) => {
  const real = await load()
  return {
    ...real,
    findUnpaidDebts: (...input) => (planted.rule === 'credit' ? Promise.resolve([]) : real.findUnpaidDebts(...input)),
  }
})

/** What the user paid counts against wholesale. */
function countRetail<G extends { wholesaleFen: number }>(old: Subscription, given: G, clock: Clock): G {
  const { paidFen, wholesaleFen } = worthLeft(old, clock.now, clock.timeZone)
  const counted = paidFen === 0 ? given.wholesaleFen : (given.wholesaleFen * wholesaleFen) / paidFen
  return { ...given, wholesaleFen: Math.max(1, Math.floor(counted)) }
}

/** All the time that is left counts as paid by the money that is left, whoever paid for it. */
function shortenAll(old: Subscription, fen: number, clock: Clock): Subscription {
  const left = secondsLeft(old, clock.now)
  const taken = Math.min(left, ceilShare(old.paidSeconds, fen, old.paidFen))
  const { at, endsAt } = running(old, clock.now)
  if (taken === 0 || !endsAt) return old
  return withBasis(moveEnd(old, taken === left ? at : after(endsAt, -taken), clock), clock)
}

beforeEach(() => {
  planted.rule = ''
})

const GRANTED = /was granted .* that are worth/
test.each([
  { rule: 'retail', seed: 19, was: 'the user’s credit alone made an upgrade longer', found: GRANTED },
  { rule: 'month', seed: 1, was: 'a longer period cost the wholesale of one month', found: GRANTED },
  { rule: 'fen', seed: 1, was: 'each sale cost a fen less than wholesale', found: GRANTED },
  { rule: 'staff', seed: 7, was: 'a change by staff counted what the user had paid', found: GRANTED },
  {
    rule: 'refund',
    seed: 2,
    was: 'a refund took time that something else had paid',
    found: /a refund took .* of its own there were/,
  },
  {
    rule: 'key',
    seed: 9,
    was: 'the time of a key counted as paid at retail',
    found: /was credited .* for what was left of/,
  },
  { rule: 'credit', seed: 3, was: 'commission of a sale on credit was paid at once', found: /of cash went out/ },
])('the walk finds out when $was', async ({ rule, seed, found }) => {
  planted.rule = rule
  const { url } = await createTestDatabase()
  const search = { seed, walks: 100, isShrunk: false, wanted: found, handSales: false }
  const figures = await withWorld(url, (world) => walkMany(world, search))
  expect(figures.found).toHaveLength(1)
})
