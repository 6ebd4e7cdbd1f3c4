import { limits } from '../../../contract/limits.ts'
import type { Config } from '../../config.ts'
import { hmac } from '../../platform/secrets/crypto.ts'
import { findDesiredUsers } from '../lines/node-calls/find-desired-users.ts'
import { markApplied } from '../lines/node-calls/report-state.ts'
import { saveSeen } from '../nodes/save-state.ts'
import type { UniproxyCtx } from './read-body.ts'

type User = { id: number; uuid: string; speed_limit: number; device_limit: number }

/** No line gets this number: lines count from 1. Agents keep it in 32 bits. */
const NOBODY = 2_147_483_647

/** Users of the node. Assumes that the asking agent lets them in, because a foreign agent never confirms it. */
export async function findUsers(ctx: UniproxyCtx): Promise<{ users: User[] }> {
  const { db, node, now, config } = ctx
  const users = (await findDesiredUsers(ctx, node, null)).map((user) => ({
    id: user.number,
    uuid: user.credential!,
    speed_limit: limits.speedClassMbps[user.speedClass],
    device_limit: user.deviceLimit,
  }))
  await saveSeen(db, node.id, node.revision, now)
  await markApplied(ctx, node.id, { appliedRevision: node.revision })
  return { users: users.length > 0 ? users : [nobody(config, node.id)] }
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
