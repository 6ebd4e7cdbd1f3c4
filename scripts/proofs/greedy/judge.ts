import { SECOND_MS, DAY_MS } from '../../../contract/durations.ts'
import type { Deed } from './deeds.ts'
import { sold } from './moves.ts'
import { sumOf, type Entry, type Had, type Sight } from './observe.ts'
import {
  clockOf,
  hasPackage,
  leftOf,
  packLeft,
  passTo,
  periodFrom,
  unusedOf,
  type Clock,
  type Piece,
  type Share,
} from './pieces.ts'
import { packageOf, type Game } from './world.ts'

/** Of what is granted not a fen is given away: a second of a pause that has begun costs less in every plan. */
const ROUNDING_FEN = 0.01
/** What of an order went into another package is noted in whole fen. */
const CARRIED_FEN = 1

type Holding = { pieces: Piece[]; deliveredFen: number; receivedFen: number; forgivenFen: number }
/** `owedFen`: debts from service sold on credit and from refunds: only these may be open when cash leaves. */
export type Judge = {
  holdings: Holding[]
  cash: { inFen: number; outFen: number; receivedFen: number; debtFen: number; owedFen: number }
}

export function openJudge(count: number): Judge {
  const holding = (): Holding => ({ pieces: [], deliveredFen: 0, receivedFen: 0, forgivenFen: 0 })
  const cash = { inFen: 0, outFen: 0, receivedFen: 0, debtFen: 0, owedFen: 0 }
  return { holdings: Array.from({ length: count }, holding), cash }
}

const yuan = (fen: number) => `¥${(fen / 100).toFixed(2)}`

/** Looks at what a move has changed; answers every rule that it breaks, in plain words. */
export function judgeMove(judge: Judge, game: Game, deed: Deed, before: Sight, after: Sight): string[] {
  const problems = judgeCash(judge, after.entries)
  for (const [who, holding] of judge.holdings.entries()) {
    const seen = { old: before.accounts[who]!, one: after.accounts[who]!, then: before.now, now: after.now }
    const found =
      deed.kind !== 'nothing' && deed.who === who
        ? judgeDeed(holding, game, deed, { ...seen, entries: after.entries })
        : judgeRest(holding, seen)
    problems.push(...found.map((problem) => `account ${who + 1}: ${problem}`))
  }
  return problems
}

/** At the end: what was delivered was paid for, and what the party took out and still has is no more than it put in. */
export function judgeEnd({ holdings }: Judge, moves: number): string[] {
  return holdings.flatMap(({ deliveredFen, receivedFen, forgivenFen }, who) =>
    deliveredFen <= receivedFen + forgivenFen + CARRIED_FEN * moves
      ? []
      : [
          `account ${who + 1}: ${yuan(deliveredFen)} were delivered at wholesale, the platform received ${yuan(receivedFen)}`,
        ],
  )
}

/** `then`: when an order was made that may have been paid some minutes later. */
type Seen = { old: Had; one: Had; then: Date; now: Date }
type SeenDeed = Seen & { entries: Entry[] }

/** Nothing was granted: time goes by, traffic is used, and nothing grows. */
function judgeRest(holding: Holding, { old, one, now }: Seen): string[] {
  const left = leftOf(one, now)
  const had = holding.pieces.reduce((sum, piece) => sum + piece.left, 0)
  const problems = []
  const slack = one.period === 'once' ? 0 : SECOND_MS
  if (left > had + slack) problems.push(`${inWords(one, left - had)} came from nowhere`)
  if (one.packageId !== old.packageId) problems.push('the package changed by itself')
  if (one.packBytes > old.packBytes) problems.push('traffic of packs came from nowhere')
  holding.pieces = passTo(holding.pieces, left)
  const last = holding.pieces.at(-1)
  // The second of a pause that had begun.
  if (last && left > had) last.left += left - had
  return problems
}

function inWords({ period }: Had, amount: number): string {
  return period === 'once' ? `${(amount / 1024 ** 3).toFixed(2)} GB` : `${(amount / DAY_MS).toFixed(2)} days`
}

