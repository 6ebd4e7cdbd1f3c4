import { floorShare } from '../catalogue/prices/prorate.ts'
import type { NewPiece, Piece, Worth } from './piece.ts'
import { planBytesLeft, secondsLeft, type Clock, type Subscription } from './subscription.ts'

type Left = { piece: Piece; seconds: number; bytes: number }

const isLive = ({ isEnded, kind }: Piece) => !isEnded && kind !== 'pack'
/** Gifted time counts nothing, no matter who paid for it, and lapses when the package changes. */
const isGiven = ({ giftId, paidFen, creditFen }: Piece) => giftId !== null && paidFen === 0 && creditFen === 0

/** What is left of each piece. Pieces run in the order they were bought, so the last ones are still complete. */
export function piecesLeft(subscription: Subscription, { now, timeZone }: Clock): Left[] {
  let seconds = secondsLeft(subscription, now)
  let bytes = planBytesLeft(subscription, now, timeZone)
  const left: Left[] = []
  for (const piece of subscription.pieces.filter(isLive).toReversed()) {
    const own = { piece, seconds: Math.min(piece.seconds, seconds), bytes: Math.min(piece.bytes, bytes) }
    seconds -= own.seconds
    bytes -= own.bytes
    left.unshift(own)
  }
  return left
}

/** floor(amount × s), s = min(share of its time left, share of its traffic left); a one-time plan has no time. */
function partLeft(amount: number, { piece, seconds, bytes }: Left): number {
  const ofBytes = floorShare(amount, bytes, piece.bytes)
  return piece.kind === 'once' ? ofBytes : Math.min(ofBytes, floorShare(amount, seconds, piece.seconds))
}

const creditOf = (left: Left): Worth => ({
  paidFen: partLeft(left.piece.paidFen, left),
  wholesaleFen: partLeft(left.piece.creditFen, left),
})

/**
 * What is left of what the user paid (R) and of what the platform received (W). Packs, discounts and gifts do not
 * count.
 */
export function worthLeft(subscription: Subscription, now: Date, timeZone: string): Worth {
  return piecesLeft(subscription, { now, timeZone }).map(creditOf).reduce(addWorth, { paidFen: 0, wholesaleFen: 0 })
}

/** Seconds left from gifts: they lapse when the package changes. */
export function givenSecondsLeft(subscription: Subscription, clock: Clock): number {
  return piecesLeft(subscription, clock).reduce((sum, { piece, seconds }) => sum + (isGiven(piece) ? seconds : 0), 0)
}

function addWorth(a: Worth, b: Worth): Worth {
  return { paidFen: a.paidFen + b.paidFen, wholesaleFen: a.wholesaleFen + b.wholesaleFen }
}

/** What the platform must have received for it, at the wholesale price when it was sold; 0 when that is unknown. */
export function dueFen({ kind, rateFen, seconds, bytes, rateSeconds, rateBytes }: Piece): number {
  if (rateFen === null) return 0
  const [part, whole] = kind === 'time' ? [seconds, rateSeconds] : [bytes, rateBytes]
  return whole === 0 ? 0 : Number((BigInt(rateFen) * BigInt(part)) / BigInt(whole))
}

/** The empty fields of a new piece. */
export const NOTHING_YET = {
  orderId: null,
  cardId: null,
  giftId: null,
  ownFen: 0,
  became: null,
  movedPaidFen: 0,
  movedCreditFen: 0,
}

/** Adds a piece at the end. A key counts for its user as what the platform received; a gift counts nothing. */
export function addPiece(subscription: Subscription, { paid, by, ...added }: NewPiece): Subscription {
  const { wholesaleFen } = paid
  const isGift = by !== null && 'giftId' in by
  const isKey = by !== null && 'cardId' in by
  const piece: Piece = {
    ...NOTHING_YET,
    ...by,
    number: subscription.lastPiece + 1,
    paidFen: isKey ? wholesaleFen : paid.paidFen,
    creditFen: isGift ? 0 : wholesaleFen,
    receivedFen: wholesaleFen,
    rateFen: wholesaleFen,
    rateSeconds: added.seconds,
    rateBytes: added.bytes,
    isEnded: added.kind === 'pack',
    isChanged: true,
    ...added,
  }
  return { ...subscription, lastPiece: piece.number, pieces: [...subscription.pieces, piece] }
}

/** Ends all pieces; whatever is left of them is gone. */
export function endAll(subscription: Subscription): Subscription {
  const end = (piece: Piece) => (isLive(piece) ? { ...piece, isEnded: true, isChanged: true } : piece)
  return { ...subscription, pieces: subscription.pieces.map(end) }
}

/** Ends the pieces of which nothing is left. */
export function endFinished(subscription: Subscription, clock: Clock): Subscription {
  const over = piecesLeft(subscription, clock).filter(
    ({ piece, seconds, bytes }) => !(piece.kind === 'once' ? bytes : seconds),
  )
  return changePieces(subscription, over, (piece) => ({ ...piece, isEnded: true }))
}

type Moved = Worth & { into: number }

/**
 * For a change of package: gives up what is left of each piece and moves `moved` of its worth into the new piece, by
 * share. A later refund uses this to find what to take back.
 */
export function giveUpPieces(subscription: Subscription, { into, ...moved }: Moved, clock: Clock): Subscription {
  const all = worthLeft(subscription, clock.now, clock.timeZone)
  return changePieces(subscription, piecesLeft(subscription, clock), (piece, left) => {
    const credit = creditOf(left)
    const isCarried = credit.paidFen + credit.wholesaleFen > 0
    return {
      ...piece,
      seconds: piece.seconds - left.seconds,
      bytes: piece.bytes - left.bytes,
      receivedFen: Math.max(0, piece.receivedFen - credit.wholesaleFen),
      movedPaidFen: floorShare(moved.paidFen, credit.paidFen, all.paidFen),
      movedCreditFen: floorShare(moved.wholesaleFen, credit.wholesaleFen, all.wholesaleFen),
      became: isCarried ? into : null,
      isEnded: true,
    }
  })
}

function changePieces(
  subscription: Subscription,
  those: Left[],
  change: (piece: Piece, left: Left) => Piece,
): Subscription {
  const pieces = subscription.pieces.map((piece) => {
    const left = those.find((one) => one.piece === piece)
    return left ? { ...change(piece, left), isChanged: true } : piece
  })
  return { ...subscription, pieces }
}
