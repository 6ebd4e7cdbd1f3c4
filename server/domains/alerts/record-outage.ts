import { inTransaction, type Db, type Tx } from '../../platform/db/db.ts'
import { addJob } from '../../platform/jobs/jobs.ts'
import type { AlertRow } from './alert-store.ts'
import { announceAlert } from './alerts.ts'

type ToldBy = { mail: boolean; webhook: boolean }

/** Processes notice the begin and end of an outage some seconds apart. */
const SLACK_S = 15

/**
 * Records an outage after the database is back: one row for all processes that saw it. Sends what could not be told
 * during the outage, and its end, the way all alerts are sent.
 */
export function recordOutage(db: Db, alert: AlertRow, told: ToldBy): Promise<void> {
  return inTransaction(db, async (tx) => {
    await tx.query({ name: 'outages.hold', text: `select pg_advisory_xact_lock(hashtext('alerts.outage'))` })
    const known = await loadSame(tx, alert)
    const id = known ?? (await insert(tx, alert))
    const notifiedAt = told.mail ? alert.createdAt : null
    await tx.query({
      name: 'outages.told',
      text: 'update alerts set notified_at = coalesce(notified_at, $2) where id = $1 and $2::timestamptz is not null',
      values: [id, notifiedAt],
    })
    if (known !== null) return
    if (!told.webhook) await addJob(tx, 'alerts.webhook', { alertId: id, change: 'raised' })
    await announceAlert(tx, id, 'resolved')
  })
}

async function loadSame(tx: Tx, { kind, createdAt, resolvedAt }: AlertRow): Promise<number | null> {
  const rows = await tx.query<{ id: number }>({
    name: 'outages.same',
    text: `select id from alerts
            where kind = $1 and created_at <= $3::timestamptz + make_interval(secs => $4)
              and resolved_at >= $2::timestamptz - make_interval(secs => $4)
            order by id limit 1`,
    values: [kind, createdAt, resolvedAt, SLACK_S],
  })
  return rows[0]?.id ?? null
}

async function insert(tx: Tx, alert: AlertRow): Promise<number> {
  const { kind, subject, detail, severity, createdAt, lastSeenAt, resolvedAt } = alert
  const row = await tx.kysely
    .insertInto('alerts')
    .values({
      kind,
      subject,
      detail: JSON.stringify(detail),
      severity,
      isWatched: true,
      createdAt,
      lastSeenAt,
      resolvedAt,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}
