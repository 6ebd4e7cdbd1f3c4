import type { Selectable } from 'kysely'

import type { Lines } from '../../platform/db/db-types.ts'

export type LineState = Selectable<Lines>['state']
export type SuspendReason = NonNullable<Selectable<Lines>['reason']>

/** The allowed state changes. A new reason leaves a line suspended. A failed line is retried as a new line. */
const moves: Record<LineState, readonly LineState[]> = {
  installing: ['active', 'suspended', 'failed', 'removed'],
  moving: ['active', 'suspended', 'failed', 'removed'],
  active: ['suspended', 'failed', 'removed'],
  suspended: ['active', 'suspended', 'removed'],
  failed: ['removed'],
  removed: [],
}

/** The node has not confirmed the line yet. */
export const WAITING = ['installing', 'moving'] as const satisfies LineState[]
/** The node lets the user in. */
export const LIVE = [...WAITING, 'active'] as const satisfies LineState[]
/** States that count against the package's limit and the node's capacity, including lines that may come back. */
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
