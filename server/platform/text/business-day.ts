import { civilTime, fromCivil } from '../../../contract/civil-time.ts'
import { DAY_MS } from '../../../contract/durations.ts'

/** Business days as `2027-04-30`, both included. */
export type Days = { first: string; last: string }

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

/** A business day with its start and end: where clocks change, a day may have 23 or 25 hours. */
export type DaySpan = { day: string; from: Date; until: Date }

export function spanOf(day: string, timeZone: string): DaySpan {
  return { day, from: beginOf(day, timeZone), until: beginOf(dayAfter(day), timeZone) }
}

/** A past business day up to the time of day that it is now. */
export function untilSameTime(day: string, { now, config }: { now: Date; config: { businessTz: string } }): DaySpan {
  const span = spanOf(day, config.businessTz)
  const today = spanOf(dayOf(now, config.businessTz), config.businessTz)
  const passedMs = now.getTime() - today.from.getTime()
  return { ...span, until: new Date(Math.min(span.from.getTime() + passedMs, span.until.getTime())) }
}

function beginOf(day: string, timeZone: string): Date {
  const [year, month, date] = day.split('-').map(Number) as [number, number, number]
  return fromCivil({ year, month, day: date, hour: 0, minute: 0, second: 0 }, timeZone)
}

export function dayAfter(day: string): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + DAY_MS).toISOString().slice(0, 10)
}
