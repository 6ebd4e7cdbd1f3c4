import type { Queryable } from '../../../platform/db/db.ts'
import { SEEN, type SeenNode } from '../../lines/node-state.ts'
import { soldBy } from '../../nodes/sold-by.ts'

export type NetworkRow = SeenNode & {
  id: number
  name: string
  names: unknown
  region: string
  capacity: number
  /** Lines of everybody, and of this reseller. */
  placed: number
  lines: number
  isSold: boolean
}

/** Nodes in use that the reseller may sell or has lines on. Another reseller's own node is never among them. */
export function findNetwork(db: Queryable, resellerId: number): Promise<NetworkRow[]> {
  return db.query<NetworkRow>({
    name: 'office.network',
    text: `select * from (
        select n.id, n.name, n.names, n.region, n.capacity, ${SEEN},
          coalesce((select c.placed from line_counts c where c.node_id = n.id and c.reseller_id = -1), 0) as placed,
          coalesce((select c.placed from line_counts c where c.node_id = n.id and c.reseller_id = $1), 0) as lines,
          ${soldBy('$1')} as is_sold
        from nodes n left join node_states t on t.node_id = n.id
        where n.removed_at is null and (n.reseller_id is null or n.reseller_id = $1)
      ) known where known.is_sold or known.lines > 0 order by known.region, known.name, known.id`,
    values: [resellerId],
  })
}
