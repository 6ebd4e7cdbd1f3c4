/** How long a receiver asks us to wait: seconds, or a date. Null: it does not say. */
export function retryAfterMs(header: string | undefined, now: Date): number | null {
  if (header === undefined) return null
  const ms = /^\d{1,9}$/.test(header) ? Number(header) * 1000 : Date.parse(header) - now.getTime()
  return Number.isFinite(ms) && ms >= 0 ? ms : null
}
