import type { Queryable, Tx } from '../../platform/db/db.ts'
import { UNDOABLE } from './queries.ts'
import type { NewRun } from './queries.ts'
import type { RunName } from './run-queries.ts'

export type OldRun = RunName &
  Pick<NewRun, 'action' | 'days' | 'gb' | 'reason' | 'noticeId' | 'tag' | 'paidBy' | 'undoes'> & { isUndoable: boolean }

/** Waits for the user who is under way; until the transaction ends no other is begun. */
export async function lockRun(db: Tx, resellerId: number, id: string): Promise<OldRun | null> {
  const rows = await db.query<OldRun>({
    name: 'bulk.lock_run',
    text: `select r.id as bulk_id, r.reseller_id, r.action, r.days, r.gb, r.reason, r.notice_id, r.tag, r.paid_by, r.undoes,
                  ${UNDOABLE} as is_undoable
             from bulk_runs r where r.reseller_id = $1 and r.id = $2 for update`,
    values: [resellerId, id],
  })
  return rows[0] ?? null
}

/** The run that takes it back. One that was stopped left users as they are, so another may follow. */
export async function loadUndo(db: Queryable, { resellerId, bulkId }: RunName): Promise<string | null> {
  const rows = await db.query<{ id: string }>({
    name: 'bulk.undo_of',
    text: `select id from bulk_runs where reseller_id = $1 and undoes = $2 and state <> 'stopped'`,
    values: [resellerId, bulkId],
  })
  return rows[0]?.id ?? null
}

export async function countDone(db: Queryable, bulkId: string): Promise<number> {
  const rows = await db.query<{ people: number }>({
    name: 'bulk.count_done',
    text: `select count(*)::integer as people from bulk_items where bulk_id = $1 and state = 'done'`,
    values: [bulkId],
  })
  return rows[0]!.people
}

export async function copyDone(db: Tx, bulkId: string, undoId: string): Promise<void> {
  await db.query({
    name: 'bulk.copy_done',
    text: `insert into bulk_items (bulk_id, reseller_id, account_id)
           select $2, reseller_id, account_id from bulk_items where bulk_id = $1 and state = 'done'`,
    values: [bulkId, undoId],
  })
}

export async function markAllDone(db: Tx, bulkId: string, now: Date): Promise<void> {
  await db.query({
    name: 'bulk.mark_all_done',
    text: `update bulk_items set state = 'done', done_at = $2 where bulk_id = $1 and state = 'waiting'`,
    values: [bulkId, now],
  })
}

export async function loadDoneAt(db: Queryable, bulkId: string, accountId: number): Promise<Date> {
  const rows = await db.query<{ doneAt: Date }>({
    name: 'bulk.done_at',
    text: `select done_at from bulk_items where bulk_id = $1 and account_id = $2 and state = 'done'`,
    values: [bulkId, accountId],
  })
  return rows[0]!.doneAt
}

/** Whether the user is still blocked by that bulk: by nobody since, and not let in and blocked again. */
export async function isBlockedBy(db: Tx, bulkId: string, accountId: number): Promise<boolean> {
  const rows = await db.query({
    name: 'bulk.blocked_by',
    text: `select 1 as found from bulk_items i
             join bulk_runs r on r.id = i.bulk_id
             join accounts a on a.reseller_id = i.reseller_id and a.id = i.account_id
            where i.bulk_id = $1 and i.account_id = $2 and i.state = 'done'
              and a.blocked_at = i.done_at and a.blocked_reason = r.reason for update of a`,
    values: [bulkId, accountId],
  })
  return rows.length === 1
}
