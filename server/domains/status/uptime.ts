export type Minutes = { upMinutes: number; downMinutes: number }

/** Rounded down, so that one lost minute in ninety days never shows 100; null when nothing was recorded. */
export function uptimeOf(parts: readonly Minutes[]): number | null {
  const up = parts.reduce((sum, { upMinutes }) => sum + upMinutes, 0)
  const all = parts.reduce((sum, { downMinutes }) => sum + downMinutes, up)
  return all === 0 ? null : Math.floor((up / all) * 10_000) / 100
}

/** The business days up to today, oldest first. */
export function lastDays(now: Date, timeZone: string, count: number): string[] {
  const today = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeZone }).format(now)
  const noonMs = Date.parse(`${today}T12:00:00Z`)
  return Array.from({ length: count }, (_, index) =>
    new Date(noonMs - (count - 1 - index) * 86_400_000).toISOString().slice(0, 10),
  )
}
