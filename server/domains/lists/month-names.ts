import { civilTime } from '../../../contract/civil-time.ts'

/** Such as 2026-11, in the business time zone. */
export function monthNameOf(timeZone: string, at: Date): string {
  return nameOf(numberOf(timeZone, at))
}

/** All months from the first moment's to the last moment's, newest first. */
export function monthNames(timeZone: string, first: Date, last: Date): string[] {
  const [from, to] = [numberOf(timeZone, first), numberOf(timeZone, last)]
  return Array.from({ length: to - from + 1 }, (_, back) => nameOf(to - back))
}

/** Months since the year 0, so that they can be counted through. */
function numberOf(timeZone: string, at: Date): number {
  const { year, month } = civilTime(at, timeZone)
  return year * 12 + month - 1
}

function nameOf(number: number): string {
  return `${Math.floor(number / 12)}-${String((number % 12) + 1).padStart(2, '0')}`
}
