import type { ReminderKind } from '../../../../contract/reminders.ts'
import type { Owner } from '../../../platform/context.ts'
import type { Tx } from '../../../platform/db/db.ts'

export type Mark = {
  kind: ReminderKind
  /** Names the event: a second reminder with the same mark is not sent. */
  mark: string
}

/** False if this event was marked before, here or by another process. */
export async function markReminded(
  { db, now }: { db: Tx; now: Date },
  { resellerId, accountId }: Owner,
  { kind, mark }: Mark,
): Promise<boolean> {
  const rows = await db.query({
    name: 'notices.mark_reminded',
    text: `insert into reminder_marks (reseller_id, account_id, kind, mark, created_at) values ($1, $2, $3, $4, $5)
           on conflict do nothing returning mark`,
    values: [resellerId, accountId, kind, mark, now],
  })
  return rows.length === 1
}

/** For a query: whether the account that `row` names has not been reminded of `mark` yet. */
export const notReminded = (row: string, kind: ReminderKind, mark: string) =>
  `not exists (select from reminder_marks k
                where k.reseller_id = ${row}.reseller_id and k.account_id = ${row}.account_id
                  and k.kind = '${kind}' and k.mark = ${mark})`
