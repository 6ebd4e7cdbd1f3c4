import type { UserInfo } from '../../../contract/accounts.ts'
import type { Line } from '../../../contract/lines.ts'

export type Standing = 'none' | 'paused' | 'expired' | 'full' | 'room'

/** Whether another line can be installed, and if not, what stands in the way. */
export function standingOf({ package: held, state, lineLimit }: UserInfo, lineCount: number): Standing {
  if (held === null || state === 'none') return 'none'
  if (state !== 'active') return state
  return lineCount >= lineLimit ? 'full' : 'room'
}

/** Lines that take one of the package's places: one that failed or lost its node does not. */
export function placedCount(lines: readonly Pick<Line, 'state' | 'reason'>[]): number {
  return lines.filter(({ state, reason }) => state !== 'failed' && reason !== 'node').length
}
