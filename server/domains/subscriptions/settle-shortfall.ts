import type { Ctx, Owner } from '../../platform/context.ts'
import type { Tx } from '../../platform/db/db.ts'
import { ceilShare, floorShare } from '../catalogue/prices/prorate.ts'
import type { Piece } from './piece.ts'
import { piecesLeft } from './pieces.ts'
import { withBasis } from './purchase.ts'
import { takeEnd } from './shorten.ts'
import { lockSubscription, saveSubscription } from './subscription-store.ts'
import type { Clock, Subscription } from './subscription.ts'

export type Shortfall = {
  /** What the platform has not received. */
  missingFen: number
  /** The worth of time and traffic of unknown price, at the lowest price; `missingFen` is a share of it. */
  unknownFen: number
}
export type Settlement = { takenSeconds: number; takenBytes: number; ownFen: number }

/**
 * For an account that the books check names (M42): takes back the unpaid share of its time from before pieces. The
 * platform bears what was already used, and with `accept` all of it.
 */
export async function settleShortfall(
  ctx: Pick<Ctx, 'now' | 'config'> & { db: Tx },
  owner: Owner,
  { missingFen, unknownFen }: Shortfall,
  how: 'cut' | 'accept',
): Promise<Settlement> {
  const clock = { now: ctx.now, timeZone: ctx.config.businessTz }
  const subscription = await lockSubscription(ctx, owner, 'all')
  const before = subscription.pieces.find(({ rateFen, isEnded }) => rateFen === null && !isEnded)
  const share = how === 'cut' ? Math.min(missingFen, unknownFen) : 0
  const taken = before ? takenOf(subscription, before, share, unknownFen, clock) : { seconds: 0, bytes: 0 }
  const bearer = before ?? subscription.pieces.at(-1)
  if (!bearer) return { takenSeconds: 0, takenBytes: 0, ownFen: 0 }
  const isOnce = bearer.kind === 'once'
  const tookFen = isOnce
    ? floorShare(unknownFen, taken.bytes, bearer.bytes)
    : floorShare(unknownFen, taken.seconds, bearer.seconds)
  const ownFen = missingFen - Math.min(missingFen, tookFen)
  const noted: Piece = {
    ...bearer,
    seconds: bearer.seconds - taken.seconds,
    bytes: isOnce
      ? bearer.bytes - taken.bytes
      : floorShare(bearer.bytes, bearer.seconds - taken.seconds, bearer.seconds),
    ownFen: bearer.ownFen + ownFen,
    isChanged: true,
  }
  const pieces = subscription.pieces.map((piece) => (piece === bearer ? noted : piece))
  const shorter = takeEnd(subscription, isOnce ? taken : { ...taken, bytes: 0 }, clock)
  await saveSubscription(ctx, owner, withBasis({ ...shorter, pieces }, clock))
  return { takenSeconds: taken.seconds, takenBytes: isOnce ? taken.bytes : 0, ownFen }
}

function takenOf(subscription: Subscription, piece: Piece, part: number, whole: number, clock: Clock) {
  const left = piecesLeft(subscription, clock).find((one) => one.piece === piece)
  const of = (amount: number, most: number) => (whole > 0 ? Math.min(most, ceilShare(amount, part, whole)) : 0)
  return { seconds: of(piece.seconds, left?.seconds ?? 0), bytes: of(piece.bytes, left?.bytes ?? 0) }
}
