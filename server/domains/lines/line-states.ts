import type { Selectable } from 'kysely'

import type { Lines } from '../../platform/db-types.ts'

export type LineState = Selectable<Lines>['state']
export type SuspendReason = NonNullable<Selectable<Lines>['reason']>

/** Where a line may go. A change of the reason leaves it suspended. A failed line is tried again as a new line. */
const moves: Record<LineState, readonly LineState[]> = {
  installing: ['active', 'suspended', 'failed', 'removed'],
  moving: ['active', 'suspended', 'failed', 'removed'],
  active: ['suspended', 'failed', 'removed'],
  suspended: ['active', 'suspended', 'removed'],
  failed: ['removed'],
  removed: [],
}

/** The node has not yet said that it knows the line. */
export const WAITING = ['installing', 'moving'] as const satisfies LineState[]
/** Its node lets the user in. */
export const LIVE = [...WAITING, 'active'] as const satisfies LineState[]
/** Counts against the package's limit and the node's capacity. A line that may come back by itself counts too. */
export const PLACED = [...LIVE, 'suspended'] as const satisfies LineState[]

export function canMove(from: LineState, to: LineState): boolean {
  return moves[from].includes(to)
}

export function isWaiting(state: LineState): boolean {
  return WAITING.includes(state as never)
}

export function isLive(state: LineState): boolean {
  return LIVE.includes(state as never)
}
