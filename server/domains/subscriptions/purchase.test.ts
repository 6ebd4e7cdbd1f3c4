import fc from 'fast-check'
import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'

import type { Period } from '../catalogue/period.ts'
import { addDays } from './grant-days.ts'
import type { Piece } from './piece.ts'
import { dueFen, worthLeft } from './pieces.ts'
import { addPack, renewEarly, renewPackage, startPackage } from './purchase.ts'
import { resetTraffic } from './reset-traffic.ts'
import { shortenPack, shortenPackage } from './shorten.ts'
import { isStepDown } from './step-down.ts'
import { NO_SUBSCRIPTION } from './subscription-store.ts'
import { after, secondsLeft, serviceState, type Plan, type Subscription } from './subscription.ts'
import { changePackage, upgradePackage } from './upgrade.ts'

const GB = 1024 ** 3
const timeZone = 'Asia/Shanghai'
const shanghai = (text: string) => new Date(`${text}+08:00`)
const plan = (id: number, trafficBytes = 100 * GB): Plan => ({
  id,
  trafficBytes,
  deviceLimit: 3,
  lineLimit: 5,
  speedClass: 'standard',
})
const paid = (paidFen: number) => ({ paidFen, wholesaleFen: Math.floor(paidFen / 2) })
const bought = (period: Period, fen: number, at: Date, sold = plan(1)) =>
  startPackage(
    NO_SUBSCRIPTION,
    { plan: sold, period, paid: paid(fen), by: { orderId: 'first' } },
    { now: at, timeZone },
  )

describe('the last days of a month', () => {
  test('renewals from 31 January go to 28 February and back to 31 March', () => {
    let subscription = bought('month', 3000, shanghai('2026-01-31T10:00:00'))
    const ends: Date[] = []
    for (let month = 0; month < 5; month += 1) {
      ends.push(subscription.expiresAt!)
      const clock = { now: after(subscription.expiresAt!, -3600), timeZone }
      subscription = renewPackage(subscription, { plan: plan(1), period: 'month', paid: paid(3000), by: null }, clock)
    }
    const days = ['2026-02-28', '2026-03-31', '2026-04-30', '2026-05-31', '2026-06-30']
    expect(ends).toEqual(days.map((day) => shanghai(`${day}T10:00:00`)))
  })

  test.each([
    ['2026-01-29', ['2026-02-28', '2026-03-29', '2026-04-29']],
    ['2026-01-30', ['2026-02-28', '2026-03-30', '2026-04-30']],
    ['2026-01-31', ['2026-02-28', '2026-03-31', '2026-04-30']],
    ['2028-01-31', ['2028-02-29', '2028-03-31', '2028-04-30']],
  ])('resets the traffic of a year from %s on %j', (start, days) => {
    let subscription = bought('year', 30_000, shanghai(`${start}T23:30:00`))
    for (const day of days) {
      expect(subscription.nextResetAt).toEqual(shanghai(`${day}T23:30:00`))
      subscription = resetTraffic({ ...subscription, usedBytes: 7 * GB }, subscription.nextResetAt!, timeZone)
      expect(subscription.usedBytes).toBe(0)
    }
  })

  test('a server that was off for months resets once and goes on from the right day', () => {
    const subscription = bought('year', 30_000, shanghai('2026-01-31T10:00:00'))
    expect(resetTraffic(subscription, shanghai('2026-06-15T00:00:00'), timeZone).nextResetAt).toEqual(
      shanghai('2026-06-30T10:00:00'),
    )
  })

  test('never resets a month before it ends, nor an expired plan', () => {
    const subscription = { ...bought('month', 3000, shanghai('2026-01-31T10:00:00')), usedBytes: 5 * GB }
    expect(subscription.nextResetAt).toEqual(subscription.expiresAt)
    const reset = resetTraffic(subscription, subscription.expiresAt!, timeZone)
    expect(reset).toMatchObject({ usedBytes: 5 * GB, nextResetAt: null })
  })
})

