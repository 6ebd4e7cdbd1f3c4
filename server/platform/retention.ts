import { readdir, stat, unlink } from 'node:fs/promises'
import path from 'node:path'

import { outboxDir, type Config } from '../config.ts'
import { addMonths } from './calendar.ts'
import type { Db } from './db.ts'
import type { JobCtx } from './jobs.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** Rows per statement: a table that grew for months must not hit the statement's time limit. */
const BATCH = 5_000

type Rule = { table: string; condition: string; olderThanMs: number }

/** How long each table's rows are kept, in the order of the foreign keys. `$1` is now minus the age. */
export const RULES: readonly Rule[] = [
  { table: 'sessions', condition: 'seen_at < $1', olderThanMs: 90 * DAY_MS },
  {
    table: 'device_families',
    condition: 'seen_at < $1 and not exists (select from sessions s where s.device_family_id = device_families.id)',
    olderThanMs: 90 * DAY_MS,
  },
  // Older notices count as read without a mark.
  { table: 'notice_reads', condition: 'read_at < $1', olderThanMs: 90 * DAY_MS },
  // The gifts and the ledger keep what was given, the audit keeps what was done.
  {
    table: 'bulk_items',
    condition: 'exists (select from bulk_runs r where r.id = bulk_items.bulk_id and r.ended_at < $1)',
    olderThanMs: 400 * DAY_MS,
  },
  { table: 'bulk_runs', condition: 'ended_at < $1', olderThanMs: 400 * DAY_MS },
  // These rows matter for only 72 hours.
  { table: 'account_helps', condition: 'created_at < $1', olderThanMs: 90 * DAY_MS },
  // Notices to some users, including warnings. Notices to all stay until withdrawn or over.
  {
    table: 'notice_recipients',
    condition: `exists (select from notices n where n.id = notice_recipients.notice_id and not n.is_held and n.published_at < $1)`,
    olderThanMs: 2 * 365 * DAY_MS,
  },
  {
    table: 'notices',
    condition: `is_addressed and not is_held and published_at < $1
      and not exists (select from notice_recipients t where t.notice_id = notices.id)
      and not exists (select from notice_reads r where r.notice_id = notices.id)
      and not exists (select from bulk_runs b where b.reseller_id = notices.reseller_id and b.notice_id = notices.id)`,
    olderThanMs: 2 * 365 * DAY_MS,
  },
  // Keep its number as long as its node may send traffic late, or ask for changes after a long absence.
  { table: 'lines', condition: "state = 'removed' and state_since < $1", olderThanMs: 90 * DAY_MS },
  { table: 'maintenance_windows', condition: 'ends_at < $1', olderThanMs: 400 * DAY_MS },
  // The lines' own rows say where each of them is now.
  { table: 'line_moves', condition: "state <> 'running' and created_at < $1", olderThanMs: 90 * DAY_MS },
  { table: 'staff_sessions', condition: 'seen_at < $1', olderThanMs: 90 * DAY_MS },
  { table: 'staff_challenges', condition: 'expires_at < $1', olderThanMs: 0 },
  { table: 'staff_invitations', condition: 'expires_at < $1', olderThanMs: 90 * DAY_MS },
  // Keep what was done, but delete the address with everything else that tells where people are.
  { table: 'audit_addresses', condition: 'created_at < $1', olderThanMs: 90 * DAY_MS },
  { table: 'monitor_sessions', condition: 'seen_at < $1', olderThanMs: 90 * DAY_MS },
  { table: 'monitor_events', condition: 'created_at < $1', olderThanMs: DAY_MS },
  { table: 'traffic_minutes', condition: 'minute < $1', olderThanMs: DAY_MS },
  { table: 'node_minutes', condition: 'minute < $1', olderThanMs: 90 * DAY_MS },
  { table: 'node_days', condition: 'day < $1', olderThanMs: 400 * DAY_MS },
  { table: 'processes', condition: 'seen_at < $1', olderThanMs: DAY_MS },
  { table: 'book_checks', condition: 'checked_at < $1', olderThanMs: 90 * DAY_MS },
  { table: 'backup_runs', condition: 'started_at < $1', olderThanMs: 400 * DAY_MS },
  { table: 'mails', condition: 'created_at < $1', olderThanMs: 90 * DAY_MS },
  { table: 'mail_codes', condition: 'expires_at < $1', olderThanMs: 0 },
  { table: 'passkey_challenges', condition: 'expires_at < $1', olderThanMs: 0 },
  { table: 'spent_proofs', condition: 'spent_at < $1', olderThanMs: DAY_MS },
  { table: 'quotes', condition: 'expires_at < $1', olderThanMs: DAY_MS },
  // A client repeats a money call within hours.
  { table: 'idempotency_keys', condition: 'created_at < $1', olderThanMs: 7 * DAY_MS },
  { table: 'notify_inbox', condition: 'received_at < $1', olderThanMs: 2 * 365 * DAY_MS },
  // An agent resends a batch within days or not at all.
  { table: 'traffic_batches', condition: 'received_at < $1', olderThanMs: 7 * DAY_MS },
  { table: 'line_addresses', condition: 'seen_at < $1', olderThanMs: 90 * DAY_MS },
  // The limiter counts in milliseconds; a row without an end is one of its permanent blocks.
  { table: 'rate_limits', condition: 'to_timestamp(expire / 1000.0) < $1', olderThanMs: 0 },
]
const OUTBOX_MS = 7 * DAY_MS
const TRAFFIC_MONTHS = 13
const AUDIT_MONTHS = 24

