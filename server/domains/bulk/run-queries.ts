import type { BulkRun } from '../../../contract/console/bulk.ts'
import type { Queryable, Tx } from '../../platform/db/db.ts'

export type RunName = { resellerId: number; bulkId: string }
export type Run = RunName & {
  staffId: number
  /** The key that began it, by its short part. */
  apiKey: string | null
  isOperator: boolean
  action: BulkRun['action']
  days: number | null
  gb: number | null
  reason: string | null
  noticeId: number | null
  tag: string | null
  /** The bulk that this one takes back. */
  undoes: string | null
}

/** Null once the run has ended. */
export async function loadOpenRun(db: Queryable, { resellerId, bulkId }: RunName): Promise<Run | null> {
  const rows = await db.query<Run>({
    name: 'bulk.open_run',
    text: `select r.id as bulk_id, r.reseller_id, r.staff_id, r.api_key, m.reseller_id is null as is_operator, r.action, r.days, r.gb,
                  r.reason, r.notice_id, r.tag, r.undoes
             from bulk_runs r join staff m on m.id = r.staff_id
            where r.reseller_id = $1 and r.id = $2 and r.state = 'running'`,
    values: [resellerId, bulkId],
  })
  return rows[0] ?? null
}

export type Waiting = { accountId: number; pricedFen: number }

export function findWaiting(db: Queryable, bulkId: string, limit: number): Promise<Waiting[]> {
  return db.query<Waiting>({
    name: 'bulk.waiting',
    text: `select account_id, priced_fen from bulk_items where bulk_id = $1 and state = 'waiting' order by account_id limit $2`,
    values: [bulkId, limit],
  })
}

/**
 * False when the item is done or the run has ended. Until the transaction ends, nobody else can do it or end the run.
 * Locks the run first, as whoever ends it does.
 */
export async function claimItem(db: Tx, bulkId: string, accountId: number): Promise<boolean> {
  const rows = await db.query({
    name: 'bulk.claim_item',
    text: `select 1 as claimed from bulk_items i join bulk_runs r on r.id = i.bulk_id
            where i.bulk_id = $1 and i.account_id = $2 and i.state = 'waiting' and r.state = 'running'
            for share of r for update of i`,
    values: [bulkId, accountId],
  })
  return rows.length === 1
}

type Marked = { accountId: number; reason: string | null; now: Date }

export async function markItem(db: Queryable, bulkId: string, { accountId, reason, now }: Marked): Promise<void> {
  await db.query({
    name: 'bulk.mark_item',
    text: `update bulk_items set state = case when $3::text is null then 'done' else 'skipped' end, reason = $3, done_at = $4
            where bulk_id = $1 and account_id = $2 and state = 'waiting'`,
    values: [bulkId, accountId, reason, now],
  })
}

/** False when the run had already ended. Users still waiting are marked as skipped, with the reason. */
export async function endRun(db: Tx, bulkId: string, state: 'done' | 'stopped', now: Date): Promise<boolean> {
  const rows = await db.query({
    name: 'bulk.end',
    text: `update bulk_runs set state = $2, ended_at = $3 where id = $1 and state = 'running' returning id`,
    values: [bulkId, state, now],
  })
  if (rows.length === 0) return false
  await db.query({
    name: 'bulk.leave_out',
    text: `update bulk_items set state = 'skipped', reason = 'bulk.stopped', done_at = $2 where bulk_id = $1 and state = 'waiting'`,
    values: [bulkId, now],
  })
  return true
}
