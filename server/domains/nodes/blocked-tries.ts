import type { NodeStateReport } from '../../../contract/node-api.ts'
import type { Ctx } from '../../platform/context.ts'

/** More than any node refuses in a day; a node that tells nonsense must not spoil the sum. */
const DAY_MAX = 1_000_000_000_000
const SHOWN_DAYS = 30

/** Adds what came since the report before. A report that comes twice adds nothing. After `saveNodeState`. */
export async function addBlocked(
  ctx: Pick<Ctx, 'db' | 'now'> & { config: Pick<Ctx['config'], 'businessTz'> },
  nodeId: number,
  { run, count }: NonNullable<NodeStateReport['blocked']>,
): Promise<void> {
  await ctx.db.query({
    name: 'nodes.add_blocked',
    text: `with before as (
             select node_id, blocked_run, blocked_count from node_states
              where node_id = $1 and (blocked_run, blocked_count) is distinct from ($2::text, $3::bigint) for update
           ), told as (
             update node_states s set blocked_run = $2, blocked_count = $3 from before b where s.node_id = b.node_id
             returning $3 - case when b.blocked_run = $2 then b.blocked_count else 0 end as tries
           )
           insert into node_blocked_days as d (node_id, day, tries)
           select $1, ($4::timestamptz at time zone $5)::date, least(tries, $6) from told where tries > 0
           on conflict (node_id, day) do update set tries = least(d.tries + excluded.tries, $6)`,
    values: [nodeId, run, count, ctx.now, ctx.config.businessTz, DAY_MAX],
  })
}

export type BlockedTries = { today: number; month: number }

/** Null where nobody counts: the agent does not tell, or the node has no rules. */
export async function loadBlocked(
  ctx: Pick<Ctx, 'db' | 'now'> & { config: Pick<Ctx['config'], 'businessTz'> },
  nodeId: number,
): Promise<BlockedTries | null> {
  const rows = await ctx.db.query<BlockedTries>({
    name: 'nodes.blocked',
    text: `select coalesce(sum(d.tries) filter (where d.day = t.day), 0)::bigint as today,
                  coalesce(sum(d.tries), 0)::bigint as month
             from node_states s
             cross join (select ($2::timestamptz at time zone $3)::date as day) t
             left join node_blocked_days d on d.node_id = s.node_id and d.day > t.day - $4::integer and d.day <= t.day
            where s.node_id = $1 and s.blocked_run is not null
            group by s.node_id`,
    values: [nodeId, ctx.now, ctx.config.businessTz, SHOWN_DAYS],
  })
  return rows[0] ?? null
}
