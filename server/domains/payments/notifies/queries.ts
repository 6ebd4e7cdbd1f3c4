import type { Selectable } from 'kysely'

import type { Queryable } from '../../../platform/db.ts'
import type { NotifyInbox } from '../../../platform/db-types.ts'

export type Verdict = Selectable<NotifyInbox>['verdict']
type Received = { merchantId: string; notifyKey: string; paymentId: string | null; body: string; now: Date }

/** Writes a notify down, or counts one that came before. */
export async function recordNotify(db: Queryable, received: Received): Promise<number> {
  const rows = await db.query<{ id: number }>({
    name: 'notifies.record',
    text: `insert into notify_inbox (merchant_id, notify_key, payment_id, body, received_at) values ($1, $2, $3, $4, $5)
      on conflict (merchant_id, notify_key) do update set times = notify_inbox.times + 1 returning id`,
    values: [received.merchantId, received.notifyKey, received.paymentId, received.body, received.now],
  })
  return rows[0]!.id
}

/** The verdict that settled it stays when it comes again. */
export async function keepVerdict(db: Queryable, id: number, verdict: Verdict): Promise<void> {
  await db.query({
    name: 'notifies.verdict',
    text: `update notify_inbox set verdict = $2 where id = $1 and verdict <> 'settled'`,
    values: [id, verdict],
  })
}

export async function hasRefundNotify(db: Queryable, paymentId: string): Promise<boolean> {
  const rows = await db.query({
    name: 'notifies.refund',
    text: `select 1 as found from notify_inbox where payment_id = $1 and verdict = 'refund' limit 1`,
    values: [paymentId],
  })
  return rows.length > 0
}
