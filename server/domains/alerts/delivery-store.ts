import type { Queryable } from '../../platform/db/db.ts'
import { ALERT, type AlertRow } from './alert-store.ts'

/**
 * Finds alerts whose begin or end was not mailed. Skips those older than a day: nobody wants them when mail is switched
 * on later.
 */
export function findUntold(
  db: Queryable,
  now: Date,
  limit: number,
): Promise<(AlertRow & { isBegin: boolean; isEnd: boolean })[]> {
  return db.query<AlertRow & { isBegin: boolean; isEnd: boolean }>({
    name: 'alerts.untold',
    text: `select ${ALERT}, notified_at is null as is_begin,
                  resolved_at is not null and recovery_notified_at is null and is_watched as is_end
             from alerts
            where (notified_at is null or (resolved_at is not null and recovery_notified_at is null and is_watched))
              and last_seen_at > $1::timestamptz - interval '1 day'
            order by id limit $2`,
    values: [now, limit],
  })
}

type Claim = { now: Date; until: Date; sentBefore: Date }

/** Claims the turn to send the next mail. One statement: only one of many concurrent callers gets it. */
export async function claimTurn(db: Queryable, { now, until, sentBefore }: Claim): Promise<boolean> {
  const rows = await db.query({
    name: 'alerts.claim_turn',
    text: `update alert_mail_turns set claimed_until = $2
            where claimed_until <= $1 and sent_at <= $3 returning 1 as claimed`,
    values: [now, until, sentBefore],
  })
  return rows.length > 0
}

/** Does nothing if the claim expired and another process has it. */
export async function giveTurnBack(db: Queryable, until: Date, sentAt: Date | null): Promise<void> {
  await db.query({
    name: 'alerts.give_turn_back',
    text: `update alert_mail_turns set claimed_until = 'epoch', sent_at = coalesce($2, sent_at) where claimed_until = $1`,
    values: [until, sentAt],
  })
}

export async function loadTurn(db: Queryable): Promise<{ sentAt: Date }> {
  const rows = await db.query<{ sentAt: Date }>({ name: 'alerts.turn', text: 'select sent_at from alert_mail_turns' })
  return rows[0]!
}

export async function markTold(db: Queryable, begun: number[], ended: number[], now: Date): Promise<void> {
  await db.query({
    name: 'alerts.told',
    text: `update alerts set notified_at = case when id = any ($1) then $3 else notified_at end,
                  recovery_notified_at = case when id = any ($2) then $3 else recovery_notified_at end
            where id = any ($1) or id = any ($2)`,
    values: [begun, ended, now],
  })
}

export async function loadAnyAlert(db: Queryable, id: number): Promise<AlertRow | null> {
  const rows = await db.query<AlertRow>({
    name: 'alerts.any',
    text: `select ${ALERT} from alerts where id = $1`,
    values: [id],
  })
  return rows[0] ?? null
}
