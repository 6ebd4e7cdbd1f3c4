import type { Queryable } from '../../platform/db/db.ts'
import type { Team } from './queries.ts'

export type DeliveryRow = {
  id: number
  webhookId: string
  eventId: string
  type: string
  object: string
  state: 'waiting' | 'sending' | 'delivered' | 'given_up'
  tries: number
  status: number | null
  notBefore: Date
  createdAt: Date
  endedAt: Date | null
}

const COLUMNS = `d.id, d.webhook_id, d.event_id, e.type, d.object, d.state, d.tries, d.not_before, d.created_at, d.ended_at,
                  (select t.status from webhook_tries t where t.delivery_id = d.id order by t.id desc limit 1) as status`
const FROM = 'from webhook_deliveries d join webhook_events e on e.id = d.event_id'
const OF_TEAM = 'd.reseller_id is not distinct from $1::integer'

type Wanted = { webhookId: string; state: string | null; before: number | null; limit: number }

export function findDeliveries(db: Queryable, team: Team, wanted: Wanted): Promise<DeliveryRow[]> {
  const { webhookId, state, before, limit } = wanted
  return db.query<DeliveryRow>({
    name: 'webhooks.deliveries',
    text: `select ${COLUMNS} ${FROM}
            where ${OF_TEAM} and d.webhook_id = $2 and ($3::text is null or d.state = $3) and ($4::bigint is null or d.id < $4)
            order by d.id desc limit $5`,
    values: [team, webhookId, state, before, limit],
  })
}

export async function loadDelivery(
  db: Queryable,
  team: Team,
  id: number,
): Promise<(DeliveryRow & { body: string }) | null> {
  const rows = await db.query<DeliveryRow & { body: string }>({
    name: 'webhooks.delivery',
    text: `select ${COLUMNS}, e.body ${FROM} where ${OF_TEAM} and d.id = $2`,
    values: [team, id],
  })
  return rows[0] ?? null
}

export type TryRow = {
  createdAt: Date
  tookMs: number
  status: number | null
  problem: string | null
  answer: string
}

export function findTries(db: Queryable, team: Team, deliveryId: number, limit: number): Promise<TryRow[]> {
  return db.query<TryRow>({
    name: 'webhooks.tries',
    text: `select created_at, took_ms, status, problem, answer from webhook_tries
            where reseller_id is not distinct from $1::integer and delivery_id = $2 order by id desc limit $3`,
    values: [team, deliveryId, limit],
  })
}
