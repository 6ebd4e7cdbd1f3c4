import type { Queryable } from '../../platform/db/db.ts'
import type { PageEnd } from '../../platform/db/page-cursor.ts'

export type AlertRow = {
  id: number
  resellerId: number | null
  kind: string
  subject: string
  detail: Record<string, string | number | boolean | null>
  severity: 'warning' | 'critical'
  isWatched: boolean
  times: number
  createdAt: Date
  lastSeenAt: Date
  wellSince: Date | null
  acknowledgedAt: Date | null
  acknowledgedBy: string | null
  resolvedAt: Date | null
}
export const ALERT = `id, reseller_id, kind, subject, detail, severity, is_watched, times, created_at, last_seen_at, well_since,
  acknowledged_at, acknowledged_by, resolved_at`

/** A monitor limited to a reseller sees its alerts, and whether the shared nodes run. */
export const SHARED_KINDS: readonly string[] = ['node.silent', 'node.engine_down']
type View = { resellerId: number | null; hasPlatform: boolean }
const IN_VIEW = `($1::integer is null or reseller_id = $1 or (reseller_id is null and ($2 or kind = any ($3))))`
const viewValues = ({ resellerId, hasPlatform }: View) => [resellerId, hasPlatform, SHARED_KINDS]

const OPEN_SHOWN = 100

export function findOpenAlerts(db: Queryable, view: View): Promise<AlertRow[]> {
  return db.query<AlertRow>({
    name: 'alerts.open',
    text: `select ${ALERT} from alerts where resolved_at is null and ${IN_VIEW}
            order by severity = 'critical' desc, id desc limit ${OPEN_SHOWN}`,
    values: viewValues(view),
  })
}

type Page = { isOpenOnly: boolean; before: PageEnd | null; limit: number }

export function findAlertRows(db: Queryable, view: View, { isOpenOnly, before, limit }: Page): Promise<AlertRow[]> {
  return db.query<AlertRow>({
    name: 'alerts.page',
    text: `select ${ALERT} from alerts
            where ${IN_VIEW} and (not $4 or resolved_at is null)
              and ($5::timestamptz is null or (created_at, id) < ($5, $6))
            order by created_at desc, id desc limit $7`,
    values: [...viewValues(view), isOpenOnly, before?.at ?? null, before?.id ?? null, limit],
  })
}

export function findRowsOf(db: Queryable, subject: string, limit: number): Promise<AlertRow[]> {
  return db.query<AlertRow>({
    name: 'alerts.of',
    text: `select ${ALERT} from alerts where subject = $1 order by id desc limit $2`,
    values: [subject, limit],
  })
}

export async function loadAlert(db: Queryable, view: View, id: number): Promise<AlertRow | null> {
  const rows = await db.query<AlertRow>({
    name: 'alerts.load',
    text: `select ${ALERT} from alerts where ${IN_VIEW} and id = $4`,
    values: [...viewValues(view), id],
  })
  return rows[0] ?? null
}

/**
 * Returns null when it was already acknowledged. Also ends an unwatched alert: otherwise it would stay open for ever.
 */
export async function acknowledge(db: Queryable, id: number, by: string, now: Date): Promise<AlertRow | null> {
  const rows = await db.query<AlertRow>({
    name: 'alerts.acknowledge',
    text: `update alerts set acknowledged_at = $3, acknowledged_by = $2,
                  resolved_at = case when is_watched then resolved_at else coalesce(resolved_at, $3) end
            where id = $1 and acknowledged_at is null returning ${ALERT}`,
    values: [id, by, now],
  })
  return rows[0] ?? null
}

export type WatchedAlert = Pick<AlertRow, 'id' | 'kind' | 'subject' | 'wellSince' | 'lastSeenAt'>

export function findWatchedAlerts(db: Queryable, kinds: readonly string[]): Promise<WatchedAlert[]> {
  return db.query<WatchedAlert>({
    name: 'alerts.watched',
    text: `select id, kind, subject, well_since, last_seen_at from alerts
            where is_watched and resolved_at is null and kind = any ($1)`,
    values: [kinds],
  })
}

export async function markWell(db: Queryable, ids: number[], now: Date): Promise<void> {
  await db.query({
    name: 'alerts.well',
    text: 'update alerts set well_since = $2 where id = any ($1) and well_since is null',
    values: [ids, now],
  })
}

/** Returns the ids that were still open. */
export async function resolve(db: Queryable, ids: number[], now: Date): Promise<number[]> {
  const rows = await db.query<{ id: number }>({
    name: 'alerts.resolve',
    text: 'update alerts set resolved_at = $2 where id = any ($1) and resolved_at is null returning id',
    values: [ids, now],
  })
  return rows.map(({ id }) => id)
}
