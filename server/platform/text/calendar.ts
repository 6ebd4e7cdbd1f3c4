import type { Civil } from '../../../contract/civil-time.ts'
import { quickCivil, quickFromCivil } from './quick-civil.ts'

export function dayOfMonth(at: Date, timeZone: string): number {
  return quickCivil(at, timeZone).day
}

export function daysInMonth(year: number, month: number): number {
  return new Date(Date.UTC(year, month, 0)).getUTCDate()
}

/** The day of the month to continue with. Ignores the wanted day if a pause moved `at` away from it. */
export function keptDay(at: Date, wantedDay: number | null, timeZone: string): number {
  const { year, month, day } = quickCivil(at, timeZone)
  return wantedDay && Math.min(wantedDay, daysInMonth(year, month)) === day ? wantedDay : day
}

/**
 * The same time of day some months later, on the wanted day or, in a shorter month, on its last day: with 31 as the
 * wanted day, 31 January is followed by 28 or 29 February and then by 31 March.
 */
export function addMonths(from: Date, months: number, timeZone: string, wantedDay: number | null = null): Date {
  const civil = quickCivil(from, timeZone)
  const index = monthIndex(civil) + months
  const year = Math.floor(index / 12)
  const month = (index % 12) + 1
  const day = Math.min(keptDay(from, wantedDay, timeZone), daysInMonth(year, month))
  const at = quickFromCivil({ ...civil, year, month, day }, timeZone)
  return new Date(at.getTime() + (from.getTime() % 1000))
}

/**
 * How many of `from`, one month later, two months later … come before `until`. Computed without stepping: it may be
 * decades.
 */
export function countMonths(from: Date, until: Date, timeZone: string, wantedDay: number | null): number {
  const months = monthIndex(quickCivil(until, timeZone)) - monthIndex(quickCivil(from, timeZone))
  if (months < 0) return 0
  return months + (addMonths(from, months, timeZone, wantedDay) < until ? 1 : 0)
}

function monthIndex({ year, month }: Civil): number {
  return year * 12 + month - 1
}
