import type { Queryable, Tx } from '../../platform/db/db.ts'

export type Outage = {
  id: number
  since: Date
  backAt: Date | null
  nodes: { id: number; name: string; names: unknown }[]
}

/** Of a reseller `reseller`, as one value: what its users are told now. Times are in seconds. */
export const openOutage = (reseller: string) => `(select json_build_object('id', o.id,
    'since', extract(epoch from o.started_at), 'backAt', extract(epoch from o.back_at),
    'nodes', coalesce((select json_agg(json_build_object('id', n.id, 'name', n.name, 'names', n.names) order by n.name, n.id)
      from outage_nodes u join nodes n on n.id = u.node_id where u.reseller_id = o.reseller_id and u.outage_id = o.id), '[]'))
  from outages o where o.reseller_id = ${reseller} and o.ended_at is null)`

/** The value of `openOutage` as it comes from the database. */
export type StoredOutage = Pick<Outage, 'id' | 'nodes'> & { since: number; backAt: number | null }

export const readOutage = ({ since, backAt, ...rest }: StoredOutage): Outage => ({
  ...rest,
  since: new Date(Math.round(since * 1000)),
  backAt: backAt === null ? null : new Date(Math.round(backAt * 1000)),
})

export async function loadOutage(db: Queryable, resellerId: number): Promise<Outage | null> {
  const rows = await db.query<{ outage: StoredOutage | null }>({
    name: 'nodes.outage',
    text: `select ${openOutage('$1')} as outage`,
    values: [resellerId],
  })
  const stored = rows[0]?.outage
  return stored ? readOutage(stored) : null
}

type Begun = { resellerId: number; nodeIds: readonly number[]; since: Date; backAt: Date | null; actor: string }

/** Of one that is told already, the nodes and the time change, and its beginning stays. */
export async function saveOutage(db: Tx, { resellerId, nodeIds, since, backAt, actor }: Begun): Promise<number> {
  const rows = await db.query<{ id: number }>({
    name: 'nodes.save_outage',
    text: `insert into outages (reseller_id, started_at, back_at, begun_by) values ($1, $2, $3, $4)
           on conflict (reseller_id) where ended_at is null do update set back_at = excluded.back_at returning id`,
    values: [resellerId, since, backAt, actor],
  })
  const { id } = rows[0]!
  await db.query({
    name: 'nodes.drop_outage_nodes',
    text: 'delete from outage_nodes where reseller_id = $1 and outage_id = $2 and node_id <> all ($3::integer[])',
    values: [resellerId, id, nodeIds],
  })
  await db.query({
    name: 'nodes.add_outage_nodes',
    text: `insert into outage_nodes (reseller_id, outage_id, node_id) select $1, $2, unnest($3::integer[])
           on conflict do nothing`,
    values: [resellerId, id, nodeIds],
  })
  return id
}

/** Null when none is told. */
export async function endOutage(db: Tx, resellerId: number, by: { actor: string; now: Date }): Promise<number | null> {
  const rows = await db.query<{ id: number }>({
    name: 'nodes.end_outage',
    text: `update outages set ended_at = $2, ended_by = $3 where reseller_id = $1 and ended_at is null returning id`,
    values: [resellerId, by.now, by.actor],
  })
  return rows[0]?.id ?? null
}
