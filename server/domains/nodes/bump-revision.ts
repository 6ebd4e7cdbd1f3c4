import type { Tx } from '../../platform/db.ts'

/** Payload: the node's id. A hint only: whoever misses it looks again within seconds. */
export const NODE_CHANGED = 'node_changed'

/**
 * The node's next revision, for what its agent must learn in this transaction. Holds the node's row until the end, so
 * revisions become visible in their order. Code that bumps several nodes does so by ascending id: otherwise two of them
 * could deadlock.
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
