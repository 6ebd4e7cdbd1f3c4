import type { Queryable, Tx } from '../../platform/db/db.ts'
import { ring } from '../staff/bell/ring.ts'
import { tellHooks, type ToldEvent } from '../webhooks/tell-hooks.ts'

type RungNode = { id: number; name: string; names: unknown; region: string }
type NodeEvent = 'down' | 'up' | 'planned' | 'maintenance'

/** Tells every team that has lines on the node, in the transaction of the event. Others notice nothing. */
export async function ringNode(
  ctx: { db: Tx; now: Date },
  { id, name, names, region }: RungNode,
  event: NodeEvent,
  more: Record<string, string> = {},
): Promise<void> {
  const teams = await findTeams(ctx.db, id)
  for (const { resellerId, lines } of teams) {
    const detail = { event, nodeId: id, name, names, region, lines, ...more }
    ring(ctx, resellerId, { kind: 'incident', key: `node:${id}:${event}:${ctx.now.toISOString()}`, detail })
  }
  if (event === 'down' || event === 'up') tellHooks(ctx, ...eventsOf({ id, region }, event, teams))
}

/** One to each reseller with lines there, and one to the platform. */
function eventsOf(
  { id, region }: Pick<RungNode, 'id' | 'region'>,
  event: 'down' | 'up',
  teams: readonly { resellerId: number; lines: number }[],
): ToldEvent[] {
  const told = { type: `node.${event}`, object: `node:${id}` } as const
  const data = { nodeId: id, region }
  return [
    { ...told, resellerId: null, data },
    ...teams.map(({ resellerId, lines }) => ({ ...told, resellerId, data: { ...data, lines }, isForPlatform: false })),
  ]
}

function findTeams(db: Queryable, nodeId: number): Promise<{ resellerId: number; lines: number }[]> {
  return db.query<{ resellerId: number; lines: number }>({
    name: 'lines.teams_on_node',
    text: `select reseller_id, placed as lines from line_counts where node_id = $1 and reseller_id > 0 and placed > 0
            order by reseller_id`,
    values: [nodeId],
  })
}
