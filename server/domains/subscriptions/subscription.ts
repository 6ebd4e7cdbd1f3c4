import type { Selectable } from 'kysely'

import type { Packages } from '../../platform/db/db-types.ts'
import { addMonths, countMonths } from '../../platform/text/calendar.ts'
import type { Period } from '../catalogue/period.ts'
import { ceilShare, floorShare } from '../catalogue/prices/prorate.ts'
import type { Piece } from './piece.ts'

/** The fields of a package that a subscription copies. */
export type Plan = Pick<Selectable<Packages>, 'id' | 'trafficBytes' | 'deviceLimit' | 'lineLimit' | 'speedClass'>

/** What an account may use, until when, and what it cost. The columns of `subscriptions`, and the account's pause. */
export type Subscription = {
  pausedAt: Date | null
  packageId: number | null
  period: Period | null
  expiresAt: Date | null
  /** When a package begins at the latest that waits for its first byte; null or past: it has begun. */
  startsBy: Date | null
  bankedSeconds: number
  usedBytes: number
  totalBytes: number
  packBytes: number
  /** What a whole month gives; 0 for a one-time plan. This month's traffic is `totalBytes` − `packBytes`. */
  monthBytes: number
  paidFen: number
  paidWholesaleFen: number
  paidSeconds: number
  paidBytes: number
  expiryDay: number | null
  resetDay: number | null
  nextResetAt: Date | null
  deviceLimit: number
  lineLimit: number
  speedClass: Plan['speedClass']
  revision: number
  /** The revision of the last change that wrote the pieces, and the number of the last piece. */
  pieceRevision: number | null
  lastPiece: number
  /** Current and future pieces in the order they were bought, and those that this transaction has ended. */
  pieces: Piece[]
}

export type ServiceState = 'none' | 'active' | 'paused' | 'expired'

/** A pause comes before the clock, because the time left is banked meanwhile. A one-time plan has no end. */
export function serviceState(
  { pausedAt, expiresAt, packageId, period }: Pick<Subscription, 'pausedAt' | 'expiresAt' | 'packageId' | 'period'>,
  now: Date,
): ServiceState {
  if (pausedAt) return 'paused'
  if (!expiresAt && packageId === null) return 'none'
  return period === 'once' || (expiresAt && expiresAt > now) ? 'active' : 'expired'
}

/**
 * While paused the clock stands still at the start of the pause, with the banked time still to come. While a package
 * waits for its first byte, the clock stands at its beginning.
 */
export function running(subscription: Subscription, now: Date): { at: Date; endsAt: Date | null } {
  const { pausedAt, bankedSeconds, expiresAt } = subscription
  const at = waitsUntil(subscription, now) ?? pausedAt ?? now
  if (!pausedAt) return { at, endsAt: expiresAt }
  return { at, endsAt: bankedSeconds > 0 ? after(pausedAt, bankedSeconds) : null }
}

/** When a package that waits for its first byte begins at the latest; null: it has begun. */
export function waitsUntil(
  { startsBy, pausedAt }: Pick<Subscription, 'startsBy' | 'pausedAt'>,
  now: Date,
): Date | null {
  return startsBy && startsBy > (pausedAt ?? now) ? startsBy : null
}

export function after(from: Date, seconds: number): Date {
  return new Date(from.getTime() + seconds * 1000)
}

export function secondsLeft(subscription: Subscription, now: Date): number {
  const { at, endsAt } = running(subscription, now)
  return endsAt ? Math.max(0, Math.floor((endsAt.getTime() - at.getTime()) / 1000)) : 0
}

/** Packs are used last, so what is left in all is what is left of them, up to their size. */
export function packBytesLeft({ packBytes, totalBytes, usedBytes }: Subscription): number {
  return Math.min(packBytes, Math.max(0, totalBytes - usedBytes))
}

/** What the plan gives for a month that it may not cover to its end: by the share of time. */
export function monthGrant(monthBytes: number, month: { from: Date; until: Date }, endsAt: Date): number {
  const from = month.from.getTime()
  return floorShare(monthBytes, endsAt.getTime() - from, month.until.getTime() - from)
}

/** Only of the plan: the rest of this month and the months that begin before the end, the last by its share. */
export function planBytesLeft(subscription: Subscription, now: Date, timeZone: string): number {
  const { totalBytes, packBytes, usedBytes, monthBytes, nextResetAt, resetDay } = subscription
  const { endsAt } = running(subscription, now)
  const left = Math.max(0, totalBytes - packBytes - usedBytes)
  if (!endsAt || !nextResetAt) return left
  const months = countMonths(nextResetAt, endsAt, timeZone, resetDay)
  if (months === 0) return left
  const from = addMonths(nextResetAt, months - 1, timeZone, resetDay)
  const until = addMonths(nextResetAt, months, timeZone, resetDay)
  return left + monthBytes * (months - 1) + monthGrant(monthBytes, { from, until }, endsAt)
}

/** When the plan's traffic is reset, if that is before the end. */
export function shownReset({ nextResetAt, expiresAt }: Pick<Subscription, 'nextResetAt' | 'expiresAt'>): Date | null {
  return nextResetAt && expiresAt && nextResetAt < expiresAt ? nextResetAt : null
}

export type Clock = { now: Date; timeZone: string }

/**
 * The same package with another end. This month's traffic follows: it grows by the newly covered share of the month,
 * never beyond a whole month's, and shrinks by the share that is no longer covered.
 */
export function moveEnd(subscription: Subscription, endsAt: Date | null, clock: Clock): Subscription {
  const moved = placeEnd(subscription, endsAt)
  const { nextResetAt, resetDay, monthBytes, packBytes } = subscription
  if (!nextResetAt) return moved
  const untilMs = nextResetAt.getTime()
  const lengthMs = untilMs - addMonths(nextResetAt, -1, clock.timeZone, resetDay).getTime()
  const coveredUntil = (one: Subscription) => {
    const { at, endsAt: end } = running(one, clock.now)
    return Math.min(untilMs, (end ?? at).getTime())
  }
  const moreMs = coveredUntil(moved) - coveredUntil(subscription)
  const bytes = subscription.totalBytes - packBytes
  const next =
    moreMs >= 0
      ? Math.max(bytes, Math.min(monthBytes, bytes + floorShare(monthBytes, moreMs, lengthMs)))
      : Math.max(0, bytes - ceilShare(monthBytes, -moreMs, lengthMs))
  return { ...moved, totalBytes: next + packBytes }
}

/** A one-time plan has no time to bank. Switching to one keeps the pause, only without an end. */
export function placeEnd(subscription: Subscription, endsAt: Date | null): Subscription {
  const { pausedAt } = subscription
  if (!pausedAt || !endsAt) return { ...subscription, expiresAt: endsAt, bankedSeconds: 0 }
  const bankedSeconds = Math.max(0, Math.ceil((endsAt.getTime() - pausedAt.getTime()) / 1000))
  return { ...subscription, expiresAt: null, bankedSeconds }
}

/** A plan with time cannot be renewed by one without, nor the other way round. */
export function isSameKind(
  subscription: Pick<Subscription, 'packageId' | 'period'>,
  wanted: { packageId: number; period: Period },
): boolean {
  return subscription.packageId === wanted.packageId && (subscription.period === 'once') === (wanted.period === 'once')
}
