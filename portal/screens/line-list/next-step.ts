import type { Line } from '../../../contract/lines.ts'

const accountReasons = ['paused', 'expired', 'quota'] as const
export type AccountReason = (typeof accountReasons)[number]

/** What stops every line at once: said only once above the list. */
export function accountReasonOf(lines: readonly Line[]): AccountReason | null {
  return accountReasons.find((reason) => lines.some((line) => line.reason === reason)) ?? null
}

/** This line's own problem and what to do about it; null when there is nothing to do. */
export function nextStepOf({ state, reason, nodeState }: Pick<Line, 'state' | 'reason' | 'nodeState'>) {
  if (state === 'failed') return { text: 'failedText', does: 'retry' } as const
  if (state === 'suspended' && reason === 'limit') return { text: 'limitText', does: 'upgrade' } as const
  if (state === 'suspended' && reason === 'node') return { text: 'nodeText', does: 'change' } as const
  if (state === 'active' && nodeState === 'maintenance') return { text: 'maintenanceText', does: 'change' } as const
  if (state === 'active' && nodeState === 'down') return { text: 'downText', does: 'change' } as const
  return null
}
