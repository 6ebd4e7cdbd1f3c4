import type { ApiKeyMark, Ctx } from '../../platform/context.ts'
import type { Tx } from '../../platform/db/db.ts'
import { fail } from '../../platform/errors.ts'
import { takeFromLimit } from './queries.ts'

/**
 * Takes what a key spends from its limit of the business day, in the transaction of the spending. A key cannot step up,
 * so beyond the limit it is told what a member is told.
 */
export async function spendByKey(
  { db, now, config }: Pick<Ctx, 'now' | 'config'> & { db: Tx },
  key: ApiKeyMark,
  amountFen: number,
): Promise<void> {
  const isTaken = await takeFromLimit(db, key.id, { now, timeZone: config.businessTz, amountFen })
  if (!isTaken) fail('staff.step_up')
}
