export const HOUR_MS = 3_600_000
export const DAY_MS = 24 * HOUR_MS

/** Sample times are relative to the visit, so the demo never looks abandoned. */
export function at(fromNowMs: number): string {
  return new Date(Date.now() + fromNowMs).toISOString()
}

let made = 0

/** Looks like the server's ids. Not crypto.randomUUID: a page over plain http lacks it. */
export function newId(): string {
  made += 1
  return `00000000-0000-4000-8000-${String(made).padStart(12, '0')}`
}
