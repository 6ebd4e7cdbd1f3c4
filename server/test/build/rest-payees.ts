import { limits } from '../../../contract/limits.ts'
import type { Db } from '../../platform/db/db.ts'

/** Dates waiting withdrawals three days back: their accounts may then be paid to. */
export async function restPayees(db: Db): Promise<void> {
  await db.pool.query(
    `update withdrawals set created_at = created_at - make_interval(secs => $1) where state = 'pending'`,
    [limits.payeeRestMs / 1000],
  )
}
