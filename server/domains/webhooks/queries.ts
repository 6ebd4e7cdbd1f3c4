import type { WebhookEvent } from '../../../contract/webhook-events.ts'
import type { Queryable, Tx } from '../../platform/db/db.ts'

export type OffReason = 'staff' | 'gone' | 'failing'
export type Hook = {
  id: string
  /** Null: the platform's. */
  resellerId: number | null
  name: string
  url: string
  isLocal: boolean
  events: WebhookEvent[]
  sealedSecret: Buffer
  sealedOldSecret: Buffer | null
  oldUntil: Date | null
  pausedUntil: Date | null
  failingSince: Date | null
  failures: number
  offAt: Date | null
  offReason: OffReason | null
  createdAt: Date
}
/** Null: the platform's. */
export type Team = number | null

const COLUMNS = `id, reseller_id, name, url, is_local, events, sealed_secret, sealed_old_secret, old_until, paused_until,
                  failing_since, failures, off_at, off_reason, created_at`

export async function loadHook(db: Queryable, id: string): Promise<Hook | null> {
  const rows = await db.query<Hook>({
    name: 'webhooks.load',
    text: `select ${COLUMNS} from webhooks where id = $1`,
    values: [id],
  })
  return rows[0] ?? null
}

/** A webhook of exactly this team, held until the end of the transaction. */
export async function lockOwnHook(db: Tx, team: Team, id: string): Promise<Hook | null> {
  const rows = await db.query<Hook>({
    name: 'webhooks.lock_own',
    text: `select ${COLUMNS} from webhooks where owner_key = coalesce($1::integer, -1) and id = $2 for no key update`,
    values: [team, id],
  })
  return rows[0] ?? null
}

export type CountedHook = Hook & { delivered: number; waiting: number; givenUp: number }

export function findHooks(db: Queryable, team: Team): Promise<CountedHook[]> {
  return db.query<CountedHook>({
    name: 'webhooks.of_team',
    text: `select ${COLUMNS}, c.delivered, c.waiting, c.given_up
             from webhooks w cross join lateral (
               select count(*) filter (where d.state = 'delivered')::integer as delivered,
                      count(*) filter (where d.state in ('waiting', 'sending'))::integer as waiting,
                      count(*) filter (where d.state = 'given_up')::integer as given_up
                 from (select state from webhook_deliveries where webhook_id = w.id order by id desc limit 10000) d) c
            where owner_key = coalesce($1::integer, -1) order by created_at, id`,
    values: [team],
  })
}

/** Two calls at once must not take the last place both. */
export async function countHooks(db: Tx, team: Team): Promise<number> {
  await db.query({
    name: 'webhooks.hold_team',
    text: `select pg_advisory_xact_lock(hashtext('webhooks'), coalesce($1::integer, -1))`,
    values: [team],
  })
  const rows = await db.query<{ count: number }>({
    name: 'webhooks.count',
    text: 'select count(*)::integer as count from webhooks where owner_key = coalesce($1::integer, -1)',
    values: [team],
  })
  return rows[0]!.count
}

export type HookWish = { name: string; url: string; isLocal: boolean; events: WebhookEvent[] }
type NewHook = HookWish & { id: string; resellerId: Team; sealedSecret: Buffer; now: Date }

export async function insertHook(db: Tx, hook: NewHook): Promise<void> {
  await db.query({
    name: 'webhooks.insert',
    text: `insert into webhooks (id, reseller_id, name, url, is_local, events, sealed_secret, created_at)
           values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    values: [hook.id, hook.resellerId, hook.name, hook.url, hook.isLocal, hook.events, hook.sealedSecret, hook.now],
  })
}

/** Another address has not failed yet. */
export async function updateHook(db: Tx, id: string, { name, url, isLocal, events }: HookWish): Promise<void> {
  await db.query({
    name: 'webhooks.update',
    text: `update webhooks
              set name = $2, is_local = $4, events = $5, url = $3,
                  failing_since = case when url = $3 then failing_since end,
                  failures = case when url = $3 then failures else 0 end,
                  paused_until = case when url = $3 then paused_until end
            where id = $1`,
    values: [id, name, url, isLocal, events],
  })
}

type NewSecret = { sealed: Buffer; old: Buffer | null; oldUntil: Date | null }

export async function saveSecret(db: Tx, id: string, { sealed, old, oldUntil }: NewSecret): Promise<void> {
  await db.query({
    name: 'webhooks.save_secret',
    text: 'update webhooks set sealed_secret = $2, sealed_old_secret = $3, old_until = $4 where id = $1',
    values: [id, sealed, old, oldUntil],
  })
}

/** Switching on forgets the failures. */
export async function saveSwitch(db: Tx, id: string, off: { at: Date; reason: OffReason } | null): Promise<void> {
  await db.query({
    name: 'webhooks.switch',
    text: `update webhooks
              set off_at = $2, off_reason = $3, paused_until = null,
                  failing_since = case when $2::timestamptz is null then null else failing_since end,
                  failures = case when $2::timestamptz is null then 0 else failures end
            where id = $1`,
    values: [id, off?.at ?? null, off?.reason ?? null],
  })
}

export async function deleteHook(db: Tx, id: string): Promise<void> {
  await db.query({ name: 'webhooks.delete', text: 'delete from webhooks where id = $1', values: [id] })
}

export async function noteDelivered(db: Queryable, id: string): Promise<void> {
  await db.query({
    name: 'webhooks.delivered',
    text: `update webhooks set failing_since = null, failures = 0, paused_until = null where id = $1 and failures > 0`,
    values: [id],
  })
}

/** Returns how many tries failed since the last delivery, and since when. */
export async function noteFailed(
  db: Queryable,
  id: string,
  now: Date,
): Promise<{ failures: number; failingSince: Date } | null> {
  const rows = await db.query<{ failures: number; failingSince: Date }>({
    name: 'webhooks.failed',
    text: `update webhooks set failures = failures + 1, failing_since = coalesce(failing_since, $2) where id = $1
           returning failures, failing_since`,
    values: [id, now],
  })
  return rows[0] ?? null
}

export async function pauseHook(db: Queryable, id: string, until: Date): Promise<void> {
  await db.query({
    name: 'webhooks.pause',
    text: 'update webhooks set paused_until = greatest($2, paused_until) where id = $1',
    values: [id, until],
  })
}