/** Deletes what has been kept long enough: rows of every table above, months of traffic, the sandbox's outbox. */
export async function runRetention(ctx: JobCtx): Promise<void> {
  const ago = (ms: number) => new Date(ctx.now.getTime() - ms)
  const steps: [string, () => Promise<number>][] = [
    ...RULES.map((rule): [string, () => Promise<number>] => [
      rule.table,
      () => removeRows(ctx.db, rule, ago(rule.olderThanMs)),
    ]),
    ['outbox', () => removeOldMails(ctx.config, ago(OUTBOX_MS))],
    ['audit', () => forgetAudit(ctx.db, startOfMonth(addMonths(ctx.now, -AUDIT_MONTHS, 'UTC')))],
    ['traffic', () => dropTraffic(ctx.db, addMonths(ctx.now, -TRAFFIC_MONTHS, 'UTC'))],
  ]
  const removed: Record<string, number> = {}
  const failures: Error[] = []
  for (const [what, remove] of steps) {
    // A failing table must not keep the others from being cleaned.
    await remove().then(
      (count) => void (removed[what] = count),
      (error: Error) => failures.push(new Error(`Nothing was removed from ${what}`, { cause: error })),
    )
  }
  ctx.log.info({ removed }, 'retention')
  if (failures.length > 0) throw new AggregateError(failures, failures.map(({ message }) => message).join('; '))
}

async function removeRows(db: Db, { table, condition }: Rule, before: Date): Promise<number> {
  for (let total = 0; ;) {
    const rows = await db.query({
      name: `retention.${table}`,
      text: `delete from ${table} where ctid in (select ctid from ${table} where ${condition} limit ${BATCH}) returning 1`,
      values: [before],
    })
    total += rows.length
    if (rows.length < BATCH) return total
  }
}

/** Drops whole months as tables, without reading rows. */
async function dropTraffic(db: Db, before: Date): Promise<number> {
  const [row] = await db.query<{ dropped: number }>({
    name: 'retention.traffic',
    text: 'select traffic_drop_partitions($1) as dropped',
    values: [before],
  })
  return row!.dropped
}

/** The audit table allows no other way to delete. */
async function forgetAudit(db: Db, before: Date): Promise<number> {
  for (let total = 0; ;) {
    const [row] = await db.query<{ gone: number }>({
      name: 'retention.audit',
      text: 'select audit_forget($1, $2) as gone',
      values: [before, BATCH],
    })
    total += row!.gone
    if (row!.gone < BATCH) return total
  }
}

function startOfMonth(at: Date): Date {
  return new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), 1))
}

async function removeOldMails(config: Config, before: Date): Promise<number> {
  const folder = outboxDir(config)
  const names = await readdir(folder).catch(() => [])
  let removed = 0
  for (const name of names) {
    const file = path.join(folder, name)
    const info = await stat(file).catch(() => null)
    if (!info?.isFile() || info.mtime >= before) continue
    await unlink(file)
    removed += 1
  }
  return removed
}
