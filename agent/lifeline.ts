import path from 'node:path'

import type { NodeSetup, NodeUser } from '../contract/node-api.ts'
import { canRestrictUsers } from '../contract/node-engines.ts'

/**
 * Users whose package has ended but who may still get to the portal and the cashier, and nowhere else. Engine and
 * counts know them by the negative number of their line: a user who changes between the two is another user there, so open
 * connections end with the change, and bytes of one kind are never taken for the other.
 */
export const onLifeline = (number: number): number => -number
export const isOnLifeline = ({ number }: { number: number }): boolean => number < 0

/** Outside the engine's folder, which is emptied when an engine starts. */
export const lifelineSocket = (dir: string): string => path.join(dir, 'lifeline.sock')

/** Before the first setup nobody is there to be held to a list, so the answer does no harm. */
export function hasLifeline(setup: Pick<NodeSetup, 'protocol' | 'settings'> | null): boolean {
  return setup === null || canRestrictUsers(setup)
}

/** The user as engine and counts know it. */
export function asCounted(user: NodeUser): NodeUser {
  return user.lifeline ? { ...user, number: onLifeline(user.number) } : user
}
