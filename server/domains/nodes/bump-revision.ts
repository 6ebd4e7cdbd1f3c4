import type { Tx } from '../../platform/db/db.ts'

/** Payload: the node's id. Only a hint: a process that misses it looks again within seconds. */
export const NODE_CHANGED = 'node_changed'

/**
 * Raises the node's revision for a change that its agent must learn. Holds the node's row until the transaction ends,
 * so that revisions become visible in order. Bump several nodes by ascending id: otherwise two transactions could
 * deadlock.
 */
export async function bumpRevision(db: Tx, nodeId: number): Promise<number> {
  const [row] = await db.query<{ revision: number }>({
    name: 'nodes.bump',
    text: `with bumped as (update nodes set revision = revision + 1 where id = $1 returning revision)
      select revision, pg_notify('${NODE_CHANGED}', $1::text) from bumped`,
    values: [nodeId],
  })
  if (!row) throw new Error(`There is no node ${nodeId}`)
  return row.revision
}
