import { fromCivil } from '../../../../contract/civil-time.ts'
import { dayOf } from '../../../platform/text/business-day.ts'
import type { DaySpan } from './day-queries.ts'

const DAY_MS = 86_400_000

/** A business day with its start and end: where clocks change, a day may have 23 or 25 hours. */
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