describe('what is left', () => {
  const now = shanghai('2026-03-01T00:00:00')

  test('is the smaller share of time and traffic, rounded down', () => {
    const subscription = bought('month', 3100, now)
    const later = after(now, 10 * 86_400)
    expect(worthLeft(subscription, later, timeZone).paidFen).toBe(2100)
    expect(worthLeft({ ...subscription, usedBytes: 80 * GB }, later, timeZone).paidFen).toBe(620)
    expect(worthLeft({ ...subscription, usedBytes: 100 * GB }, later, timeZone).paidFen).toBe(0)
    expect(worthLeft(subscription, after(now, 31 * 86_400), timeZone).paidFen).toBe(0)
  })

  test('counts the traffic of months still to come: an empty month does not empty a year', () => {
    const year = { ...bought('year', 12_000, now), usedBytes: 100 * GB }
    expect(worthLeft(year, now, timeZone).paidFen).toBe(11_000)
  })

  test('leaves out packs, which outlive an upgrade', () => {
    const subscription = addPack(bought('month', 3100, now), 50 * GB, { paid: paid(400), by: null, packageId: 9 })
    expect(worthLeft(subscription, now, timeZone).paidFen).toBe(3100)
    const used = { ...subscription, usedBytes: 120 * GB }
    expect(worthLeft(used, now, timeZone).paidFen).toBe(0)
    const purchase = { plan: plan(2), period: 'month' as const, paid: paid(5000), by: null }
    const upgraded = upgradePackage(
      used,
      purchase,
      { listFen: 5000, discountFen: 0, fullWholesaleFen: 2500 },
      { now, timeZone },
    )
    expect(upgraded).toMatchObject({ packBytes: 30 * GB, totalBytes: 130 * GB, usedBytes: 0 })
  })
})

describe('an upgrade', () => {
  const now = shanghai('2026-03-01T00:00:00')
  const upgrade = (from: Subscription, listFen: number, totalFen: number, discountFen = 0, at = now) =>
    upgradePackage(
      from,
      { plan: plan(2), period: 'month', paid: paid(totalFen), by: null },
      { listFen, discountFen, fullWholesaleFen: Math.floor(listFen / 2) },
      { now: at, timeZone },
    )

  test('to something dearer gives exactly its period', () => {
    const upgraded = upgrade(bought('month', 3000, now), 9000, 6000)
    expect(upgraded.expiresAt).toEqual(shanghai('2026-04-01T00:00:00'))
    expect(upgraded.paidFen).toBe(9000)
  })

  test('to something cheaper turns the rest into time, never into cash', () => {
    const upgraded = upgrade(bought('year', 12_000, now), 3000, 0)
    expect(secondsLeft(upgraded, now)).toBe(31 * 86_400 * 4)
    expect(upgraded.paidFen).toBe(12_000)
  })

  test('gets shorter by what melts while paying', () => {
    const half = { ...bought('month', 3000, now), usedBytes: 50 * GB }
    const upgraded = upgrade(half, 6000, 3000)
    expect(secondsLeft(upgraded, now)).toBe((31 * 86_400 * 4500) / 6000)
  })

  test('a coupon does not multiply the credit', () => {
    const upgraded = upgrade(bought('month', 3000, now), 3000, 0, 2900)
    expect(secondsLeft(upgraded, now)).toBe(31 * 86_400)
    expect(upgraded.paidFen).toBe(100)
  })
})

describe('paused', () => {
  const start = shanghai('2026-03-01T00:00:00')
  const pausedAt = shanghai('2026-03-11T00:00:00')
  const paused: Subscription = {
    ...bought('month', 3100, start),
    pausedAt,
    expiresAt: null,
    bankedSeconds: 21 * 86_400,
  }
  const clock = { now: shanghai('2026-05-01T00:00:00'), timeZone }

  test('nothing melts, and a renewal adds to the bank', () => {
    expect(worthLeft(paused, clock.now, timeZone).paidFen).toBe(2100)
    const renewed = renewPackage(paused, { plan: plan(1), period: 'month', paid: paid(3100), by: null }, clock)
    expect(renewed).toMatchObject({ expiresAt: null, bankedSeconds: (21 + 30) * 86_400, paidFen: 5200 })
  })

  test('an upgrade puts the new time into the bank', () => {
    const purchase = { plan: plan(2), period: 'month' as const, paid: paid(900), by: null }
    const upgraded = upgradePackage(paused, purchase, { listFen: 3000, discountFen: 0, fullWholesaleFen: 1500 }, clock)
    expect(upgraded).toMatchObject({ expiresAt: null, bankedSeconds: 31 * 86_400, packageId: 2 })
  })
})

