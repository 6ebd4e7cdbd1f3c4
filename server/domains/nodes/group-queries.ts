import type { Queryable, Tx } from '../../platform/db/db.ts'

export type GroupRow = { id: number; name: string; nodeIds: number[]; resellerIds: number[] }

/** All groups with their nodes in use and the resellers that sell by them. Tens of rows. */
export function findGroupRows(db: Queryable): Promise<GroupRow[]> {
  return db.query<GroupRow>({
    name: 'nodes.groups',
    text: `select g.id, g.name,
        array(select m.node_id from node_group_nodes m join nodes n on n.id = m.node_id
          where m.group_id = g.id and n.removed_at is null order by m.node_id) as node_ids,
        array(select r.reseller_id from reseller_node_groups r where r.group_id = g.id order by r.reseller_id) as reseller_ids
      from node_groups g order by lower(g.name)`,
    values: [],
  })
}

/** Locks the group until the transaction ends. Null when it does not exist. */
export async function lockGroup(db: Tx, id: number): Promise<{ id: number; name: string } | null> {
  const rows = await db.query<{ id: number; name: string }>({
    name: 'nodes.lock_group',
    text: 'select id, name from node_groups where id = $1 for update',
    values: [id],
  })
  return rows[0] ?? null
}

/** Null when the name is taken. */
export async function insertGroup(db: Tx, name: string, now: Date): Promise<number | null> {
  const rows = await db.query<{ id: number }>({
    name: 'nodes.add_group',
    text: 'insert into node_groups (name, created_at) values ($1, $2) on conflict do nothing returning id',
    values: [name, now],
  })
  return rows[0]?.id ?? null
}

/** False when another group has the name. */
export async function renameGroup(db: Tx, id: number, name: string): Promise<boolean> {
  const rows = await db.query({
    name: 'nodes.rename_group',
    text: `update node_groups set name = $2
      where id = $1 and not exists (select from node_groups o where lower(o.name) = lower($2) and o.id <> $1) returning id`,
    values: [id, name],
  })
  return rows.length === 1
}

export async function deleteGroup(db: Tx, id: number): Promise<void> {
  await db.kysely.deleteFrom('nodeGroups').where('id', '=', id).execute()
}

/** Returns the ids that are shared nodes in use: a node of a single reseller is in no group. */
export async function findShared(db: Queryable, nodeIds: readonly number[]): Promise<number[]> {
  const rows = await db.query<{ id: number }>({
    name: 'nodes.shared',
    text: `select id from nodes where id = any ($1::integer[]) and reseller_id is null and removed_at is null order by id`,
    values: [nodeIds],
  })
  return rows.map(({ id }) => id)
}

export async function saveGroupNodes(db: Tx, id: number, nodeIds: readonly number[]): Promise<void> {
  await db.kysely.deleteFrom('nodeGroupNodes').where('groupId', '=', id).execute()
  await db.query({
    name: 'nodes.save_group',
    text: 'insert into node_group_nodes (group_id, node_id) select $1, unnest($2::integer[])',
    values: [id, nodeIds],
  })
}

export async function findResellerGroups(db: Queryable, resellerId: number): Promise<number[]> {
  const rows = await db.kysely
    .selectFrom('resellerNodeGroups')
    .select('groupId')
    .where('resellerId', '=', resellerId)
    .orderBy('groupId')
    .execute()
  return rows.map(({ groupId }) => groupId)
}

export async function saveResellerGroups(db: Tx, resellerId: number, groupIds: readonly number[]): Promise<void> {
  await db.kysely.deleteFrom('resellerNodeGroups').where('resellerId', '=', resellerId).execute()
  await db.query({
    name: 'nodes.save_groups_of',
    text: 'insert into reseller_node_groups (reseller_id, group_id) select $1, unnest($2::integer[])',
    values: [resellerId, groupIds],
  })
}
