import type { Owner } from '../../../platform/context.ts'
import type { Queryable, Tx } from '../../../platform/db/db.ts'

/** `onlyResellerId`: move only this reseller's lines. */
export type Move = { id: string; fromNodeId: number; toNodeId: number; onlyResellerId: number | null }
export type NewMove = Omit<Move, 'id'>

/** Returns null once the move has ended. */
export async function loadOpenMove(db: Queryable, moveId: string): Promise<Move | null> {
  const rows = await db.query<Move>({
    name: 'moves.open',
    text: `select id, from_node_id, to_node_id, only_reseller_id from line_moves where id = $1 and state = 'running'`,
    values: [moveId],
  })
  return rows[0] ?? null
}

export async function loadRunningFrom(db: Queryable, fromNodeId: number): Promise<Move | null> {
  const rows = await db.query<Move>({
    name: 'moves.running_from',
    text: `select id, from_node_id, to_node_id, only_reseller_id from line_moves
            where from_node_id = $1 and state = 'running'`,
    values: [fromNodeId],
  })
  return rows[0] ?? null
}

/** Lines placed on node $1, of reseller $3 or of all, and why one cannot go to node $2. Failed lines do not count. */
const STANDING = `select l.id, l.reseller_id, l.account_id,
    case when n.reseller_id is not null and n.reseller_id <> l.reseller_id then 'node.not_theirs'
         when exists (select from lines o where o.reseller_id = l.reseller_id and o.account_id = l.account_id
                         and o.node_id = $2 and o.state not in ('failed', 'removed') and o.leaves_at is null) then 'line.exists' end as reason
  from lines l cross join nodes n
 where n.id = $2 and l.node_id = $1 and l.state not in ('failed', 'removed') and l.leaves_at is null
   and ($3::integer is null or l.reseller_id = $3)`

export type Standing = { reason: string | null; lines: number; told: number }

/** `told`: owners with a verified address, so that a mail reaches them. */
export function countStanding(db: Queryable, wish: NewMove): Promise<Standing[]> {
  return db.query<Standing>({
    name: 'moves.standing',
    text: `select s.reason, count(*) as lines, count(a.email_verified_at) as told
             from (${STANDING}) s join accounts a on a.reseller_id = s.reseller_id and a.id = s.account_id
            group by 1 order by 2 desc`,
    values: [wish.fromNodeId, wish.toNodeId, wish.onlyResellerId],
  })
}

export async function insertMove(db: Tx, move: NewMove & { actor: string }, now: Date): Promise<string> {
  const rows = await db.query<{ id: string }>({
    name: 'moves.insert',
    text: `insert into line_moves (from_node_id, to_node_id, only_reseller_id, actor, lines, created_at)
           values ($1, $2, $3, $4, 0, $5) returning id`,
    values: [move.fromNodeId, move.toNodeId, move.onlyResellerId, move.actor, now],
  })
  return rows[0]!.id
}

/** Inserts all lines, even those that cannot go, so that the result says why. Returns their number. */
export async function insertItems(db: Tx, { id, ...wish }: Move, now: Date): Promise<number> {
  const rows = await db.query<{ lines: number }>({
    name: 'moves.insert_items',
    text: `with items as (
             insert into line_move_items (move_id, line_id, reseller_id, account_id, state, reason, done_at)
             select $4, s.id, s.reseller_id, s.account_id, case when s.reason is null then 'waiting' else 'skipped' end,
                    s.reason, case when s.reason is not null then $5::timestamptz end
               from (${STANDING}) s returning 1)
           update line_moves set lines = (select count(*) from items) where id = $4 returning lines`,
    values: [wish.fromNodeId, wish.toNodeId, wish.onlyResellerId, id, now],
  })
  return rows[0]!.lines
}

export type Waiting = Owner & { lineId: string }

export function findWaiting(db: Queryable, moveId: string, limit: number): Promise<Waiting[]> {
  return db.query<Waiting>({
    name: 'moves.waiting',
    text: `select line_id, reseller_id, account_id from line_move_items where move_id = $1 and state = 'waiting'
            order by line_id limit $2`,
    values: [moveId, limit],
  })
}

/** Returns false when the item is done or the move has ended. Locks both until the transaction ends. */
export async function claimItem(db: Tx, moveId: string, lineId: string): Promise<boolean> {
  const rows = await db.query({
    name: 'moves.claim',
    text: `select 1 as claimed from line_move_items i join line_moves m on m.id = i.move_id
            where i.move_id = $1 and i.line_id = $2 and i.state = 'waiting' and m.state = 'running'
            for update of i for share of m`,
    values: [moveId, lineId],
  })
  return rows.length === 1
}

type Marked = { lineId: string; reason: string | null; now: Date }

export async function markItem(db: Queryable, moveId: string, { lineId, reason, now }: Marked): Promise<void> {
  await db.query({
    name: 'moves.mark',
    text: `update line_move_items set state = case when $3::text is null then 'done' else 'skipped' end, reason = $3,
                  done_at = $4
            where move_id = $1 and line_id = $2 and state = 'waiting'`,
    values: [moveId, lineId, reason, now],
  })
}

/** Returns false when the move had already ended. Remaining lines stay, and the result says why. */
export async function endMoveRow(db: Tx, moveId: string, state: 'done' | 'stopped', now: Date): Promise<boolean> {
  const rows = await db.query({
    name: 'moves.end',
    text: `update line_moves set state = $2, ended_at = $3 where id = $1 and state = 'running' returning id`,
    values: [moveId, state, now],
  })
  if (rows.length === 0) return false
  await db.query({
    name: 'moves.leave_out',
    text: `update line_move_items set state = 'skipped', reason = 'move.stopped', done_at = $2
            where move_id = $1 and state = 'waiting'`,
    values: [moveId, now],
  })
  return true
}

export type ShownMove = Move & {
  toName: string
  by: string
  lines: number
  done: number
  skipped: number
  state: 'running' | 'done' | 'stopped'
  createdAt: Date
  endedAt: Date | null
}

/** Loads the newest move off a node. */
export async function loadShownMove(db: Queryable, fromNodeId: number): Promise<ShownMove | null> {
  const rows = await db.query<ShownMove>({
    name: 'moves.shown',
    text: `select m.id, m.from_node_id, m.to_node_id, m.only_reseller_id, n.name as to_name, coalesce(s.name, m.actor) as by, m.lines, m.state,
                  m.created_at, m.ended_at, i.done, i.skipped
             from line_moves m join nodes n on n.id = m.to_node_id
             left join staff s on m.actor = 'staff:' || s.id
             cross join lateral (select count(*) filter (where state = 'done') as done,
                                        count(*) filter (where state = 'skipped') as skipped
                                   from line_move_items where move_id = m.id) i
            where m.from_node_id = $1 order by m.created_at desc limit 1`,
    values: [fromNodeId],
  })
  return rows[0] ?? null
}

export function findReasons(db: Queryable, moveId: string): Promise<{ reason: string; lines: number }[]> {
  return db.query<{ reason: string; lines: number }>({
    name: 'moves.reasons',
    text: `select reason, count(*) as lines from line_move_items where move_id = $1 and state = 'skipped'
            group by 1 order by 2 desc`,
    values: [moveId],
  })
}
