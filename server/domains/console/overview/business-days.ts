import { fromCivil } from '../../../../contract/civil-time.ts'
import type { DaySpan } from './day-queries.ts'

const DAY_MS = 86_400_000

/** A business day with its start and end: where clocks change, a day may have 23 or 25 hours. */
export function spanOf(day: string, timeZone: string): DaySpan {
  return { day, from: beginOf(day, timeZone), until: beginOf(dayAfter(day), timeZone) }
}

function beginOf(day: string, timeZone: string): Date {
  const [year, month, date] = day.split('-').map(Number) as [number, number, number]
  return fromCivil({ year, month, day: date, hour: 0, minute: 0, second: 0 }, timeZone)
}

export function dayAfter(day: string): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + DAY_MS).toISOString().slice(0, 10)
}
