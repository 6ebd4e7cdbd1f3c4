import { limits } from '../../../contract/limits.ts'
import type { Db } from '../../platform/db.ts'

/** Withdrawals that wait were asked for three days ago: the accounts they name may be paid to. */
export async function restPayees(db: Db): Promise<void> {
  await db.pool.query(
    `update withdrawals set created_at = created_at - make_interval(secs => $1) where state = 'pending'`,
    [limits.payeeRestMs / 1000],
  )
}
