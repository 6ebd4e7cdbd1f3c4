export type Civil = { year: number; month: number; day: number; hour: number; minute: number; second: number }

const formats = new Map<string, Intl.DateTimeFormat>()
const FIELDS = {
  year: 'numeric',
  month: 'numeric',
  day: 'numeric',
  hour: 'numeric',
  minute: 'numeric',
  second: 'numeric',
} as const

/** What a wall clock in that zone shows. */
export function civilTime(at: Date, timeZone: string): Civil {
  let format = formats.get(timeZone)
  if (!format) {
    format = new Intl.DateTimeFormat('en-US', { timeZone, hourCycle: 'h23', ...FIELDS })
    formats.set(timeZone, format)
  }
  const parts = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, Number(value)]))
  return parts as unknown as Civil
}

/** A time that the clocks skip moves later by the skipped hour; for a time that occurs twice, the first one counts. */
export function fromCivil(civil: Civil, timeZone: string, offsetAt = offsetMs): Date {
  const wall = Date.UTC(civil.year, civil.month - 1, civil.day, civil.hour, civil.minute, civil.second)
  const byOldOffset = wall - offsetAt(new Date(wall - 86_400_000), timeZone)
  const offset = offsetAt(new Date(byOldOffset), timeZone)
  const byNewOffset = wall - offset
  return new Date(offsetAt(new Date(byNewOffset), timeZone) === offset ? byNewOffset : byOldOffset)
}

export function offsetMs(at: Date, timeZone: string): number {
  const civil = civilTime(at, timeZone)
  const wall = Date.UTC(civil.year, civil.month - 1, civil.day, civil.hour, civil.minute, civil.second)
  return wall - Math.floor(at.getTime() / 1000) * 1000
}
