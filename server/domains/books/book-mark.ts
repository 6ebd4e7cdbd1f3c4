import type { Queryable } from '../../platform/db/db.ts'

export type Mark = {
  /** Null while nothing is known to be complete. */
  checkedUntil: number | null
  checkedCount: number
  seenUntil: number
  seenXid: string
}
/** The snapshot of a check: loaded first in its transaction, so later statements see the same. */
export type Sight = {
  mark: Mark | null
  /** True when all transactions that were running when the mark was set have ended. */
  isComplete: boolean
  lastId: number
  xid: string
}

/** Ignores a mark later than the newest transaction: it came from another server in a copy of the data. */
export async function loadSight(db: Queryable): Promise<Sight> {
  const [row] = await db.query<{ [K in keyof Mark]: Mark[K] | null } & Omit<Sight, 'mark'>>({
    name: 'ledger.sight',
    text: `select m.checked_until, m.checked_count, m.seen_until, m.seen_xid::text as seen_xid,
        coalesce(pg_snapshot_xmin(s.at) >= m.seen_xid, false) as is_complete,
        coalesce((select max(t.id) from ledger_transactions t), 0) as last_id, pg_snapshot_xmax(s.at)::text as xid
      from (select pg_current_snapshot() as at) s
      left join ledger_marks m on m.seen_xid <= pg_snapshot_xmax(s.at)`,
  })
  const { isComplete, lastId, xid, ...mark } = row!
  return { mark: mark.seenXid === null ? null : (mark as Mark), isComplete, lastId, xid }
}

/** Loads when the last transaction up to this id was posted; the beginning of time without one. */
export async function loadTimeBefore(db: Queryable, id: number): Promise<Date> {
  const text = 'select created_at from ledger_transactions where id <= $1 order by id desc limit 1'
  const [row] = await db.query<{ createdAt: Date }>({ name: 'ledger.time_before', text, values: [id] })
  return row?.createdAt ?? new Date(0)
}

export async function countTransactions(db: Queryable, after: number, until: number): Promise<number> {
  const text = 'select count(*) as count from ledger_transactions where id > $1 and id <= $2'
  const [row] = await db.query<{ count: number }>({ name: 'ledger.count', text, values: [after, until] })
  return row!.count
}

/** Changes nothing if another process has moved or dropped the mark that was read. */
export async function moveMark(db: Queryable, read: Mark, mark: Mark): Promise<void> {
  await db.query({
    name: 'ledger.move_mark',
    text: `update ledger_marks set checked_until = $2, checked_count = $3, seen_until = $4, seen_xid = $5::text::xid8
      where seen_xid = $1::text::xid8`,
    values: [read.seenXid, mark.checkedUntil, mark.checkedCount, mark.seenUntil, mark.seenXid],
  })
}

export async function setMark(db: Queryable, mark: Mark): Promise<void> {
  await db.query({
    name: 'ledger.set_mark',
    text: `insert into ledger_marks (checked_until, checked_count, seen_until, seen_xid) values ($1, $2, $3, $4::text::xid8)
      on conflict (is_only) do update set checked_until = excluded.checked_until, checked_count = excluded.checked_count,
        seen_until = excluded.seen_until, seen_xid = excluded.seen_xid`,
    values: [mark.checkedUntil, mark.checkedCount, mark.seenUntil, mark.seenXid],
  })
}

export async function dropMark(db: Queryable): Promise<void> {
  await db.query({ name: 'ledger.drop_mark', text: 'delete from ledger_marks' })
}
