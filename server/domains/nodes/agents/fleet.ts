import type { Queryable } from '../../../platform/db/db.ts'

export type FleetRow = {
  id: number
  name: string
  region: string
  agentVersion: string | null
  engineVersion: string | null
  wantedAgent: string | null
  updateFault: string | null
  /** Null: its agent has not said. */
  hasUpdateKey: boolean | null
  seenAt: Date | null
}

/** Nodes of our own agent: what runs, what should run, and what stands in the way. */
export async function findFleet(db: Queryable): Promise<FleetRow[]> {
  return db.query<FleetRow>({
    name: 'agents.fleet',
    text: `select n.id, n.name, n.region, s.agent_version, s.engine_version, n.wanted_agent, s.update_fault,
        s.has_update_key, s.seen_at
      from nodes n left join node_states s on s.node_id = n.id
      where n.connection = 'agent' and n.removed_at is null and not n.is_demo order by n.id`,
    values: [],
  })
}