function judgeDeed(holding: Holding, game: Game, deed: Exclude<Deed, { kind: 'nothing' }>, seen: SeenDeed): string[] {
  const ordered = creditOf(holding, 'paidFen', seen.old, { now: seen.then, timeZone: game.world.config.businessTz })
  // An order may have waited for its payment: what went by until then is gone.
  holding.pieces = passTo(holding.pieces, Math.min(sumLeft(holding), leftOf(seen.old, seen.now)))
  const receivedFen = sumOf(
    seen.entries.filter(({ kind }) => ['sale', 'gift', 'card_redeem', 'refund'].includes(kind)),
    'platform',
  )
  holding.receivedFen += receivedFen
  if (deed.kind === 'refund') return judgeRefund(holding, deed, { ...seen, returnedFen: -receivedFen })
  if (deed.kind === 'bytes') return judgeBytes(holding, game, deed, { ...seen, receivedFen })
  return judgeGrant(holding, game, deed, { ...seen, receivedFen, orderedFen: ordered })
}

/** What is left of all pieces, of one of their amounts. Of a gift only what it was worth goes back to the platform. */
function creditOf({ pieces }: Holding, of: 'receivedFen' | 'paidFen' | 'valueFen', one: Had, clock: Clock): number {
  const unused = unusedOf(pieces, one, clock)
  const counted = pieces.map((piece, index) => ({
    ...piece,
    share: piece.whole === 0 ? 0 : unused[index]! / piece.whole,
  }))
  return counted.reduce((sum, piece) => sum + (piece.isGift && of !== 'valueFen' ? 0 : piece[of] * piece.share), 0)
}

const sumLeft = ({ pieces }: Holding) => pieces.reduce((sum, piece) => sum + piece.left, 0)

type Granting = Extract<Deed, { kind: 'sale' | 'key' | 'change' | 'days' }>

/** A package that begins, goes on for longer or takes another's place. */
function judgeGrant(
  holding: Holding,
  game: Game,
  deed: Granting,
  seen: SeenDeed & { receivedFen: number; orderedFen: number },
): string[] {
  const { old, one, now, receivedFen } = seen
  const timeZone = game.world.config.businessTz
  const wasRunning = hasPackage(old, now)
  const isOther = one.packageId !== old.packageId || (one.period === 'once') !== (old.period === 'once')
  const isChange = wasRunning && isOther
  const grown = leftOf(one, now) - (isChange || !wasRunning ? 0 : leftOf(old, now))
  const nominal = nominalOf(game, deed, isChange || !wasRunning ? { ...seen, from: null } : { ...seen, from: old })
  const clock = { now, timeZone }
  const wholesaleCreditFen = isChange ? creditOf(holding, 'receivedFen', old, clock) : 0
  const retailCreditFen = isChange ? seen.orderedFen : 0
  const valueFen = (wholesaleOf(deed) * grown) / nominal
  const problems: string[] = []
  const isFree = deed.kind !== 'sale' && deed.isFree
  if (!isFree && valueFen > wholesaleCreditFen + receivedFen + ROUNDING_FEN) {
    problems.push(
      `was granted ${inWords(one, grown)} that are worth ${yuan(valueFen)} at wholesale; the platform received ${yuan(receivedFen)}` +
        (isChange ? `, and what was left of the package before was worth ${yuan(wholesaleCreditFen)} to it` : ''),
    )
  }
  if (deed.kind === 'sale' && deed.creditFen > retailCreditFen + ROUNDING_FEN) {
    problems.push(`was credited ${yuan(deed.creditFen)} for what was left of ${yuan(retailCreditFen)} paid`)
  }
  const commissionFen = sumOf(seen.entries, 'commission_pending')
  if (deed.kind === 'sale' && commissionFen > Math.max(0, deed.paidFen - receivedFen)) {
    problems.push(`brought ${yuan(commissionFen)} of commission on a margin of ${yuan(deed.paidFen - receivedFen)}`)
  }
  if (!isChange && one.packBytes > old.packBytes) problems.push('traffic of packs came from nowhere')
  const takenFen = isChange ? creditOf(holding, 'valueFen', old, clock) : 0
  if (!isFree) holding.deliveredFen += valueFen - takenFen
  const paidFen = paidOf(deed, receivedFen)
  const isGift = deed.kind === 'days' && deed.cause === 'gift'
  const piece = { isGift, whole: grown, left: grown, valueFen }
  const shared = { fen: receivedFen, ofFen: receivedFen, paidFen, paidOfFen: paidFen }
  const own = deed.kind === 'sale' ? [{ orderId: deed.orderId, ...shared }] : []
  if (!isChange) {
    holding.pieces = [...(wasRunning ? holding.pieces : []), { ...piece, orders: own, receivedFen, paidFen }]
    return problems
  }
  // What melted between order and payment makes a package smaller; what was paid for it still counts up to its whole price.
  const mostFen = deed.kind === 'sale' ? deed.listFen * Math.max(1, grown / nominal) : Infinity
  const kept = {
    receivedFen: Math.min(wholesaleCreditFen, Math.max(0, valueFen - receivedFen)),
    paidFen: Math.min(retailCreditFen, Math.max(0, mostFen - paidFen)),
  }
  const carried = carryOrders(holding, old, clock, {
    received: wholesaleCreditFen === 0 ? 0 : kept.receivedFen / wholesaleCreditFen,
    paid: retailCreditFen === 0 ? 0 : kept.paidFen / retailCreditFen,
  })
  const merged = { receivedFen: kept.receivedFen + receivedFen, paidFen: kept.paidFen + paidFen }
  holding.pieces = [{ ...piece, orders: [...carried, ...own], ...merged }]
  return problems
}

