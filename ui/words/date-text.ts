import { fromCivil } from '../../contract/civil-time.ts'
import { readPageStart } from '../device/page.ts'
import { dateFormat } from './date-format.ts'

/**
 * Expiry, quota, records and reports use the business's calendar, wherever the reader is. So does everything shown or
 * typed in the console: one page has one clock.
 */
const { timeZone } = readPageStart()
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

const days = dateFormat('en-CA', { timeZone, dateStyle: 'short' })
const hours = dateFormat('en-GB', { timeZone, timeStyle: 'short' })
const offsets = dateFormat('en', { timeZone, timeZoneName: 'shortOffset' })
const ownOffsets = dateFormat('en', { timeZoneName: 'shortOffset' })

/** 2026-11-14 */
export function dateText(instant: string | number): string {
  return days().format(new Date(instant))
}

/** 15:00 */
export function hourText(instant: string | number): string {
  return hours().format(new Date(instant))
}

/** 2026-11-14 15:00, for records. */
export function recordText(instant: string | number): string {
  return `${dateText(instant)} ${hourText(instant)}`
}

/**
 * 2026-11-14 15:00 GMT+8, as in mails, because receipts are read far from the business. Without the zone if the
 * reader's is the same.
 */
export function receiptText(instant: string): string {
  const zone = zoneOf(offsets, instant)
  return zone === zoneOf(ownOffsets, instant) ? recordText(instant) : `${recordText(instant)} ${zone}`
}

function zoneOf(format: () => Intl.DateTimeFormat, instant: string | number): string {
  return (
    format()
      .formatToParts(new Date(instant))
      .find(({ type }) => type === 'timeZoneName')?.value ?? ''
  )
}

/** The first moment of a day such as 2026-11-14, plus `later` days. */
export function dayStartMs(day: string, later = 0): number {
  const [year, month, date] = day.split('-').map(Number) as [number, number, number]
  return fromCivil({ year, month, day: date + later, hour: 0, minute: 0, second: 0 }, timeZone).getTime()
}

export function dayStart(day: string, later = 0): string {
  return instantOf(dayStartMs(day, later))
}

/** In the contract's format. */
export const instantOf = (ms: number): string => new Date(ms).toISOString()

/** Value of a date and time field, 2026-11-14T15:30, in the business's time. */
export function typedMoment(typed: string): string {
  const [year, month, day, hour, minute] = typed.split(/[-T:]/).map(Number) as [number, number, number, number, number]
  return fromCivil({ year, month, day, hour, minute, second: 0 }, timeZone).toISOString()
}

const HALF_YEAR_MS = 182 * DAY_MS

/** Null when the reader's clock equals the business's, now and half a year from now; else the business's zone. */
export function foreignZone(nowMs: number = Date.now()): string | null {
  const isSame = [nowMs, nowMs + HALF_YEAR_MS].every((at) => zoneOf(offsets, at) === zoneOf(ownOffsets, at))
  return isSame ? null : timeZone
}

export type TimeLeft = { unit: 'days' | 'hours'; count: number } | { unit: 'soon' } | { unit: 'over' }

/** Time left: calendar days, or hours below one day. */
export function timeLeft(instant: string, nowMs: number): TimeLeft {
  const leftMs = Date.parse(instant) - nowMs
  if (leftMs <= 0) return { unit: 'over' }
  // A 25-hour day can contain both ends of 24 hours.
  if (leftMs >= DAY_MS) return { unit: 'days', count: Math.max(1, dayNumber(instant) - dayNumber(nowMs)) }
  return leftMs >= HOUR_MS ? { unit: 'hours', count: Math.floor(leftMs / HOUR_MS) } : { unit: 'soon' }
}

function dayNumber(instant: string | number): number {
  return Date.parse(dateText(instant)) / DAY_MS
}
