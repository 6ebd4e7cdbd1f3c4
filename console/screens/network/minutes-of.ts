/** How long an interruption lasted; a short one counts as a minute. */
export function minutesOf({ startedAt, endedAt }: { startedAt: string; endedAt: string }): number {
  return Math.max(1, Math.round((Date.parse(endedAt) - Date.parse(startedAt)) / 60_000))
}
