import { limits } from '../../../contract/limits.ts'
import type { SpeedMode } from '../../../contract/lines.ts'
import { DAY_MS } from './sample-time.ts'

export const GB = 1024 ** 3

/** The sample user. Everything a visitor does changes it, until the page is closed. */
export const account = {
  name: 'demo',
  email: 'demo@example.com',
  packageId: '2',
  packageName: '标准版',
  period: 'month' as 'month' | 'quarter' | 'half' | 'year' | 'once',
  expiresAtMs: Date.now() + 23 * DAY_MS,
  usedBytes: Math.round(86.4 * GB),
  totalBytes: 300 * GB,
  lineLimit: 6,
  autoRenew: false,
  renewEarlyFen: null as number | null,
  next: null as { packageId: string; packageName: string; period: 'month' | 'quarter' | 'half' | 'year' } | null,
  pausedAtMs: null as number | null,
  pausesLeft: limits.pausesPerWindow,
  speedMode: 'standard' as SpeedMode,
  deleteAfter: null as string | null,
}

/** Time left; a pause preserves it. */
export function leftMs(): number {
  return Math.max(0, account.expiresAtMs - (account.pausedAtMs ?? Date.now()))
}
