import type { Queryable } from '../../platform/db/db.ts'

export type Outside = { nodeId: number; node: string; lines: number }

/** Counts a reseller's lines on shared nodes outside these groups. Without a group every shared node is open. */
export function countOutside(
  ctx: { db: Queryable },
  resellerId: number,
  groupIds: readonly number[],
): Promise<Outside[]> {
  return ctx.db.query<Outside>({
    name: 'lines.outside',
    text: `select n.id as node_id, n.name as node, count(*)::integer as lines from nodes n
        join lines l on l.node_id = n.id and l.reseller_id = $1 and l.state not in ('failed', 'removed')
      where n.reseller_id is null and n.removed_at is null and cardinality($2::integer[]) > 0
        and not exists (select from node_group_nodes m where m.node_id = n.id and m.group_id = any ($2::integer[]))
      group by n.id, n.name order by n.name`,
    values: [resellerId, groupIds],
  })
}
