import type { NoticeTo } from '../../../../contract/console/notices.ts'
import { inTx, may, type StaffCtx } from '../../../platform/context.ts'
import type { Tx } from '../../../platform/db/db.ts'
import { readByIndex } from '../../../platform/db/read-by-index.ts'
import { fail } from '../../../platform/errors.ts'
import type { UserFilter } from '../../users/filter-users.ts'
import { askedBy } from '../../users/list-users.ts'
import { countAudience, findFiltered } from './queries.ts'

/** Finds the users that a filter of the users list meets now. It needs the permission of that list. */
export async function findReaders(tx: StaffCtx & { db: Tx }, filter: UserFilter): Promise<number[]> {
  if (!may(tx, 'users.read')) fail('staff.forbidden')
  await readByIndex(tx.db)
  return findFiltered(tx.db, await askedBy(tx), filter)
}

export async function countReaders(ctx: StaffCtx, audience: NoticeTo): Promise<number> {
  const { resellerId, now } = ctx
  if (audience.kind !== 'filter') return countAudience(ctx.db, { resellerId, now, audience })
  return (await inTx(ctx, (tx) => findReaders(tx, audience.filter))).length
}
