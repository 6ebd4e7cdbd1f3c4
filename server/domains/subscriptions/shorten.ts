import { monthsOf, type Period } from '../catalogue/period.ts'
import { ceilShare, floorShare } from '../catalogue/prices/prorate.ts'
import type { Piece } from './piece.ts'
import { dueFen, piecesLeft } from './pieces.ts'
import { withBasis } from './purchase.ts'
import { after, moveEnd, packBytesLeft, running, secondsLeft, type Clock, type Subscription } from './subscription.ts'

export type Refund = {
  orderId: string
  period: Period
  /** Whether the order bought exactly its period. */
  isPlain: boolean
  fen: number
  wholesaleFen: number
  /** What was left of the order's money before this refund. */
  ofFen: number
}
/** The part of a piece that the refunded money stands for: of its time or traffic, and of its worth. */
type Share = { piece: Piece; seconds: number; bytes: number; paidFen: number; creditFen: number }

const LONGEST_MONTH_S = 31 * 86_400

/**
 * Takes back what the refunded money had bought: the same share of that order's own piece, or of the piece that its
 * credit went into. Never more than is left of that piece, and nothing of any other. Needs all pieces of the account,
 * also ended ones.
 */
export function shortenPackage(subscription: Subscription, refund: Refund, clock: Clock): Subscription {
  const own = subscription.pieces.find(({ orderId }) => orderId === refund.orderId)
  const { passed, share } = own
    ? followRefund(subscription, own, refund)
    : { passed: subscription, share: shareFromBefore(subscription, refund) }
  const payerIn = ({ pieces }: Subscription) => pieces.find(({ number }) => number === (own ?? share!.piece).number)!
  if (!share) return withBasis(own ? noteRefund(passed, payerIn(passed), refund, 0) : passed, clock)
  const left = piecesLeft(subscription, clock).find(({ piece }) => piece === share.piece)
  const taken = {
    seconds: Math.min(share.seconds, left?.seconds ?? 0),
    bytes: Math.min(share.bytes, left?.bytes ?? 0),
  }
  const { piece } = share
  const less = changed(piece, {
    seconds: piece.seconds - taken.seconds,
    bytes:
      piece.kind === 'once'
        ? piece.bytes - taken.bytes
        : floorShare(piece.bytes, piece.seconds - taken.seconds, piece.seconds),
    paidFen: Math.max(0, piece.paidFen - share.paidFen),
  })
  const creditFen = Math.max(0, piece.creditFen - share.creditFen)
  // What is gone counts no more: else the next change of package would bring back what was refunded after its use.
  const shorter = { ...less, creditFen: piece.rateFen === null ? creditFen : Math.min(creditFen, dueFen(less)) }
  const taking = replace(takeEnd(passed, piece.kind === 'once' ? taken : { ...taken, bytes: 0 }, clock), piece, shorter)
  return withBasis(noteRefund(taking, payerIn(taking), refund, dueFen(piece) - dueFen(shorter)), clock)
}

/** Takes the unused bytes of a pack, up to the refunded share of it. */
export function shortenPack(subscription: Subscription, refund: Refund, bytes: number): Subscription {
  const taken = Math.min(bytes, packBytesLeft(subscription))
  const { packBytes, totalBytes } = subscription
  const less = { ...subscription, packBytes: packBytes - taken, totalBytes: totalBytes - taken }
  const piece = subscription.pieces.find(({ orderId }) => orderId === refund.orderId)
  if (!piece) return less
  const shorter = changed(piece, { bytes: Math.max(0, piece.bytes - taken) })
  return noteRefund(replace(less, piece, shorter), shorter, refund, dueFen(piece) - dueFen(shorter))
}

/** The platform bears what was used and still refunded, because it gave its wholesale back. */
function noteRefund(subscription: Subscription, own: Piece, { wholesaleFen }: Refund, lessFen: number): Subscription {
  const noted = changed(own, {
    receivedFen: Math.max(0, own.receivedFen - wholesaleFen),
    ownFen: own.ownFen + Math.max(0, wholesaleFen - lessFen),
  })
  return replace(subscription, own, noted)
}

/**
 * Takes the refunded money out of each piece that it went through: what other orders brought into them stays for their
 * refunds. Returns the piece that has the rest of it now, null when none does.
 */
