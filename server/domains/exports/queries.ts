import type { ExportFile } from '../../../contract/console/exports.ts'
import type { Queryable, Tx } from '../../platform/db/db.ts'

/** A row as JSON, and its place in the order: the next page begins after it. */
export type Line = { place: string; line: string }
export type Page = { resellerId: number; after: string; limit: number }

export function readUsers(db: Queryable, { resellerId, after, limit }: Page): Promise<Line[]> {
  return db.query<Line>({
    name: 'exports.users',
    text: `select r.id::text as place, row_to_json(r)::text as line from (
             select a.id, a.user_name, a.email, a.email_verified_at, a.created_at, a.language, a.invite_code, a.inviter_id,
                    a.paused_at, a.locked_at, a.blocked_at, p.name as package, s.period, s.expires_at, s.used_bytes,
                    s.total_bytes, s.auto_renew,
                    coalesce((select l.balance_fen from ledger_accounts l
                               where l.code = 'user:' || a.reseller_id || ':' || a.id), 0) as balance_fen,
                    coalesce((select l.balance_fen from ledger_accounts l
                               where l.code = 'commission:' || a.reseller_id || ':' || a.id), 0) as commission_fen,
                    coalesce((select l.balance_fen from ledger_accounts l
                               where l.code = 'commission_pending:' || a.reseller_id || ':' || a.id), 0)
                      as commission_pending_fen
               from accounts a
               left join subscriptions s on s.reseller_id = a.reseller_id and s.account_id = a.id
               left join packages p on p.id = s.package_id
              where a.reseller_id = $1 and a.id > $2::bigint and a.deleted_at is null
              order by a.id limit $3) r`,
    values: [resellerId, after, limit],
  })
}

export function readOrders(db: Queryable, { resellerId, after, limit }: Page): Promise<Line[]> {
  return db.query<Line>({
    name: 'exports.orders',
    text: `select r.id::text as place, row_to_json(r)::text as line from (
             select o.id, o.account_id, o.action, o.state, p.name as package, o.period, o.list_fen, o.discount_fen,
                    o.credit_fen, o.total_fen, o.wholesale_fen, o.commission_fen, o.inviter_id, o.paid_by, o.refunded_fen,
                    o.created_at, o.settled_at
               from orders o left join packages p on p.id = o.package_id
              where o.reseller_id = $1 and o.id > $2::uuid
              order by o.id limit $3) r`,
    values: [resellerId, after, limit],
  })
}

export function readPayments(db: Queryable, { resellerId, after, limit }: Page): Promise<Line[]> {
  return db.query<Line>({
    name: 'exports.payments',
    text: `select r.id::text as place, row_to_json(r)::text as line from (
             select id, out_trade_no, trade_no, account_id, order_id, purpose, channel, state, amount_fen, refunded_fen,
                    created_at, paid_at
               from payments where reseller_id = $1 and id > $2::uuid
              order by id limit $3) r`,
    values: [resellerId, after, limit],
  })
}

/** What the platform and the outside have in a transaction is not the reseller's. */
export function readLedger(db: Queryable, { resellerId, after, limit }: Page): Promise<Line[]> {
  return db.query<Line>({
    name: 'exports.ledger',
    text: `select r.at || ' ' || r.transaction_id || ' ' || r.ledger_account_id as place, row_to_json(r)::text as line from (
             select t.id as transaction_id, t.created_at at time zone 'UTC' || 'Z' as at, t.kind, a.kind as account, a.account_id,
                    p.amount_fen, p.balance_after_fen, p.ledger_account_id
               from ledger_transactions t
               join ledger_postings p on p.transaction_id = t.id
               join ledger_accounts a on a.id = p.ledger_account_id and a.reseller_id = t.reseller_id
              where t.reseller_id = $1 and t.created_at >= split_part($2, ' ', 1)::timestamptz
                and (t.created_at, t.id, p.ledger_account_id) >
                    (split_part($2, ' ', 1)::timestamptz, split_part($2, ' ', 2)::bigint, split_part($2, ' ', 3)::bigint)
              order by t.created_at, t.id, p.ledger_account_id limit $3) r`,
    values: [resellerId, after, limit],
  })
}