test.each([
  ['month', 999, true],
  ['month', 1000, false],
  ['year', 11_999, true],
  ['year', 12_000, false],
  ['once', 1, false],
] as const)('from 1000 fen a month, a %s at %i is a step down: %s', (period, wholesaleFen, expected) => {
  expect(isStepDown({ period: 'month', heldWholesaleFen: 1000 }, { period, wholesaleFen })).toBe(expected)
  expect(isStepDown({ period: 'month', heldWholesaleFen: null }, { period, wholesaleFen })).toBe(false)
})

test('after expiry a renewal starts now with fresh traffic', () => {
  const old = { ...bought('month', 3000, shanghai('2026-01-31T10:00:00')), usedBytes: 90 * GB }
  const now = shanghai('2026-05-05T12:00:00')
  const renewed = renewPackage(old, { plan: plan(1), period: 'month', paid: paid(3000), by: null }, { now, timeZone })
  expect(renewed).toMatchObject({ expiresAt: shanghai('2026-06-05T12:00:00'), usedBytes: 0, paidFen: 3000 })
})

test('an early renewal begins the next month with its own traffic, and no pack comes back', () => {
  const now = shanghai('2026-03-31T10:00:00')
  const packed = addPack(bought('month', 3000, now), 50 * GB, { paid: paid(400), by: null, packageId: 9 })
  const purchase = { plan: plan(1), period: 'month', paid: paid(3000), by: null } as const
  const renew = (usedBytes: number) =>
    renewEarly({ ...packed, usedBytes }, purchase, { now: after(now, 86_400), timeZone })
  expect(renew(150 * GB)).toMatchObject({ usedBytes: 0, packBytes: 0, totalBytes: 100 * GB })
  // With a byte left nothing begins early.
  expect(renew(150 * GB - 1)).toMatchObject({ usedBytes: 150 * GB - 1, packBytes: 50 * GB, totalBytes: 150 * GB })
})

test('a one-time plan has no end, and buying it again adds traffic', () => {
  const now = shanghai('2026-05-05T12:00:00')
  const once = { ...bought('once', 1000, now), usedBytes: 40 * GB }
  expect([serviceState(once, after(now, 9e8)), once.nextResetAt]).toEqual(['active', null])
  const more = renewPackage(once, { plan: plan(1), period: 'once', paid: paid(1000), by: null }, { now, timeZone })
  expect(more).toMatchObject({ totalBytes: 200 * GB, usedBytes: 40 * GB, expiresAt: null, paidFen: 1600 })
})

/**
 * A user and a reseller who are one person and play every possible move, at any pair of prices. `worth` is the money in
 * hand plus what is left of the package; `platformFen` is what the platform has received.
 */
type Order = { id: string; period: Period; isPlain: boolean; isPack: boolean; fen: number; wholesaleFen: number }
type Sold = Order & { backFen: number }
type Game = { subscription: Subscription; purseFen: number; platformFen: number; now: Date; orders: Sold[] }

const moves = fc.oneof(
  fc.record({
    do: fc.constant('buy' as const),
    id: fc.integer({ min: 1, max: 3 }),
    period: fc.constantFrom<Period>('month', 'quarter', 'year', 'once'),
    listFen: fc.integer({ min: 1, max: 50_000 }),
    wholesaleFen: fc.integer({ min: 0, max: 20_000 }),
    discountPercent: fc.constantFrom(0, 0, 10, 99, 100),
  }),
  fc.record({ do: fc.constant('pack' as const), listFen: fc.integer({ min: 1, max: 2000 }) }),
  fc.record({ do: fc.constant('key' as const), days: fc.integer({ min: 1, max: 400 }), fen: fc.nat(9000) }),
  fc.record({ do: fc.constant('gift' as const), days: fc.integer({ min: 1, max: 400 }), fen: fc.nat(9000) }),
  fc.record({
    do: fc.constant('change' as const),
    id: fc.integer({ min: 1, max: 3 }),
    period: fc.constantFrom<Period>('month', 'year'),
    wholesaleFen: fc.integer({ min: 0, max: 20_000 }),
  }),
  fc.record({ do: fc.constant('use' as const), bytes: fc.integer({ min: 0, max: 120 * GB }) }),
  fc.record({ do: fc.constant('wait' as const), seconds: fc.integer({ min: 0, max: 40 * 86_400 }) }),
  fc.record({ do: fc.constant('refund' as const), which: fc.nat(20), share: fc.integer({ min: 1, max: 100 }) }),
)
type Move = typeof moves extends fc.Arbitrary<infer M> ? M : never

