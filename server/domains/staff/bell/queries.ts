import type { BellKind } from '../../../../contract/console/choices.ts'
import type { Queryable, Tx } from '../../../platform/db/db.ts'

export type NewRing = { kind: BellKind; key: string; detail?: Record<string, unknown> }

/** Nobody waits for it: a sale must not take longer because it rings. */
export function sendRing(db: Tx, team: number | null, { kind, key, detail = {} }: NewRing, now: Date): void {
  db.send({
    name: 'bell.ring',
    text: `insert into bell_rings (reseller_id, kind, key, detail, created_at) values ($1, $2, $3, $4, $5)
           on conflict (owner_key, key) do nothing`,
    values: [team, kind, key, JSON.stringify(detail), now],
  })
}

type Marks = { readTo: number; muted: string[] }

export async function loadMarks(db: Queryable, staffId: number): Promise<Marks> {
  const rows = await db.query<Marks>({
    name: 'bell.marks',
    text: 'select read_to, muted from bell_marks where staff_id = $1',
    values: [staffId],
  })
  return rows[0] ?? { readTo: 0, muted: [] }
}

type Heard = { team: number | null; kinds: readonly string[] }

export async function countUnread(db: Queryable, { team, kinds }: Heard, readTo: number, max: number): Promise<number> {
  const rows = await db.query<{ unread: number }>({
    name: 'bell.unread',
    text: `select count(*)::integer as unread from (select from bell_rings
            where owner_key = coalesce($1::integer, -1) and id > $2 and kind = any ($3) limit $4) few`,
    values: [team, readTo, kinds, max],
  })
  return rows[0]!.unread
}

export type RingRow = { id: number; kind: BellKind; detail: Record<string, unknown>; createdAt: Date }

export function findRings(db: Queryable, { team, kinds }: Heard, limit: number): Promise<RingRow[]> {
  return db.query<RingRow>({
    name: 'bell.newest',
    text: `select id, kind, detail, created_at from bell_rings
            where owner_key = coalesce($1::integer, -1) and kind = any ($2) order by id desc limit $3`,
    values: [team, kinds, limit],
  })
}

/** Never goes back: a second page that is older marks nothing unread again. */
export async function saveReadTo(db: Queryable, staffId: number, readTo: number): Promise<void> {
  await db.query({
    name: 'bell.read_to',
    text: `insert into bell_marks (staff_id, read_to)
           values ($1, least($2::bigint, (select coalesce(max(id), 0) from bell_rings)))
           on conflict (staff_id) do update set read_to = greatest(bell_marks.read_to, excluded.read_to)`,
    values: [staffId, readTo],
  })
}

export async function saveMuted(db: Queryable, staffId: number, kind: BellKind, isMuted: boolean): Promise<void> {
  await db.query({
    name: 'bell.mute',
    text: `insert into bell_marks (staff_id, muted) values ($1, case when $3 then array[$2::text] else '{}' end)
           on conflict (staff_id) do update set muted = array_remove(bell_marks.muted, $2) || excluded.muted`,
    values: [staffId, kind, isMuted],
  })
}

/** True when a ring of this kind is younger than `since`. */
export async function hasRung(db: Queryable, team: number | null, kind: BellKind, since: Date): Promise<boolean> {
  const rows = await db.query({
    name: 'bell.has_rung',
    text: `select from bell_rings where owner_key = coalesce($1::integer, -1) and kind = $2 and created_at > $3 limit 1`,
    values: [team, kind, since],
  })
  return rows.length > 0
}
