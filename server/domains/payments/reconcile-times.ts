const SECOND_MS = 1000
const MINUTE_MS = 60 * SECOND_MS
const LOOKS_MS = [15 * SECOND_MS, 60 * SECOND_MS, 5 * MINUTE_MS, 30 * MINUTE_MS]
/** After it was closed: a payment that was under way has arrived by then. */
const LAST_LOOK_MS = 10 * MINUTE_MS

export function firstLookAt(createdAt: Date): Date {
  return after(createdAt, LOOKS_MS[0]!)
}

/** The next time to ask about a payment that is still open. After its time is over, that is at once. */
export function nextLookAt({ createdAt, expiresAt }: { createdAt: Date; expiresAt: Date }, now: Date): Date {
  const next = LOOKS_MS.map((ms) => after(createdAt, ms)).find((at) => at > now)
  return next && next < expiresAt ? next : expiresAt
}

export function lastLookAt(now: Date): Date {
  return after(now, LAST_LOOK_MS)
}

function after(at: Date, ms: number): Date {
  return new Date(at.getTime() + ms)
}