const DEPOSIT_FEN = 200_000
const worthOf = ({ subscription, purseFen, now }: Game) => purseFen + worthLeft(subscription, now, timeZone).paidFen

function play(game: Game, move: Move): Game {
  const { subscription, now } = game
  const clock = { now, timeZone }
  switch (move.do) {
    case 'use':
      return { ...game, subscription: { ...subscription, usedBytes: subscription.usedBytes + move.bytes } }
    case 'wait':
      return { ...game, now: after(now, move.seconds) }
    case 'pack':
      return buyPack(game, move.listFen)
    case 'key':
    case 'gift': {
      if (serviceState(subscription, now) !== 'active' || subscription.period === 'once') return game
      const by = move.do === 'key' ? { cardId: subscription.lastPiece } : { giftId: subscription.lastPiece }
      const funds = { paid: { paidFen: 0, wholesaleFen: move.fen }, by }
      const longer = addDays(subscription, move.days, funds, clock)
      return { ...game, subscription: longer, platformFen: game.platformFen + move.fen }
    }
    case 'change':
      return changeByStaff(game, move)
    case 'refund':
      return refund(game, game.orders[move.which], move.share)
    case 'buy':
      return buy(game, move)
  }
}

function buyPack(game: Game, listFen: number): Game {
  const { subscription } = game
  if (subscription.packageId === null || game.purseFen < listFen) return game
  const order = { id: randomUUID(), period: 'once' as const, isPlain: true, isPack: true }
  const sold = { ...order, fen: listFen, wholesaleFen: Math.floor(listFen / 2), backFen: 0 }
  const funds = { paid: { paidFen: listFen, wholesaleFen: sold.wholesaleFen }, by: { orderId: sold.id }, packageId: 9 }
  return sell({ ...game, subscription: addPack(subscription, GB, funds) }, sold)
}

const sell = (game: Game, sold: Sold): Game => ({
  ...game,
  purseFen: game.purseFen - sold.fen,
  platformFen: game.platformFen + sold.wholesaleFen,
  orders: [...game.orders, sold],
})

function changeByStaff(game: Game, { id, period, wholesaleFen }: Extract<Move, { do: 'change' }>): Game {
  const { subscription, now } = game
  if (serviceState(subscription, now) !== 'active') return game
  const costFen = Math.max(0, wholesaleFen - worthLeft(subscription, now, timeZone).wholesaleFen)
  const given = { plan: plan(id), period, by: { giftId: subscription.lastPiece }, costFen, wholesaleFen }
  const changed = changePackage(subscription, given, { now, timeZone })
  return { ...game, subscription: changed, platformFen: game.platformFen + costFen }
}

/** Calculates like `applyRefund`. */
function refund(game: Game, order: Sold | undefined, share: number): Game {
  if (!order || order.fen === order.backFen) return game
  const ofFen = order.fen - order.backFen
  const fen = Math.ceil((ofFen * share) / 100)
  const part = (backFen: number) => Math.floor((order.wholesaleFen * backFen) / order.fen)
  const wholesaleFen = part(order.backFen + fen) - part(order.backFen)
  const { id: orderId, period, isPlain, isPack } = order
  const input = { orderId, period, isPlain, fen, ofFen, wholesaleFen }
  const { subscription, now } = game
  const shorter = isPack
    ? shortenPack(subscription, input, Math.ceil((GB * fen) / order.fen))
    : shortenPackage(subscription, input, { now, timeZone })
  const orders = game.orders.map((other) => (other === order ? { ...order, backFen: order.backFen + fen } : other))
  const platformFen = game.platformFen - wholesaleFen
  return { ...game, subscription: shorter, purseFen: game.purseFen + fen, platformFen, orders }
}

