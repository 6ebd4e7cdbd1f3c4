import type { Selectable } from 'kysely'

import type { PayeeAccounts } from '../../platform/db/db-types.ts'
import type { Queryable, Tx } from '../../platform/db/db.ts'

export type PayeeRow = Selectable<PayeeAccounts>

export async function loadPayee(db: Queryable, resellerId: number): Promise<PayeeRow | null> {
  const query = db.kysely.selectFrom('payeeAccounts').selectAll().where('resellerId', '=', resellerId)
  return (await query.executeTakeFirst()) ?? null
}

/** Asking for a payout and changing the account wait for each other. */
export async function lockPayee(db: Tx, resellerId: number): Promise<PayeeRow | null> {
  const query = db.kysely.selectFrom('payeeAccounts').selectAll().where('resellerId', '=', resellerId)
  return (await query.forUpdate().executeTakeFirst()) ?? null
}

export async function savePayee(db: Tx, row: PayeeRow): Promise<void> {
  const { resellerId: _resellerId, ...change } = row
  await db.kysely
    .insertInto('payeeAccounts')
    .values(row)
    .onConflict((conflict) => conflict.column('resellerId').doUpdateSet(change))
    .execute()
}

export async function deletePayee(db: Tx, resellerId: number): Promise<void> {
  await db.kysely.deleteFrom('payeeAccounts').where('resellerId', '=', resellerId).execute()
}