/**
 * What is left of each order's money goes along into the new package, but for what lapses. At least this much: what of
 * it is an order's own decides what its refund takes away.
 */
function carryOrders({ pieces }: Holding, old: Had, clock: Clock, kept: { received: number; paid: number }): Share[] {
  const unused = unusedOf(pieces, old, clock, 'least')
  return pieces.flatMap(({ orders, whole }, index) => {
    const left = whole === 0 ? 0 : unused[index]! / whole
    return orders.map((one) => ({
      ...one,
      fen: one.fen * kept.received * left,
      paidFen: one.paidFen * kept.paid * left,
    }))
  })
}

const wholesaleOf = (deed: Granting) => (deed.kind === 'days' ? deed.monthFen : deed.wholesaleFen)

/** How much of it that wholesale is for. A day is a thirtieth of a month. */
function nominalOf({ world }: Game, deed: Granting, seen: SeenDeed & { from: Had | null }): number {
  if (deed.kind === 'days') return 30 * DAY_MS
  const { period } = sold[deed.what]!
  if (period === 'once') return packageOf(world, deed.what).bytes
  const { at, endsAt } = clockOf(seen.from ?? seen.one, seen.now)
  const from = seen.from ? (endsAt ?? at) : at
  return periodFrom(from, period, world.config.businessTz, seen.from?.expiryDay ?? null)
}

/** A key counts what it cost; a gift nothing. */
function paidOf(deed: Granting, receivedFen: number): number {
  if (deed.kind === 'key' || (deed.kind === 'days' && deed.cause === 'key')) return receivedFen
  return deed.kind === 'sale' ? deed.paidFen : 0
}

function judgeBytes(
  holding: Holding,
  game: Game,
  deed: Extract<Deed, { kind: 'bytes' }>,
  { old, one, receivedFen }: SeenDeed & { receivedFen: number },
): string[] {
  const bytes = one.packBytes - old.packBytes
  const valueFen = (deed.packFen * bytes) / packageOf(game.world, sold.length - 1).bytes
  if (deed.isFree) return []
  holding.deliveredFen += valueFen
  if (valueFen <= receivedFen + ROUNDING_FEN) return []
  return [`was granted traffic worth ${yuan(valueFen)}, the platform received ${yuan(receivedFen)}`]
}

