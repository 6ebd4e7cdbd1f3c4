import type { Queryable } from '../../platform/db/db.ts'

/** A reseller with debt, and its first unpaid transaction: all debts from there on are unpaid. */
export type UnpaidDebt = { resellerId: number; fromId: number }

/** For a statement: the first transaction of the debt that was unpaid when `before` was posted, or null. */
export const unpaidFrom = (resellerId: string, before: string) => `unpaid_debt_from(${resellerId}, ${before})`

/** Finds resellers with debt among these. Income pays the oldest debt first; docs/money.md has the rule. */
export function findUnpaidDebts(db: Queryable, resellerIds: readonly number[]): Promise<UnpaidDebt[]> {
  return db.query<UnpaidDebt>({
    name: 'ledger.unpaid_debts',
    text: `select * from (
        select r as reseller_id, unpaid_debt_from(r) as from_id from unnest($1::integer[]) r offset 0) owing
      where owing.from_id is not null`,
    values: [resellerIds],
  })
}
