import type { Queryable } from '../../platform/db/db.ts'
import { emitAll, type EventTx, type Happened } from '../events/emit.ts'

type RungNode = { id: number; name: string; names: unknown; region: string }
type NodeEvent = 'down' | 'up' | 'planned' | 'maintenance'

/** Tells every team that has lines on the node, and the platform's, in the transaction of the event. */
export async function ringNode(
  ctx: EventTx,
  { id: nodeId, name, names, region }: RungNode,
  event: NodeEvent,
  more: Record<string, string> = {},
): Promise<void> {
  const about = { nodeId, region, aside: { at: ctx.now.toISOString(), name, names, ...more } }
  const teams = await findTeams(ctx.db, nodeId)
  const told = [{ resellerId: null }, ...teams].map((team): Happened => [`node.${event}`, { ...team, ...about }])
  await emitAll(ctx, told)
}

function findTeams(db: Queryable, nodeId: number): Promise<{ resellerId: number; lines: number }[]> {
  return db.query<{ resellerId: number; lines: number }>({
    name: 'lines.teams_on_node',
    text: `select reseller_id, placed as lines from line_counts where node_id = $1 and reseller_id > 0 and placed > 0
            order by reseller_id`,
    values: [nodeId],
  })
}
