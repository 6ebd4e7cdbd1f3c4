const DAY_MS = 86_400_000

export type DayLook = 'full' | 'some' | 'much' | 'none'

/** The name of the day so many after the first one. */
export function dayAfter(firstDay: string, count: number): string {
  return new Date(Date.parse(`${firstDay}T12:00:00Z`) + count * DAY_MS).toISOString().slice(0, 10)
}

/** Below 95 of 100 the service was away for more than an hour. */
export function dayLook(percent: number | null): DayLook {
  if (percent === null) return 'none'
  if (percent >= 100) return 'full'
  return percent >= 95 ? 'some' : 'much'
}
