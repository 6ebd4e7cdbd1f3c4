import Type, { type Static } from 'typebox'

import { moneySources } from './choices.ts'

/** What whoever decides a payout or withdrawal knows of the money. Of one that is decided: nothing is looked up any more. */
export const originFields = {
  /** Of the reseller, now. */
  balanceFen: Type.Integer(),
  debtFen: Type.Integer(),
  /** Of a withdrawal: how the sales were paid that the user earned by. Of a payout: what the last 30 days brought in. */
  origins: Type.Array(Type.Object({ source: Type.Enum([...moneySources]), amountFen: Type.Integer() })),
  /** Of a withdrawal: commission of sales that were settled on credit, whether that debt is paid by now or not. */
  onCreditFen: Type.Integer(),
}
const Origin = Type.Object(originFields)
export type Origin = Static<typeof Origin>
