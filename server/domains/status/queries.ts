import type { Queryable } from '../../platform/db/db.ts'

export type NodeDay = { nodeId: number; day: string; upMinutes: number; downMinutes: number }

export function findNodeDays(db: Queryable, nodeIds: number[], firstDay: string): Promise<NodeDay[]> {
  return db.query<NodeDay>({
    name: 'status.days',
    text: `select node_id, day::text as day, up_minutes, down_minutes from node_days
            where node_id = any ($1) and day >= $2::date`,
    values: [nodeIds, firstDay],
  })
}

export type Incident = {
  kind: 'silent' | 'engine_down' | 'maintenance'
  nodeId: number
  startedAt: Date
  endedAt: Date | null
}

/** Times when a node was silent, or its engine or an operator had stopped it. Newest first. */
export function findIncidents(db: Queryable, nodeIds: number[], after: Date, limit: number): Promise<Incident[]> {
  return db.query<Incident>({
    name: 'status.incidents',
    text: `with shown as (select unnest($1::integer[]) as id)
           select case kind when 'node.silent' then 'silent' else 'engine_down' end as kind, shown.id as node_id,
                  created_at as started_at, coalesce(well_since, resolved_at) as ended_at
             from alerts join shown on subject = 'node:' || shown.id
            where kind in ('node.silent', 'node.engine_down') and created_at > $2
           union all
           select 'maintenance', node_id, started_at, ended_at
             from node_maintenances join shown on shown.id = node_id where started_at > $2
            order by started_at desc limit $3`,
    values: [nodeIds, after, limit],
  })
}
