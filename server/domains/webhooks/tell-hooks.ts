import type { WebhookEvent } from '../../../contract/webhook-events.ts'
import type { Tx } from '../../platform/db/db.ts'
import { randomId } from '../../platform/secrets/crypto.ts'

export type ToldEvent = {
  /** Null: of no reseller; the platform alone hears of it. */
  resellerId: number | null
  type: WebhookEvent
  /** What it is about: `order:<id>`. Events of one object arrive in their order. */
  object: string
  /** Ids, amounts and times: who needs a name asks for it. */
  data: Record<string, string | number | boolean | null>
  /** False: the platform's webhooks do not hear of it. */
  isForPlatform?: boolean
}

/**
 * Queues events for every webhook that wants them, in the transaction that caused them. Nobody waits for it: without a
 * webhook it costs one small statement, however many events. No job key: a second transaction with the same key would
 * wait for the first to end.
 */
export function tellHooks({ db, now }: { db: Tx; now: Date }, ...events: readonly ToldEvent[]): void {
  const told = events.map(({ resellerId, type, object, data, isForPlatform = true }, at) => ({
    at,
    id: randomId(),
    reseller_id: resellerId,
    type,
    object,
    body: bodyOf(type, { resellerId, ...data }, now),
    is_for_platform: isForPlatform,
  }))
  db.send({
    name: 'webhooks.tell',
    text: `with told as (
             select * from jsonb_to_recordset($1::jsonb)
               as t (at integer, id uuid, reseller_id integer, type text, object text, body text, is_for_platform boolean)),
           heard as (
             select t.at, t.id as event_id, t.object, w.id as webhook_id, w.reseller_id
               from told t join webhooks w on w.off_at is null and t.type = any (w.events)
                and (w.owner_key = t.reseller_id or (w.owner_key = -1 and t.is_for_platform))),
           kept as (
             insert into webhook_events (id, reseller_id, type, object, body, created_at)
             select t.id, t.reseller_id, t.type, t.object, t.body, $2 from told t
              where exists (select from heard h where h.event_id = t.id)),
           queued as (
             insert into webhook_deliveries (webhook_id, event_id, reseller_id, object, not_before, created_at)
             select h.webhook_id, h.event_id, h.reseller_id, h.object, $2, $2 from heard h order by h.at
             returning webhook_id)
           select graphile_worker.add_job('webhooks.send', payload => json_build_object('webhookId', webhook_id), max_attempts => 10)
             from (select distinct webhook_id from queued) q`,
    values: [JSON.stringify(told), now],
  })
}

/** The text that is signed and sent. */
export function bodyOf(type: string, data: Record<string, unknown>, now: Date): string {
  return JSON.stringify({ type, timestamp: now.toISOString(), data })
}
