import { fromCivil, offsetMs, type Civil } from '../../../contract/civil-time.ts'
import { DAY_MS } from '../../../contract/durations.ts'

const DAYS_MAX = 10_000
/** By zone and day: the zone's offset from UTC; null on a day when clocks change. */
const offsets = new Map<string, number | null>()

/**
 * The same as civilTime and fromCivil of the contract. A purchase calls them forty times, and the formatter takes 11
 * µs.
 */
export function quickCivil(at: Date, timeZone: string): Civil {
  const wall = new Date(at.getTime() + quickOffset(at, timeZone))
  return {
    year: wall.getUTCFullYear(),
    month: wall.getUTCMonth() + 1,
    day: wall.getUTCDate(),
    hour: wall.getUTCHours(),
    minute: wall.getUTCMinutes(),
    second: wall.getUTCSeconds(),
  }
}

export function quickFromCivil(civil: Civil, timeZone: string): Date {
  return fromCivil(civil, timeZone, quickOffset)
}

function quickOffset(at: Date, timeZone: string): number {
  const day = Math.floor(at.getTime() / DAY_MS)
  const key = `${timeZone} ${day}`
  let offset = offsets.get(key)
  if (offset === undefined) {
    const [first, last] = [offsetMs(new Date(day * DAY_MS), timeZone), offsetMs(new Date((day + 1) * DAY_MS), timeZone)]
    offset = first === last ? first : null
    if (offsets.size >= DAYS_MAX) offsets.clear()
    offsets.set(key, offset)
  }
  return offset ?? offsetMs(at, timeZone)
}
