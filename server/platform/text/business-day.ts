import { civilTime } from '../../../contract/civil-time.ts'

/** Business days as `2027-04-30`, both included. */
export type Days = { first: string; last: string }

const DAY_MS = 86_400_000

/** The business day of a point in time. */
export function dayOf(at: Date, timeZone: string): string {
  const { year, month, day } = civilTime(at, timeZone)
  return textOf(Date.UTC(year, month - 1, day))
}

/** This many days, ending with the given one. */
export function daysUntil(last: string, count: number): string[] {
  const end = Date.parse(`${last}T00:00:00Z`)
  return Array.from({ length: count }, (_, index) => textOf(end - (count - 1 - index) * DAY_MS))
}

/** A whole month, or this one until today. */
export function daysOfMonth(month: 'last' | 'this', now: Date, timeZone: string): Days {
  const last = dayOf(now, timeZone)
  const first = firstOf(last)
  if (month === 'this') return { first, last }
  const end = daysUntil(first, 2)[0]!
  return { first: firstOf(end), last: end }
}

/** Null when the calendar has no such day. */
export function readDay(text: string): number | null {
  const at = Date.parse(`${text}T00:00:00Z`)
  return Number.isNaN(at) || textOf(at) !== text ? null : at / DAY_MS
}

const firstOf = (day: string) => `${day.slice(0, 8)}01`

function textOf(at: number): string {
  return new Date(at).toISOString().slice(0, 10)
}