export function readCards(db: Queryable, { resellerId, after, limit }: Page): Promise<Line[]> {
  return db.query<Line>({
    name: 'exports.cards',
    text: `select r.id::text as place, row_to_json(r)::text as line from (
             select c.id, c.batch_id, b.kind, c.state, c.last_four, b.amount_fen, p.name as package, b.period, b.traffic_bytes,
                    b.days, b.price_fen, b.created_at, b.expires_at, c.account_id, c.redeemed_by, c.redeemed_at
               from cards c
               join card_batches b on b.reseller_id = c.reseller_id and b.id = c.batch_id
               left join packages p on p.id = b.package_id
              where c.reseller_id = $1 and c.id > $2::bigint
              order by c.id limit $3) r`,
    values: [resellerId, after, limit],
  })
}

export type ExportRecord = {
  id: number
  format: 'csv' | 'jsonl'
  state: 'waiting' | 'done' | 'failed'
  askedBy: string
  askedAt: Date
  endedAt: Date | null
  files: ExportedFile[]
}
export type ExportedFile = { file: ExportFile; rows: number; bytes: number }
type Named = { resellerId: number; exportId: number }

/** Returns the export that already waits, if there is one. */
export async function insertExport(
  db: Tx,
  { resellerId, format, askedBy, now }: { resellerId: number; format: 'csv' | 'jsonl'; askedBy: string; now: Date },
): Promise<{ id: number; isNew: boolean }> {
  const made = await db.query<{ id: number }>({
    name: 'exports.insert',
    text: `insert into exports (reseller_id, format, asked_by, asked_at) values ($1, $2, $3, $4)
            on conflict (reseller_id) where state = 'waiting' do nothing returning id`,
    values: [resellerId, format, askedBy, now],
  })
  if (made[0]) return { id: made[0].id, isNew: true }
  const waiting = await db.query<{ id: number }>({
    name: 'exports.waiting',
    text: `select id from exports where reseller_id = $1 and state = 'waiting'`,
    values: [resellerId],
  })
  return { id: waiting[0]!.id, isNew: false }
}

export async function findExports(db: Queryable, resellerId: number, limit: number): Promise<ExportRecord[]> {
  return db.query<ExportRecord>({
    name: 'exports.of_reseller',
    text: `select id, format, state, asked_by, asked_at, ended_at, files from exports
            where reseller_id = $1 order by id desc limit $2`,
    values: [resellerId, limit],
  })
}

export async function loadExport(db: Queryable, { resellerId, exportId }: Named): Promise<ExportRecord | null> {
  const rows = await db.query<ExportRecord>({
    name: 'exports.one',
    text: `select id, format, state, asked_by, asked_at, ended_at, files from exports where reseller_id = $1 and id = $2`,
    values: [resellerId, exportId],
  })
  return rows[0] ?? null
}

export async function endExport(
  db: Queryable,
  { resellerId, exportId }: Named,
  { state, files, now }: { state: 'done' | 'failed'; files: readonly ExportedFile[]; now: Date },
): Promise<void> {
  await db.query({
    name: 'exports.end',
    text: `update exports set state = $3, files = $4::jsonb, ended_at = $5
            where reseller_id = $1 and id = $2 and state = 'waiting'`,
    values: [resellerId, exportId, state, JSON.stringify(files), now],
  })
}

type PartName = Named & { file: string; part: number }

export async function insertPart(
  db: Tx,
  { resellerId, exportId, file, part }: PartName,
  content: Buffer,
): Promise<void> {
  await db.query({
    name: 'exports.insert_part',
    text: 'insert into export_parts (reseller_id, export_id, file, part, content) values ($1, $2, $3, $4, $5)',
    values: [resellerId, exportId, file, part, content],
  })
}

export async function loadPart(db: Queryable, { resellerId, exportId, file, part }: PartName): Promise<Buffer | null> {
  const rows = await db.query<{ content: Buffer }>({
    name: 'exports.part',
    text: 'select content from export_parts where reseller_id = $1 and export_id = $2 and file = $3 and part = $4',
    values: [resellerId, exportId, file, part],
  })
  return rows[0]?.content ?? null
}
