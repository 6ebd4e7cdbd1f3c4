import type { Queryable, Tx } from '../../platform/db/db.ts'
import type { Outbox } from '../../platform/outbox/queries.ts'
import type { Team } from './queries.ts'

/** Events of one object arrive in their order: a later one waits until the earlier one has arrived or is given up. */
export const deliveries: Outbox = {
  name: 'webhooks',
  items: 'webhook_deliveries',
  senders: 'webhooks',
  sender: 'webhook_id',
  object: 'object',
  keepsOrder: true,
  columns: 'i.id, i.reseller_id, i.event_id, e.body, i.tries, i.created_at',
  beside: { table: 'webhook_events e', on: 'e.id = i.event_id' },
  isOn: 's.off_at is null',
  // Half of the places that a process has for jobs.
  most: 2,
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
