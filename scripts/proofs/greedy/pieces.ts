import { monthsOf, type Period } from '../../../server/domains/catalogue/period.ts'
import { addMonths } from '../../../server/platform/text/calendar.ts'
import type { Had } from './observe.ts'

/**
 * The judge's own idea of what an account has: stretches of time (milliseconds) or of a one-time plan's traffic (bytes),
 * in the order in which they were granted. Worked out from what is seen from outside, never by the product's arithmetic.
 */
export type Piece = {
  /** Whose money is in it: going back, it shortens this piece. */
  orders: Share[]
  /** Gifts are worth nothing in a change of package. */
  isGift: boolean
  whole: number
  left: number
  /** All of it at the wholesale of the moment it was granted. */
  valueFen: number
  receivedFen: number
  /** What the user paid, of a key what it cost. */
  paidFen: number
}
/** What of an order's wholesale and price is in a piece, and what is there of that order in all. */
export type Share = { orderId: string; fen: number; ofFen: number; paidFen: number; paidOfFen: number }
export type Clock = { now: Date; timeZone: string }

/** A pause stops the clock at its begin. */
export function clockOf(one: Had, now: Date): { at: Date; endsAt: Date | null } {
  if (!one.pausedAt) return { at: now, endsAt: one.expiresAt }
  return { at: one.pausedAt, endsAt: new Date(one.pausedAt.getTime() + one.bankedSeconds * 1000) }
}

const planBytes = ({ totalBytes, packBytes, usedBytes }: Had) => Math.max(0, totalBytes - packBytes - usedBytes)

/** Milliseconds to come, or bytes of a one-time plan. */
export function leftOf(one: Had, now: Date): number {
  if (one.packageId === null) return 0
  if (one.period === 'once') return planBytes(one)
  const { at, endsAt } = clockOf(one, now)
  return endsAt ? Math.max(0, endsAt.getTime() - at.getTime()) : 0
}

export function packLeft({ packBytes, totalBytes, usedBytes }: Had): number {
  return Math.min(packBytes, Math.max(0, totalBytes - usedBytes))
}

export const hasPackage = (one: Had, now: Date): boolean =>
  one.packageId !== null && (one.period === 'once' || one.pausedAt !== null || leftOf(one, now) > 0)

/** How long a period is from there on. */
export function periodFrom(from: Date, period: Exclude<Period, 'once'>, timeZone: string, day: number | null): number {
  return addMonths(from, monthsOf[period], timeZone, day).getTime() - from.getTime()
}

/** Months have 28 to 31 days, so a share of traffic and a share of time may differ by that. */
const MONTHS_DIFFER = 31 / 28

/**
 * What each piece still is when used traffic counts as used time. Which piece the traffic of this month came from can be
 * read in two ways: one leaves most of a piece, the other least.
 */
export function unusedOf(
  pieces: readonly Piece[],
  one: Had,
  { now, timeZone }: Clock,
  reading: 'most' | 'least' = 'most',
): number[] {
  if (one.period === 'once' || !one.nextResetAt || one.monthBytes === 0) return pieces.map(({ left }) => left)
  const { at } = clockOf(one, now)
  const resetMs = one.nextResetAt.getTime()
  const monthMs = resetMs - addMonths(one.nextResetAt, -1, timeZone, one.resetDay).getTime()
  let from = at.getTime()
  const stretches = pieces.map(({ left }) => {
    const until = from + left
    const inMonth = Math.max(0, Math.min(until, resetMs) - from)
    from = until
    return { inMonth, later: left - inMonth }
  })
  const restMs = (planBytes(one) / one.monthBytes) * monthMs
  const fill = (order: readonly number[]) => {
    const unused = stretches.map(({ later }) => later)
    let rest = restMs
    for (const index of order) {
      const part = Math.min(rest, stretches[index]!.inMonth)
      unused[index]! += part
      rest -= part
    }
    return unused
  }
  const indexes = [...pieces.keys()]
  const [early, late] = [fill(indexes), fill(indexes.toReversed())]
  return pieces.map(({ left }, index) => {
    if (reading === 'most') return Math.min(left, Math.max(early[index]!, late[index]!) * MONTHS_DIFFER)
    const least = Math.min(early[index]!, late[index]!)
    return least < left ? least / MONTHS_DIFFER : left
  })
}

/** What went by went from the oldest first. */
export function passTo(pieces: readonly Piece[], left: number): Piece[] {
  let gone = pieces.reduce((sum, piece) => sum + piece.left, 0) - left
  const rest: Piece[] = []
  for (const piece of pieces) {
    const taken = Math.min(piece.left, Math.max(0, gone))
    gone -= taken
    if (piece.left > taken) rest.push({ ...piece, left: piece.left - taken })
  }
  return rest
}
