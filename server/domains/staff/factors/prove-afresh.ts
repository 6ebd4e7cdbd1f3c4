import { staffLimits } from '../../../../contract/console/staff-limits.ts'
import type { StaffCtx } from '../../../platform/context.ts'
import type { Tx } from '../../../platform/db/db.ts'
import { fail } from '../../../platform/errors.ts'
import { takeStaffProof } from './queries.ts'

/**
 * For what one press does to many people: the member shows the factor just for this press. Signing in does not count,
 * and the proof is taken, unless the transaction is rolled back. An API key has none.
 */
export async function proveAfresh({ db, actor, now }: Pick<StaffCtx, 'actor' | 'now'> & { db: Tx }): Promise<void> {
  if (actor.apiKey) fail('staff.step_up')
  const shownAfter = new Date(now.getTime() - staffLimits.freshProofMs)
  const taken = (await takeStaffProof(db, actor.sessionId, shownAfter)) ?? fail('staff.step_up')
  const restsUntil = (taken.recoveredAt?.getTime() ?? 0) + staffLimits.recoveredMs
  if (now.getTime() < restsUntil) fail('staff.recovered')
}
