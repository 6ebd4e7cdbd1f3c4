import Type, { type Static } from 'typebox'

import { moneySources } from './choices.ts'

/** Origin of the money, for the member who decides a payout or withdrawal. Not looked up after the decision. */
export const originFields = {
  /** The reseller's current balance and debt. */
  balanceFen: Type.Integer(),
  debtFen: Type.Integer(),
  /** Withdrawal: how the sales behind the user's commission were paid. Payout: what the last 30 days brought in. */
  origins: Type.Array(Type.Object({ source: Type.Enum([...moneySources]), amountFen: Type.Integer() })),
  /** Withdrawal: commission of sales that were settled on credit, whether or not that debt is paid by now. */
  onCreditFen: Type.Integer(),
}
const Origin = Type.Object(originFields)
export type Origin = Static<typeof Origin>
