import type { ApiKeyMark, Ctx } from '../../platform/context.ts'
import type { Tx } from '../../platform/db/db.ts'
import { fail } from '../../platform/errors.ts'
import { dayOf, spanOf } from '../../platform/text/business-day.ts'
import { loadSpending, takeFromLimit } from './queries.ts'

/**
 * Takes what a key spends from its limit of the business day, in the transaction of the spending. A key cannot step up:
 * beyond the limit its program reads how much is left and when the day begins anew.
 */
export async function spendByKey(
  { db, now, config }: Pick<Ctx, 'now' | 'config'> & { db: Tx },
  key: ApiKeyMark,
  amountFen: number,
): Promise<void> {
  const isTaken = await takeFromLimit(db, key.id, { now, timeZone: config.businessTz, amountFen })
  if (isTaken) return
  const { limitFen, spentFen } = await loadSpending(db, key.id, { now, timeZone: config.businessTz })
  const { until } = spanOf(dayOf(now, config.businessTz), config.businessTz)
  fail('key.limit', { data: { limitFen, spentFen, againAt: until.toISOString() } })
}
