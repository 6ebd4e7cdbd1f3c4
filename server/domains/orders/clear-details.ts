import type { Owner } from '../../platform/context.ts'
import type { Tx } from '../../platform/db.ts'

/** Name and contact that a deleted account gave for an agency. */
export async function clearOrderDetails(db: Tx, { resellerId, accountId }: Owner): Promise<void> {
  await db.query({
    name: 'orders.clear_details',
    text: `update orders set detail = '{}' where reseller_id = $1 and account_id = $2 and detail <> '{}'`,
    values: [resellerId, accountId],
  })
}
