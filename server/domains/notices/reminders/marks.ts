import { type Events, kindOf, type ReminderEvent, type ReminderKind } from '../../../../contract/events.ts'
import { inTx, type Ctx, type Owner } from '../../../platform/context.ts'
import type { Tx } from '../../../platform/db/db.ts'
import { emit } from '../../events/emit.ts'

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

/** Says what users are reminded of, once per mark. */
export function emitOnce<E extends ReminderEvent>(
  ctx: Pick<Ctx, 'db' | 'now' | 'config'>,
  event: E,
  about: Events[E],
  mark: string,
): Promise<void> {
  const owner = { resellerId: about.resellerId, accountId: about.userId }
  return inTx(ctx, async (tx) => {
    if (await markReminded(tx, owner, { kind: kindOf(event), mark })) await emit(tx, event, about)
  })
}

/** For a query: whether the account that `row` names has not been reminded of `mark` yet. */
export const notReminded = (row: string, kind: ReminderKind, mark: string) =>
  `not exists (select from reminder_marks k
                where k.reseller_id = ${row}.reseller_id and k.account_id = ${row}.account_id
                  and k.kind = '${kind}' and k.mark = ${mark})`
