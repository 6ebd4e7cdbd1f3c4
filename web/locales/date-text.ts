/** Expiry, quota and reports follow the business's calendar, wherever the reader is. */
const BUSINESS_ZONE = 'Asia/Shanghai'
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

const days = new Intl.DateTimeFormat('en-CA', { timeZone: BUSINESS_ZONE, dateStyle: 'short' })

const hours = new Intl.DateTimeFormat('en-GB', { timeZone: BUSINESS_ZONE, timeStyle: 'short' })

/** 2026-11-14 */
export function dateText(instant: string): string {
  return days.format(new Date(instant))
}

/** 15:00 */
export function hourText(instant: string): string {
  return hours.format(new Date(instant))
}

export type TimeLeft = { unit: 'days' | 'hours'; count: number } | { unit: 'soon' } | { unit: 'over' }

/** How long until then, in the largest unit that is not zero. */
export function timeLeft(instant: string, nowMs: number): TimeLeft {
  const leftMs = Date.parse(instant) - nowMs
  if (leftMs <= 0) return { unit: 'over' }
  if (leftMs >= DAY_MS) return { unit: 'days', count: Math.floor(leftMs / DAY_MS) }
  return leftMs >= HOUR_MS ? { unit: 'hours', count: Math.floor(leftMs / HOUR_MS) } : { unit: 'soon' }
}