function followRefund(
  subscription: Subscription,
  own: Piece,
  { fen, ofFen }: Refund,
): { passed: Subscription; share: Share | null } {
  // An upgrade's own order paid only what the credits of the pieces before it did not.
  const carried = subscription.pieces.filter(({ became }) => became === own.number)
  const sum = (of: (one: Piece) => number) => carried.reduce((all, one) => all + of(one), 0)
  const ownPart = (all: number, moved: number) => ceilPart(Math.max(0, all - moved), fen, ofFen)
  let paidFen = ownPart(
    own.paidFen,
    sum(({ movedPaidFen }) => movedPaidFen),
  )
  let creditFen = ownPart(
    own.creditFen,
    sum(({ movedCreditFen }) => movedCreditFen),
  )
  let [passed, piece] = [subscription, own]
  while (piece.became !== null) {
    const { became } = piece
    const into = subscription.pieces.find(({ number }) => number === became)
    if (!into) return { passed, share: null }
    const movedPaidFen = ceilPart(piece.movedPaidFen, paidFen, piece.paidFen)
    const movedCreditFen = ceilPart(piece.movedCreditFen, creditFen, piece.creditFen)
    const less = changed(piece, {
      paidFen: piece.paidFen - paidFen,
      creditFen: piece.creditFen - creditFen,
      movedPaidFen: piece.movedPaidFen - movedPaidFen,
      movedCreditFen: piece.movedCreditFen - movedCreditFen,
    })
    passed = replace(passed, piece, less)
    ;[piece, paidFen, creditFen] = [into, movedPaidFen, movedCreditFen]
  }
  return { passed, share: piece.isEnded ? null : shareOf(piece, paidFen, creditFen) }
}

/**
 * Takes the larger of the two shares: neither the user nor the reseller keeps what was refunded. A gift has no retail
 * price.
 */
function shareOf(piece: Piece, paidFen: number, creditFen: number): Share {
  const part = (amount: number) =>
    Math.max(
      piece.giftId === null ? ceilPart(amount, paidFen, piece.paidFen) : 0,
      ceilPart(amount, creditFen, Math.max(dueFen(piece), piece.creditFen)),
    )
  return { piece, seconds: part(piece.seconds), bytes: part(piece.bytes), paidFen, creditFen }
}

/**
 * For an order from before pieces: takes from the piece that holds all of that time, at its rate, at most the order's
 * own period.
 */
function shareFromBefore(
  subscription: Subscription,
  { fen, wholesaleFen, ofFen, period, isPlain }: Refund,
): Share | null {
  const piece = subscription.pieces.find((one) => one.rateFen === null && !one.isEnded)
  if (!piece) return null
  const mostSeconds = isPlain ? ceilShare(monthsOf[period] * LONGEST_MONTH_S, fen, ofFen) : Infinity
  return {
    piece,
    seconds: Math.min(mostSeconds, ceilShare(piece.seconds, fen, piece.paidFen)),
    bytes: ceilShare(piece.bytes, fen, piece.paidFen),
    paidFen: fen,
    creditFen: wholesaleFen,
  }
}

/** Moves the end back by the time taken; a one-time plan loses bytes. */
export function takeEnd(
  subscription: Subscription,
  taken: { seconds: number; bytes: number },
  clock: Clock,
): Subscription {
  const less = { ...subscription, totalBytes: subscription.totalBytes - taken.bytes }
  const { at, endsAt } = running(less, clock.now)
  if (taken.seconds === 0 || !endsAt) return less
  // A second that has begun counts as used.
  const isAll = taken.seconds === secondsLeft(less, clock.now)
  return moveEnd(less, isAll ? at : after(endsAt, -taken.seconds), clock)
}

/** ceil(amount × part ÷ whole), never more than the amount; 0 when `whole` is 0. */
function ceilPart(amount: number, part: number, whole: number): number {
  return whole <= 0 ? 0 : ceilShare(amount, part, whole)
}

const changed = (piece: Piece, columns: Partial<Piece>): Piece => ({ ...piece, ...columns, isChanged: true })

function replace(subscription: Subscription, old: Piece, piece: Piece): Subscription {
  return { ...subscription, pieces: subscription.pieces.map((one) => (one === old ? piece : one)) }
}
