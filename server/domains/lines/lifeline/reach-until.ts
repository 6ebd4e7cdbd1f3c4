import type { Owner } from '../../../platform/context.ts'
import type { Queryable } from '../../../platform/db/db.ts'
import { MAY_USE_LIFELINE, STOPPED_BY_ENDING } from './conditions.ts'

/** The end of the user's lifeline; null if there is none, or no node of the user's lines can hold it. */
export async function loadReachUntil(db: Queryable, { resellerId, accountId }: Owner, now: Date): Promise<Date | null> {
  const rows = await db.query<{ untilAt: Date }>({
    name: 'lifelines.until',
    text: `select x.until_at from lifelines x
      join accounts a on a.reseller_id = x.reseller_id and a.id = x.account_id
      join resellers r on r.id = x.reseller_id
      where x.reseller_id = $1 and x.account_id = $2 and x.until_at > $3 and ${MAY_USE_LIFELINE}
        and exists (select from lines l join nodes n on n.id = l.node_id
          where l.reseller_id = $1 and l.account_id = $2 and n.has_lifelines and ${STOPPED_BY_ENDING})
      order by x.until_at desc limit 1`,
    values: [resellerId, accountId, now],
  })
  return rows[0]?.untilAt ?? null
}
