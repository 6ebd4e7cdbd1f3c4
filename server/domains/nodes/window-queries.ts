import type { Queryable, Tx } from '../../platform/db/db.ts'

type NewWindow = { nodeId: number; startsAt: Date; endsAt: Date; note: string; actor: string; createdAt: Date }

export async function insertWindow(db: Tx, window: NewWindow): Promise<void> {
  await db.kysely.insertInto('maintenanceWindows').values(window).execute()
}

type Held = { id: number; nodeId: number; begunAt: Date | null }

/** Locks a window that is neither over nor cancelled. */
export async function lockWindow(db: Tx, id: number): Promise<Held | null> {
  const rows = await db.query<Held>({
    name: 'windows.lock',
    text: `select id, node_id, begun_at from maintenance_windows
            where id = $1 and ended_at is null and cancelled_at is null for update`,
    values: [id],
  })
  return rows[0] ?? null
}

export async function markCancelled(db: Tx, id: number, now: Date): Promise<void> {
  await db.query({
    name: 'windows.cancel',
    text: 'update maintenance_windows set cancelled_at = $2 where id = $1',
    values: [id, now],
  })
}

/**
 * Windows that must begin or end now. A window that passed while no server ran never begins. Removed nodes are left
 * out.
 */
export function findDueWindows(db: Queryable, now: Date): Promise<Held[]> {
  return db.query<Held>({
    name: 'windows.due',
    text: `select w.id, w.node_id, w.begun_at from maintenance_windows w join nodes n on n.id = w.node_id
            where w.ended_at is null and w.cancelled_at is null and n.removed_at is null
              and ((w.begun_at is null and w.starts_at <= $1 and w.ends_at > $1) or (w.begun_at is not null and w.ends_at <= $1))
            order by w.id`,
    values: [now],
  })
}

export async function claimBegin(db: Tx, id: number, now: Date): Promise<boolean> {
  const rows = await db.query({
    name: 'windows.begin',
    text: `update maintenance_windows set begun_at = $2 where id = $1 and begun_at is null and cancelled_at is null returning id`,
    values: [id, now],
  })
  return rows.length === 1
}

export async function claimEnd(db: Tx, id: number, now: Date): Promise<boolean> {
  const rows = await db.query({
    name: 'windows.end',
    text: `update maintenance_windows set ended_at = $2 where id = $1 and ended_at is null and cancelled_at is null returning id`,
    values: [id, now],
  })
  return rows.length === 1
}

export type WindowRow = {
  id: number
  nodeId: number
  nodeName: string
  nodeNames: unknown
  region: string
  nodeResellerId: number | null
  startsAt: Date
  endsAt: Date
  note: string
  begunAt: Date | null
  endedAt: Date | null
  cancelledAt: Date | null
}

/** Windows of nodes in use: open ones first, by their start, then the ones that are over. */
export function findWindows(db: Queryable, after: Date): Promise<WindowRow[]> {
  return db.query<WindowRow>({
    name: 'windows.list',
    text: `select w.id, w.node_id, n.name as node_name, n.names as node_names, n.region, n.reseller_id as node_reseller_id,
                  w.starts_at, w.ends_at, w.note, w.begun_at, w.ended_at, w.cancelled_at
             from maintenance_windows w join nodes n on n.id = w.node_id
            where w.ends_at > $1 and n.removed_at is null
            order by (w.ended_at is null and w.cancelled_at is null) desc, w.starts_at, w.id limit 200`,
    values: [after],
  })
}