/** A refund takes what its own money paid for: neither more, nor less than goes back while there is something left. */
function judgeRefund(
  holding: Holding,
  deed: Extract<Deed, { kind: 'refund' }>,
  { old, one, now, returnedFen }: SeenDeed & { returnedFen: number },
): string[] {
  const taken = leftOf(old, now) - leftOf(one, now)
  if (deed.isPack) {
    holding.forgivenFen += returnedFen
    const leftBytes = packLeft(old) - (old.packBytes - one.packBytes)
    const isTooMuchTime = taken > SECOND_MS ? ['the refund of a pack took time'] : []
    return leftBytes < 0 ? [...isTooMuchTime, 'the refund of a pack took more than was left of it'] : isTooMuchTime
  }
  const slack = one.period === 'once' ? 1 : 2 * SECOND_MS
  const piece = holding.pieces.find(({ orders }) => orders.some(({ orderId }) => orderId === deed.orderId))
  if (taken < -slack) return [`a refund gave ${inWords(one, -taken)}`]
  if (!piece) {
    holding.forgivenFen += returnedFen
    const problems = taken > slack ? [`a refund took ${inWords(one, taken)} that its order had not paid for`] : []
    holding.pieces = passTo(holding.pieces, leftOf(one, now))
    return problems
  }
  const problems = []
  if (taken > piece.left + slack) {
    problems.push(`a refund took ${inWords(one, taken)}, of its own there were ${inWords(one, piece.left)} left`)
  }
  const own = Math.min(taken, piece.left)
  const worthFen = piece.whole === 0 ? 0 : (piece.valueFen * piece.left) / piece.whole
  const takenFen = piece.left === 0 ? 0 : (worthFen * own) / piece.left
  const paid = piece.orders.find(({ orderId }) => orderId === deed.orderId)!
  const part = paid.ofFen === 0 ? 0 : Math.min(1, returnedFen / paid.ofFen)
  // An earlier refund may have taken more than its own wholesale: then what is left of the piece is paid for all the same.
  const usedFen = piece.valueFen - worthFen
  const paidForFen = Math.max(0, piece.receivedFen - paid.fen * part - usedFen)
  const isTaken = takenFen >= Math.min(worthFen, paid.fen * part) - CARRIED_FEN
  if (!isTaken && worthFen - takenFen > paidForFen + CARRIED_FEN) {
    problems.push(
      `${yuan(returnedFen)} of wholesale went back, and of what it had paid for ${yuan(worthFen - takenFen)} of ${yuan(worthFen)} stayed`,
    )
  }
  holding.deliveredFen -= takenFen
  holding.forgivenFen += Math.max(0, returnedFen - takenFen)
  const share = piece.whole === 0 ? 0 : own / piece.whole
  piece.whole -= own
  piece.left -= own
  piece.valueFen *= 1 - share
  piece.receivedFen = Math.max(0, piece.receivedFen - paid.fen * part)
  const paidPart = paid.paidOfFen === 0 ? 0 : Math.min(1, deed.fen / paid.paidOfFen)
  piece.paidFen = Math.max(0, piece.paidFen - paid.paidFen * paidPart)
  Object.assign(paid, {
    fen: paid.fen * (1 - part),
    ofFen: paid.ofFen - returnedFen,
    paidFen: paid.paidFen * (1 - paidPart),
    paidOfFen: paid.paidOfFen - deed.fen,
  })
  holding.pieces = passTo(
    holding.pieces.filter(({ left }) => left > 0),
    leftOf(one, now),
  )
  return problems
}

/**
 * The party's cash, by the ledger only. Money that came in and was not spent may go out again; what was never paid in
 * may not, so when cash leaves, no more is owed than wholesale that was sold on credit and what refunds took back.
 */
function judgeCash({ cash }: Judge, entries: readonly Entry[]): string[] {
  const problems = []
  for (const entry of entries) {
    const outside = sumOf([entry], 'outside')
    const wholesaleFen = sumOf([entry], 'platform')
    cash.inFen += Math.max(0, -outside)
    cash.outFen += Math.max(0, outside)
    // What the platform gives of its own does not count as paid.
    cash.receivedFen += wholesaleFen
    const debtFen = -sumOf([entry], 'receivable')
    cash.debtFen += debtFen
    cash.owedFen += entry.kind === 'sale' ? Math.min(Math.max(0, debtFen), wholesaleFen) : Math.max(0, debtFen)
    cash.owedFen = Math.min(cash.owedFen, cash.debtFen)
    const mostFen = cash.inFen - cash.receivedFen + cash.owedFen
    if (outside > 0 && cash.outFen > mostFen) {
      problems.push(
        `${yuan(cash.outFen)} of cash went out; ${yuan(cash.inFen)} came in, of which ${yuan(cash.receivedFen - cash.owedFen)} were spent`,
      )
    }
  }
  return problems
}
