import { civilTime } from '../../../../contract/civil-time.ts'

/** 2026-11, by the business's clock. */
export function monthNameOf(timeZone: string, at: Date): string {
  return nameOf(numberOf(timeZone, at))
}

/** From the month of the first moment to that of the last, the newest first. */
export function monthNames(timeZone: string, first: Date, last: Date): string[] {
  const [from, to] = [numberOf(timeZone, first), numberOf(timeZone, last)]
  return Array.from({ length: to - from + 1 }, (_, back) => nameOf(to - back))
}

/** Months counted from the year 0: they can be stepped through. */
function numberOf(timeZone: string, at: Date): number {
  const { year, month } = civilTime(at, timeZone)
  return year * 12 + month - 1
}

function nameOf(number: number): string {
  return `${Math.floor(number / 12)}-${String((number % 12) + 1).padStart(2, '0')}`
}
