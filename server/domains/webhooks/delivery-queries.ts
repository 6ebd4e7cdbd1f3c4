import type { Queryable, Tx } from '../../platform/db/db.ts'
import type { Team } from './queries.ts'

export type Lease = { webhookId: string; sender: string }

/**
 * One process sends for a webhook at a time: only so is the order of an object kept. And only a few are sent to at once,
 * so that receivers that never answer leave room for other jobs.
 */
export async function takeLease(
  db: Queryable,
  { webhookId, sender }: Lease,
  times: { now: Date; until: Date },
  most: number,
): Promise<boolean> {
  const rows = await db.query({
    name: 'webhooks.take_lease',
    text: `update webhooks set sender = $2, sending_until = $4
            where id = $1 and (sender = $2 or ((sending_until is null or sending_until <= $3)
              and (select count(*) from webhooks o where o.sending_until > $3) < $5::integer))
           returning id`,
    values: [webhookId, sender, times.now, times.until, most],
  })
  return rows.length === 1
}

export async function endLease(db: Queryable, { webhookId, sender }: Lease): Promise<void> {
  await db.query({
    name: 'webhooks.end_lease',
    text: 'update webhooks set sender = null, sending_until = null where id = $1 and sender = $2',
    values: [webhookId, sender],
  })
}

/** For who holds a fresh lease: a process ended before it knew the answer. It may have arrived; it is sent again. */
export async function putBackInterrupted(db: Queryable, webhookId: string, problem: string, now: Date): Promise<void> {
  await db.query({
    name: 'webhooks.put_back_interrupted',
    text: `with back as (
             update webhook_deliveries set state = 'waiting' where webhook_id = $1 and state = 'sending'
             returning id, reseller_id)
           insert into webhook_tries (delivery_id, reseller_id, problem, took_ms, created_at)
           select id, reseller_id, $2, 0, $3 from back`,
    values: [webhookId, problem, now],
  })
}

export type Claimed = {
  id: number
  resellerId: Team
  eventId: string
  body: string
  tries: number
  createdAt: Date
}

/** The oldest that are due, one of each object: a later event waits until the earlier one has arrived or is given up. */
export function claimBatch(db: Queryable, webhookId: string, now: Date, size: number): Promise<Claimed[]> {
  return db.query<Claimed>({
    name: 'webhooks.claim',
    text: `with due as (
             select d.id from webhook_deliveries d
              where d.webhook_id = $1 and d.state = 'waiting' and d.not_before <= $2
                and not exists (select from webhook_deliveries p
                  where p.webhook_id = d.webhook_id and p.object = d.object and p.state in ('waiting', 'sending') and p.id < d.id)
              order by d.id limit $3)
           update webhook_deliveries d set state = 'sending', tries = d.tries + 1 from due, webhook_events e
            where d.id = due.id and e.id = d.event_id
           returning d.id, d.reseller_id, d.event_id, e.body, d.tries, d.created_at`,
    values: [webhookId, now, size],
  })
}

export async function loadNextDue(db: Queryable, webhookId: string): Promise<Date | null> {
  const rows = await db.query<{ at: Date | null }>({
    name: 'webhooks.next_due',
    text: `select min(d.not_before) as at from webhook_deliveries d
            where d.webhook_id = $1 and d.state = 'waiting'
              and not exists (select from webhook_deliveries p
                where p.webhook_id = d.webhook_id and p.object = d.object and p.state in ('waiting', 'sending') and p.id < d.id)`,
    values: [webhookId],
  })
  return rows[0]?.at ?? null
}

export type Tried = { status: number | null; problem: string | null; answer: string; tookMs: number; at: Date }

export async function insertTry(db: Queryable, { id, resellerId }: Claimed, tried: Tried): Promise<void> {
  await db.query({
    name: 'webhooks.insert_try',
    text: `insert into webhook_tries (delivery_id, reseller_id, status, problem, answer, took_ms, created_at)
           values ($1, $2, $3, $4, $5, $6, $7)`,
    values: [id, resellerId, tried.status, tried.problem, tried.answer, tried.tookMs, tried.at],
  })
}

/** Only what is under way: one that was put back meanwhile is sent again. */
export async function endDelivery(
  db: Queryable,
  id: number,
  state: 'delivered' | 'given_up',
  now: Date,
): Promise<void> {
  await db.query({
    name: 'webhooks.end_delivery',
    text: `update webhook_deliveries set state = $2, ended_at = $3 where id = $1 and state = 'sending'`,
    values: [id, state, now],
  })
}

export async function putBack(db: Queryable, id: number, notBefore: Date): Promise<void> {
  await db.query({
    name: 'webhooks.put_back',
    text: `update webhook_deliveries set state = 'waiting', not_before = $2 where id = $1 and state = 'sending'`,
    values: [id, notBefore],
  })
}

/** What waits for a webhook that is switched off. */
export async function giveUpWaiting(db: Tx, webhookId: string, now: Date): Promise<void> {
  await db.query({
    name: 'webhooks.give_up_waiting',
    text: `update webhook_deliveries set state = 'given_up', ended_at = $2 where webhook_id = $1 and state in ('waiting', 'sending')`,
    values: [webhookId, now],
  })
}

/** Webhooks with something due and nobody who sends. */
export function findIdleHooks(db: Queryable, now: Date): Promise<{ webhookId: string }[]> {
  return db.query<{ webhookId: string }>({
    name: 'webhooks.idle',
    text: `select w.id as webhook_id from webhooks w
            where w.off_at is null and (w.sending_until is null or w.sending_until <= $1)
              and (w.paused_until is null or w.paused_until <= $1)
              and (exists (select from webhook_deliveries d where d.webhook_id = w.id and d.state = 'waiting' and d.not_before <= $1)
                or exists (select from webhook_deliveries d where d.webhook_id = w.id and d.state = 'sending'))`,
    values: [now],
  })
}

type NewTest = { webhookId: string; resellerId: Team; eventId: string; body: string; now: Date }

export async function insertTest(db: Tx, { webhookId, resellerId, eventId, body, now }: NewTest): Promise<number> {
  const rows = await db.query<{ id: number }>({
    name: 'webhooks.insert_test',
    text: `with event as (
             insert into webhook_events (id, reseller_id, type, object, body, created_at)
             values ($1::uuid, $2::integer, 'webhook.test', 'test:' || $1::uuid, $3, $4) returning id, object)
           insert into webhook_deliveries (webhook_id, event_id, reseller_id, object, not_before, created_at)
           select $5, id, $2, object, $4, $4 from event returning id`,
    values: [eventId, resellerId, body, now, webhookId],
  })
  return rows[0]!.id
}

/** All its tries again. One that is under way is left alone. */
export async function sendAgain(db: Tx, webhookId: string, deliveryId: number | null, now: Date): Promise<number> {
  const rows = await db.query({
    name: 'webhooks.send_again',
    text: `update webhook_deliveries set state = 'waiting', tries = 0, not_before = $3, ended_at = null
            where webhook_id = $1 and (id = $2 or ($2::bigint is null and state = 'given_up')) and state in ('delivered', 'given_up')
           returning id`,
    values: [webhookId, deliveryId, now],
  })
  return rows.length
}
