import type { Selectable } from 'kysely'

import type { Imports, ImportThings } from '../../../platform/db/db-types.ts'
import type { Queryable, Tx } from '../../../platform/db/db.ts'

export type ImportRow = Selectable<Imports>
export type Stage = ImportRow['stage']
export type ThingKind = ImportThings['kind']
/** `known`: what was read of them, for as long as nobody else can write. */
export type Of = { resellerId: number; importId: number; known?: KnownThings }
export type KnownThings = Map<ThingKind, Map<string, Thing>>

export async function loadOpenImport(db: Queryable, resellerId: number, source: string): Promise<ImportRow | null> {
  const row = await db.kysely
    .selectFrom('imports')
    .selectAll()
    .where('resellerId', '=', resellerId)
    .where('source', '=', source)
    .where('undoneAt', 'is', null)
    .executeTakeFirst()
  return row ?? null
}

export async function insertImport(
  db: Tx,
  row: Pick<ImportRow, 'resellerId' | 'source' | 'panel' | 'wholesalePercent' | 'fingerprint'> & { now: Date },
): Promise<number> {
  const { now, ...columns } = row
  const made = await db.kysely
    .insertInto('imports')
    .values({ ...columns, stage: 'nodes', runs: 1, begunAt: now, changedAt: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  return made.id
}

export async function beginRun(
  db: Tx,
  { resellerId, importId }: Of,
  row: { panel: string; fingerprint: Buffer; now: Date },
) {
  await db.query({
    name: 'imports.begin_run',
    text: `update imports set panel = $3, fingerprint = $4, changed_at = $5, stage = 'nodes', position = 0,
        runs = runs + 1 where reseller_id = $1 and id = $2`,
    values: [resellerId, importId, row.panel, row.fingerprint, row.now],
  })
}

/** Two runs at once wait for each other here, stage by stage, and the second finds done what the first did. */
export async function lockImport(db: Tx, { resellerId, importId }: Of): Promise<boolean> {
  const rows = await db.query({
    name: 'imports.lock',
    text: `select 1 as found from imports
      where reseller_id = $1 and id = $2 and undone_at is null and undoing_at is null for update`,
    values: [resellerId, importId],
  })
  return rows.length === 1
}

/** The same for taking it back, once that has begun. */
export async function lockUndoing(db: Tx, { resellerId, importId }: Of): Promise<boolean> {
  const rows = await db.query({
    name: 'imports.lock_undoing',
    text: `select 1 as found from imports
      where reseller_id = $1 and id = $2 and undone_at is null and undoing_at is not null for update`,
    values: [resellerId, importId],
  })
  return rows.length === 1
}

export async function markUndoing(db: Tx, { resellerId, importId }: Of, now: Date): Promise<void> {
  await db.query({
    name: 'imports.undoing',
    text: 'update imports set undoing_at = $3, changed_at = $3 where reseller_id = $1 and id = $2',
    values: [resellerId, importId, now],
  })
}

export async function saveStage(db: Tx, { resellerId, importId }: Of, stage: Stage, position: number): Promise<void> {
  await db.query({
    name: 'imports.save_stage',
    text: 'update imports set stage = $3, position = $4 where reseller_id = $1 and id = $2',
    values: [resellerId, importId, stage, position],
  })
}

export type Marks = Record<string, string>
export type Thing = {
  oldKey: string
  ourKey: string
  marks: Marks
  balanceFen: number
  commissionFen: number
  turn: number
}

export async function findThings(db: Queryable, of: Of, kind: ThingKind): Promise<Thing[]> {
  const { resellerId, importId, known } = of
  const read = known?.get(kind)
  if (read) return [...read.values()]
  const things = await db.query<Thing>({
    name: 'imports.things',
    text: `select old_key, our_key, marks, balance_fen, commission_fen, turn from import_things
      where reseller_id = $1 and import_id = $2 and kind = $3`,
    values: [resellerId, importId, kind],
  })
  known?.set(kind, new Map(things.map((thing) => [thing.oldKey, thing])))
  return things
}

/** New ones, and those whose marks or money are others now. */
export async function saveThings(
  db: Tx,
  { resellerId, importId, known }: Of,
  kind: ThingKind,
  things: readonly Thing[],
) {
  if (things.length === 0) return
  const read = known?.get(kind)
  for (const thing of things) read?.set(thing.oldKey, thing)
  const rows = things.map(({ oldKey, ourKey, marks, balanceFen, commissionFen, turn }) => ({
    old_key: oldKey,
    our_key: ourKey,
    marks,
    balance_fen: balanceFen,
    commission_fen: commissionFen,
    turn,
  }))
  await db.query({
    name: 'imports.save_things',
    text: `insert into import_things (reseller_id, import_id, kind, old_key, our_key, marks, balance_fen, commission_fen, turn)
      select $1, $2, $3, i.old_key, i.our_key, i.marks, i.balance_fen, i.commission_fen, i.turn
      from jsonb_to_recordset($4) as i (old_key text, our_key text, marks jsonb, balance_fen bigint, commission_fen bigint, turn integer)
      on conflict (reseller_id, import_id, kind, old_key) do update set our_key = excluded.our_key, marks = excluded.marks,
        balance_fen = excluded.balance_fen, commission_fen = excluded.commission_fen, turn = excluded.turn`,
    values: [resellerId, importId, kind, JSON.stringify(rows)],
  })
}

/** Under another number, so that what has this one now is another thing. */
export async function renameThing(
  db: Tx,
  { resellerId, importId }: Of,
  kind: ThingKind,
  { from, to }: { from: string; to: string },
): Promise<void> {
  await db.query({
    name: 'imports.rename_thing',
    text: `update import_things set old_key = $5 where reseller_id = $1 and import_id = $2 and kind = $3 and old_key = $4`,
    values: [resellerId, importId, kind, from, to],
  })
}

/** The next run then brings these things as new ones. */
export async function forgetThings(
  db: Tx,
  { resellerId, importId, known }: Of,
  kind: ThingKind,
  oldKeys: readonly string[],
): Promise<void> {
  for (const oldKey of oldKeys) known?.get(kind)?.delete(oldKey)
  await db.query({
    name: 'imports.forget_things',
    text: `delete from import_things where reseller_id = $1 and import_id = $2 and kind = $3 and old_key = any($4::text[])`,
    values: [resellerId, importId, kind, oldKeys],
  })
}

export type WrappedPassword = { oldKey: string; mark: string; wrapped: string }

export function findWrapped(db: Queryable, { resellerId, importId }: Of): Promise<WrappedPassword[]> {
  return db.query<WrappedPassword>({
    name: 'imports.wrapped',
    text: 'select old_key, mark, wrapped from import_passwords where reseller_id = $1 and import_id = $2',
    values: [resellerId, importId],
  })
}

export async function saveWrapped(db: Tx, { resellerId, importId }: Of, passwords: readonly WrappedPassword[]) {
  await db.query({
    name: 'imports.save_wrapped',
    text: `insert into import_passwords (reseller_id, import_id, old_key, mark, wrapped)
      select $1, $2, i.old_key, i.mark, i.wrapped from unnest($3::text[], $4::text[], $5::text[]) as i (old_key, mark, wrapped)
      on conflict (reseller_id, import_id, old_key) do update set mark = excluded.mark, wrapped = excluded.wrapped`,
    values: [
      resellerId,
      importId,
      passwords.map(({ oldKey }) => oldKey),
      passwords.map(({ mark }) => mark),
      passwords.map(({ wrapped }) => wrapped),
    ],
  })
}

export async function forgetWrapped(db: Tx, { resellerId, importId }: Of): Promise<void> {
  await db.query({
    name: 'imports.forget_wrapped',
    text: 'delete from import_passwords where reseller_id = $1 and import_id = $2',
    values: [resellerId, importId],
  })
}

/**
 * What the platform bears for the time and traffic that came with this import. By numbers, not by a join: until the
 * database has counted the rows of a new reseller it expects none, and compares every user with every piece.
 */
export async function loadBorneFen(db: Queryable, of: Of): Promise<number> {
  const [row] = await db.query<{ fen: number }>({
    name: 'imports.borne',
    text: `select coalesce(sum(own_fen), 0)::bigint as fen from subscription_pieces
      where reseller_id = $1 and account_id = any($2::bigint[])
        and order_id is null and card_id is null and gift_id is null`,
    values: [of.resellerId, await findOurs(db, of, 'user')],
  })
  return row!.fen
}

async function findOurs(db: Queryable, of: Of, kind: ThingKind): Promise<number[]> {
  return (await findThings(db, of, kind)).map(({ ourKey }) => Number(ourKey))
}

/** Why an import can no longer be undone: what was sold, given or used here of what it brought. */
export async function findUses(db: Queryable, of: Of): Promise<string[]> {
  const { resellerId } = of
  const [users, packages, nodes, cards] = [
    await findOurs(db, of, 'user'),
    await findOurs(db, of, 'package'),
    await findOurs(db, of, 'node'),
    await findOurs(db, of, 'card'),
  ]
  const rows = await db.query<{ what: string }>({
    name: 'imports.uses',
    // The lateral ones look up each account of a user, which are few, whatever the database expects.
    text: `select 'an order' as what where exists (select from orders o where o.reseller_id = $1 and o.account_id = any($2::bigint[]))
          or exists (select from orders o where o.package_id = any($3::integer[]))
      union all select 'money that moved' where exists (select from ledger_accounts a
          cross join lateral (select p.transaction_id from ledger_postings p where p.ledger_account_id = a.id offset 0) p
          cross join lateral (select t.kind from ledger_transactions t where t.id = p.transaction_id offset 0) t
          where a.reseller_id = $1 and a.account_id = any($2::bigint[]) and t.kind <> 'import')
      union all select 'a redeemed key' where exists (select from cards c
          where c.reseller_id = $1 and c.state = 'redeemed' and c.id = any($5::bigint[]))
          or exists (select from cards c where c.reseller_id = $1 and c.redeemed_by = any($2::bigint[]))
      union all select 'a bought key of its packages' where exists (select from card_batches b
          where b.package_id = any($3::integer[]) and b.import_id is null)
      union all select 'a gift' where exists (select from gifts g where g.reseller_id = $1 and g.account_id = any($2::bigint[]))
          or exists (select from gifts g where g.package_id = any($3::integer[]))
      union all select 'a package that changed' where exists (select from subscriptions s
          where s.reseller_id = $1 and s.account_id = any($2::bigint[]) and s.revision > 1)
      union all select 'a line of somebody else on its nodes' where exists (select from lines l
          where l.node_id = any($4::integer[]) and l.state <> 'removed'
            and not (l.reseller_id = $1 and l.account_id = any($2::bigint[])))`,
    values: [resellerId, users, packages, nodes, cards],
  })
  return rows.map(({ what }) => what)
}

export async function markUndone(db: Tx, { resellerId, importId }: Of, now: Date): Promise<void> {
  await db.query({
    name: 'imports.undone',
    text: 'update imports set undone_at = $3, changed_at = $3 where reseller_id = $1 and id = $2',
    values: [resellerId, importId, now],
  })
}

export type UndoneRow = {
  importId: number
  users: number
  entries: number
  nodes: number
  packages: number
  left: number
}

/** What became of the last import that was undone, or null. */
export async function loadUndone(db: Queryable, resellerId: number, source: string): Promise<UndoneRow | null> {
  const rows = await db.query<UndoneRow>({
    name: 'imports.last_undone',
    text: `select i.id as import_id,
        count(*) filter (where t.kind = 'user' and t.balance_fen + t.commission_fen = 0)::integer as users,
        count(*) filter (where t.kind = 'user' and t.balance_fen + t.commission_fen > 0)::integer as "left",
        count(*) filter (where t.kind = 'node')::integer as nodes,
        count(*) filter (where t.kind = 'package')::integer as packages,
        coalesce((select (a.detail ->> 'changed')::integer from audit_log a where a.reseller_id = $1
            and a.action = 'operator.import_undone' and a.subject = 'import:' || i.id order by a.id desc limit 1), 0) as entries
      from (select id from imports where reseller_id = $1 and source = $2 and undone_at is not null
            order by id desc limit 1) i
        left join import_things t on t.reseller_id = $1 and t.import_id = i.id
      group by i.id`,
    values: [resellerId, source],
  })
  return rows[0] ?? null
}

type OwnCoupon = { id: number; code: string }

export function findOwnCoupons(db: Queryable, { resellerId, importId }: Of): Promise<OwnCoupon[]> {
  return db.query<OwnCoupon>({
    name: 'imports.coupons',
    text: `select c.id, c.code from coupons c join import_things t on t.reseller_id = c.reseller_id and t.our_key = c.id::text
      where t.reseller_id = $1 and t.import_id = $2 and t.kind = 'coupon'`,
    values: [resellerId, importId],
  })
}
