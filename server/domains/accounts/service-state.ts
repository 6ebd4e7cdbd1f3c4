export type ServiceState = 'none' | 'active' | 'paused' | 'expired'

/** Whether the service runs: a pause beats the clock, since the time left is in the bank while it lasts. */
export function serviceState(
  { pausedAt, expiresAt }: { pausedAt: Date | null; expiresAt: Date | null },
  now: Date,
): ServiceState {
  if (pausedAt) return 'paused'
  if (!expiresAt) return 'none'
  return expiresAt > now ? 'active' : 'expired'
}
