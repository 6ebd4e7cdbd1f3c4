import type { Queryable } from '../../platform/db.ts'

/** A reseller that owes, and the first transaction whose debt it has not paid: all debts from there on are unpaid. */
export type UnpaidDebt = { resellerId: number; fromId: number }

/** Of these resellers, those that owe. What comes in pays the first debt first; docs/money.md says it precisely. */
export function findUnpaidDebts(db: Queryable, resellerIds: readonly number[]): Promise<UnpaidDebt[]> {
  return db.query<UnpaidDebt>({
    name: 'ledger.unpaid_debts',
    text: `select * from (
        select r as reseller_id, unpaid_debt_from(r) as from_id from unnest($1::integer[]) r offset 0) owing
      where owing.from_id is not null`,
    values: [resellerIds],
  })
}
