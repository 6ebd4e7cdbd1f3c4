import type { Tx } from '../../../platform/db/db.ts'
import { countOldNodeKeys, keepOldNodeKeys } from '../../nodes/old-keys.ts'
import { keepHere, type ImportCtx, type Work } from './context.ts'
import { findThings } from './queries.ts'

/**
 * Agents go on with the token, type and number that they have; only the address in their settings changes. Without a
 * token the keys of an earlier run stay.
 */
export async function bringNodeKeys(
  ctx: ImportCtx & { db: Tx },
  work: Work,
  serverToken: string | undefined,
): Promise<void> {
  const things = await findThings(ctx.db, work, 'node')
  if (serverToken === undefined) {
    const ids = things.map(({ ourKey }) => Number(ourKey))
    work.brought.nodeKeys = await countOldNodeKeys(ctx.db, ids)
    return
  }
  const keys = things.flatMap(({ oldKey, ourKey }) => {
    const node = work.rows.nodes.get(oldKey)
    if (!node || node.number === null || !/^[a-z0-9]{1,20}$/i.test(node.type)) return []
    return [{ token: serverToken, nodeId: Number(ourKey), nodeType: node.type, oldNodeId: node.number }]
  })
  const kept = await keepOldNodeKeys(ctx.db, keys)
  work.brought.nodeKeys = kept.size
  for (const { nodeId, nodeType, oldNodeId } of keys) {
    const where = 'another node here answers to this token and number: give its agent a token of its own'
    if (!kept.has(nodeId)) keepHere(work, `${nodeType} ${oldNodeId}: ${where}`)
  }
}
