import { setImmediate as nextTurn } from 'node:timers/promises'

import type { NodeUser } from '../../../../contract/node-api.ts'
import type { Ctx } from '../../../platform/context.ts'
import type { Node } from '../../nodes/load-node.ts'
import type { Plan } from '../../subscriptions/subscription.ts'
import { openCredential } from '../credential.ts'
import { isLive } from '../line-states.ts'
import { findDesiredRows, type DesiredRow } from './queries.ts'

/** Adds what only foreign agents are told. */
export type DesiredUser = NodeUser & { speedClass: Plan['speedClass'] }

/** Decrypting a credential takes about 20 µs, so let other work run after this many. */
const TURN = 500

/**
 * Finds users who may use a node, or with `since` the changes after that revision. A removed node has no users. Users
 * whose lifeline runs at `lifelinesAt` are among them, for an agent that holds them to the listed places.
 */
export async function findDesiredUsers(
  ctx: Pick<Ctx, 'db' | 'config'>,
  node: Pick<Node, 'id' | 'ratePercent' | 'removedAt'>,
  since: number | null,
  lifelinesAt: Date | null = null,
): Promise<DesiredUser[]> {
  if (node.removedAt) return []
  const users: DesiredUser[] = []
  for (const [index, row] of (await findDesiredRows(ctx.db, node.id, since, lifelinesAt)).entries()) {
    if (index % TURN === TURN - 1) await nextTurn()
    users.push(toUser(ctx, node.ratePercent, row))
  }
  return users
}

function toUser({ config }: Pick<Ctx, 'config'>, ratePercent: number, row: DesiredRow): DesiredUser {
  const { number, generation, deviceLimit, speedMode: mode, speedClass } = row
  const own = { number, generation, deviceLimit, mode, speedClass }
  const { lifelineUntil, lifelineLeft } = row
  if (!isLive(row.state) && !lifelineUntil) {
    return { ...own, state: 'off', credential: null, port: null, notAfter: null, bytesLeft: null }
  }
  const credential = openCredential(config, row, row.sealedCredential)
  if (lifelineUntil) {
    const bounds = { notAfter: lifelineUntil.toISOString(), bytesLeft: lifelineLeft, deviceLimit: 0, lifeline: true }
    return { ...own, state: 'on', credential, port: row.port, ...bounds }
  }
  return {
    ...own,
    state: 'on',
    credential,
    port: row.port,
    notAfter: row.period === 'once' ? null : (row.expiresAt?.toISOString() ?? null),
    bytesLeft: bytesLeft(row.leftBytes, ratePercent),
  }
}

/** Converts to the engine's bytes: half the rate gives twice as many. */
function bytesLeft(charged: number, ratePercent: number): number | null {
  if (ratePercent === 0) return null
  return Number((BigInt(charged) * 100n) / BigInt(ratePercent))
}
