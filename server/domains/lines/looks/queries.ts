import type { Queryable } from '../../../platform/db/db.ts'

export type LookedNode = {
  id: number
  resellerId: number | null
  address: string
  port: number
  /** The lowest port of a line that has its own; null where none is in use. */
  linePort: number | null
  protocol: string
  connection: 'agent' | 'uniproxy'
  settings: unknown
  settingsRevision: number
  looksAskedAt: Date | null
  lookEngines: string
  hasProbe: boolean
  lookedAt: Date | null
  lookFailures: number
}

/** Nodes in service. Those of the sandbox are made up: nothing answers there. */
export function findLookedNodes(db: Queryable): Promise<LookedNode[]> {
  return db.query<LookedNode>({
    name: 'looks.nodes',
    text: `select n.id, n.reseller_id, n.address, n.protocol, n.connection, n.settings, n.settings_revision, t.looks_asked_at,
        t.look_engines, t.has_probe, t.looked_at, t.look_failures,
        n.port, case when n.protocol = 'shadowsocks'
          then (select min(l.port) from lines l where l.node_id = n.id and l.state = 'active') end as line_port
      from nodes n join node_states t on t.node_id = n.id
      where n.removed_at is null and not n.is_demo and not n.in_maintenance order by n.id`,
  })
}