function buy(game: Game, move: Extract<Move, { do: 'buy' }>): Game {
  const { id, period, listFen, discountPercent, wholesaleFen: fullWholesaleFen } = move
  const { subscription, now } = game
  const clock = { now, timeZone }
  const isRunning = serviceState(subscription, now) === 'active'
  const isSame = subscription.packageId === id && (subscription.period === 'once') === (period === 'once')
  const discountFen = Math.floor((listFen * discountPercent) / 100)
  const credit = isRunning && !isSame ? worthLeft(subscription, now, timeZone) : { paidFen: 0, wholesaleFen: 0 }
  const fen = Math.max(0, listFen - discountFen - credit.paidFen)
  const wholesaleFen = Math.max(0, fullWholesaleFen - credit.wholesaleFen)
  if (fen > game.purseFen) return game
  const sold = { id: randomUUID(), period, isPlain: !isRunning || isSame, isPack: false, fen, wholesaleFen, backFen: 0 }
  const purchase = { plan: plan(id), period, paid: { paidFen: fen, wholesaleFen }, by: { orderId: sold.id } }
  const next = !isRunning
    ? startPackage(subscription, purchase, clock)
    : isSame
      ? renewPackage(subscription, purchase, clock)
      : upgradePackage(subscription, purchase, { listFen, discountFen, fullWholesaleFen }, clock)
  return sell({ ...game, subscription: next }, sold)
}

/** Moves after which the worth may rise: a refund, and a key that somebody else paid for. */
const bringsWorth = ({ do: what }: Move) => what === 'refund' || what === 'key'

const games = (rule: (subscription: Subscription) => Subscription) =>
  fc.property(fc.array(moves, { maxLength: 25 }), (sequence) => {
    let game: Game = {
      subscription: NO_SUBSCRIPTION,
      purseFen: DEPOSIT_FEN,
      platformFen: 0,
      now: shanghai('2026-01-31T10:00:00'),
      orders: [],
    }
    let keysFen = 0
    for (const move of sequence) {
      const before = worthOf(game)
      const { length } = game.subscription.pieces
      game = play(game, move)
      game = { ...game, subscription: rule(game.subscription) }
      const { subscription } = game
      if (move.do === 'key' && subscription.pieces.length > length) keysFen += move.fen
      expect(worthOf(game)).toBeLessThanOrEqual(bringsWorth(move) ? DEPOSIT_FEN + keysFen : before)
      expect(subscription.packBytes).toBeLessThanOrEqual(subscription.totalBytes)
      for (const value of [subscription.paidFen, subscription.totalBytes, subscription.bankedSeconds]) {
        expect(value).toBeGreaterThanOrEqual(0)
      }
      expect(Number.isSafeInteger(subscription.paidFen)).toBe(true)
      const sum = (of: (piece: Piece) => number) => subscription.pieces.reduce((all, piece) => all + of(piece), 0)
      expect(sum(dueFen)).toBeLessThanOrEqual(game.platformFen + sum(({ ownFen }) => ownFen))
      expect(sum(({ seconds, isEnded }) => (isEnded ? 0 : seconds))).toBeGreaterThanOrEqual(
        secondsLeft(subscription, game.now),
      )
    }
  })

describe('M11, M42: any sequence of moves, at any pair of prices', () => {
  test('makes no user richer than their deposits, and the platform has received wholesale for all that it granted', () => {
    fc.assert(
      games((subscription) => subscription),
      { numRuns: 2000 },
    )
  })

  test('detects a variant that counts a gift as paid', () => {
    const counts = (one: Subscription) => ({
      ...one,
      pieces: one.pieces.map((piece) => (piece.giftId === null ? piece : { ...piece, paidFen: piece.receivedFen })),
    })
    expect(fc.check(games(counts), { numRuns: 2000 }).failed).toBe(true)
  })
})

const whole = (fen: number) => ({ orderId: 'first', isPlain: true, fen, ofFen: fen, wholesaleFen: Math.floor(fen / 2) })

test('a full refund right after a purchase leaves nothing of it', () => {
  fc.assert(
    fc.property(
      fc.constantFrom<Period>('month', 'quarter', 'half', 'year', 'once'),
      fc.integer({ min: 1, max: 100_000 }),
      fc.date({ min: new Date('2025-01-01'), max: new Date('2035-01-01'), noInvalidDate: true }),
      (period, fen, now) => {
        const refunded = shortenPackage(bought(period, fen, now), { ...whole(fen), period }, { now, timeZone })
        expect(worthLeft(refunded, now, timeZone).paidFen).toBe(0)
        if (period === 'once') expect(refunded.totalBytes).toBe(0)
        else expect(serviceState(refunded, now)).toBe('expired')
      },
    ),
  )
})
