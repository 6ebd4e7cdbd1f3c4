import type { Queryable } from '../../../platform/db/db.ts'

/** Counts lines that take a place on a node. */
export async function countPlaced(db: Queryable, nodeId: number): Promise<number> {
  const rows = await db.query<{ lines: number }>({
    name: 'moves.placed',
    text: `select count(*) as lines from lines where node_id = $1 and state not in ('failed', 'removed')`,
    values: [nodeId],
  })
  return rows[0]!.lines
}
