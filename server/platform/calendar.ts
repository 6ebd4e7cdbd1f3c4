type Civil = { year: number; month: number; day: number; hour: number; minute: number; second: number }

const formats = new Map<string, Intl.DateTimeFormat>()
const FIELDS = {
  year: 'numeric',
  month: 'numeric',
  day: 'numeric',
  hour: 'numeric',
  minute: 'numeric',
  second: 'numeric',
} as const

/** What a clock on the wall shows in that zone. */
export function civilTime(at: Date, timeZone: string): Civil {
  let format = formats.get(timeZone)
  if (!format) {
    format = new Intl.DateTimeFormat('en-US', { timeZone, hourCycle: 'h23', ...FIELDS })
    formats.set(timeZone, format)
  }
  const parts = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, Number(value)]))
  return parts as unknown as Civil
}

export function dayOfMonth(at: Date, timeZone: string): number {
  return civilTime(at, timeZone).day
}

export function daysInMonth(year: number, month: number): number {
  return new Date(Date.UTC(year, month, 0)).getUTCDate()
}

/** The day of the month to go on with: a wanted one that `at` does not keep itself (a pause moved it) is wanted no more. */
export function keptDay(at: Date, wantedDay: number | null, timeZone: string): number {
  const { year, month, day } = civilTime(at, timeZone)
  return wantedDay && Math.min(wantedDay, daysInMonth(year, month)) === day ? wantedDay : day
}

/**
 * The same time of day some months later, on the wanted day or the last day of a month that has none such: with 31 as
 * the wanted day, 31 January is followed by 28 or 29 February and then by 31 March.
 */
export function addMonths(from: Date, months: number, timeZone: string, wantedDay: number | null = null): Date {
  const civil = civilTime(from, timeZone)
  const index = monthIndex(civil) + months
  const year = Math.floor(index / 12)
  const month = (index % 12) + 1
  const day = Math.min(keptDay(from, wantedDay, timeZone), daysInMonth(year, month))
  const at = fromCivil({ ...civil, year, month, day }, timeZone)
  return new Date(at.getTime() + (from.getTime() % 1000))
}

/** How many of `from`, one month later, two months later … come before `until`. Counted, not walked: it may be decades. */
export function countMonths(from: Date, until: Date, timeZone: string, wantedDay: number | null): number {
  const months = monthIndex(civilTime(until, timeZone)) - monthIndex(civilTime(from, timeZone))
  if (months < 0) return 0
  return months + (addMonths(from, months, timeZone, wantedDay) < until ? 1 : 0)
}

function monthIndex({ year, month }: Civil): number {
  return year * 12 + month - 1
}

/** A time the clocks skip is as much later as they skip; one they show twice is the first. */
function fromCivil(civil: Civil, timeZone: string): Date {
  const wall = Date.UTC(civil.year, civil.month - 1, civil.day, civil.hour, civil.minute, civil.second)
  const byOldOffset = wall - offsetMs(new Date(wall - 86_400_000), timeZone)
  const offset = offsetMs(new Date(byOldOffset), timeZone)
  const byNewOffset = wall - offset
  return new Date(offsetMs(new Date(byNewOffset), timeZone) === offset ? byNewOffset : byOldOffset)
}

function offsetMs(at: Date, timeZone: string): number {
  const civil = civilTime(at, timeZone)
  const wall = Date.UTC(civil.year, civil.month - 1, civil.day, civil.hour, civil.minute, civil.second)
  return wall - Math.floor(at.getTime() / 1000) * 1000
}
