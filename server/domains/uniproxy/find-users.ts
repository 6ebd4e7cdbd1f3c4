import { limits } from '../../../contract/limits.ts'
import type { Config } from '../../config.ts'
import { hmac } from '../../platform/secrets/crypto.ts'
import { findDesiredUsers } from '../lines/node-calls/find-desired-users.ts'
import { markApplied } from '../lines/node-calls/report-state.ts'
import { saveSeen } from '../nodes/save-state.ts'
import type { Told } from './answer-memory.ts'
import type { UniproxyCtx } from './read-body.ts'

type User = { id: number; uuid: string; speed_limit: number; device_limit: number }

/** No line gets this number: lines count from 1. Agents keep it in 32 bits. */
const NOBODY = 2_147_483_647

/**
 * Users of the node. Assumes that the asking agent lets them in, because a foreign agent never confirms it. The list lasts
 * until the node's next revision, or until the first of its users has no time left.
 */
export async function findUsers(ctx: UniproxyCtx): Promise<Pick<Told, 'lasts'> & { answer: { users: User[] } }> {
  const { db, node, now, config } = ctx
  const { id: nodeId, revision } = node
  const users: User[] = []
  let until = Infinity
  for (const user of await findDesiredUsers(ctx, node, null)) {
    const endsAt = user.notAfter === null ? Infinity : Date.parse(user.notAfter)
    // The agent knows no ends, and the job that suspends the line runs once a minute.
    if (endsAt <= now.getTime()) continue
    until = Math.min(until, endsAt)
    const speedMbps = limits.speedClassMbps[user.speedClass]
    users.push({ id: user.number, uuid: user.credential!, speed_limit: speedMbps, device_limit: user.deviceLimit })
  }
  await saveSeen(db, nodeId, revision, now)
  const isOneLeft = await markApplied(ctx, nodeId, { appliedRevision: revision })
  const answer = { users: users.length > 0 ? users : [nobody(config, nodeId)] }
  return isOneLeft ? { answer } : { answer, lasts: { revision, until } }
}

/**
 * Fills an empty list: with no users XrayR would keep its old ones, and V2bX would not start. Nobody knows the
 * credential, and it never changes, so that an empty node's list stays the same at every look.
 */
function nobody(config: Config, nodeId: number): User {
  const hex = hmac(config.derivingKey, 'uniproxy_nobody', String(nodeId)).toString('hex')
  const uuid = `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
  return { id: NOBODY, uuid, speed_limit: 0, device_limit: 0 }
}
