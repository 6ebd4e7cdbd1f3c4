import Type, { type Static } from 'typebox'

import { Cursor, Instant, Nullable, Strict } from './fields.ts'
import { route } from './route.ts'

/** Everything that can change a user's balance. */
export const BalanceKind = Type.Union([
  Type.Literal('topup'),
  Type.Literal('late_payment'),
  Type.Literal('sale'),
  Type.Literal('order_hold'),
  Type.Literal('order_release'),
  Type.Literal('refund'),
  Type.Literal('card_redeem'),
  Type.Literal('commission_to_balance'),
  Type.Literal('gift'),
  Type.Literal('gift_link'),
  Type.Literal('gift_back'),
  Type.Literal('waiver'),
  Type.Literal('adjustment'),
  Type.Literal('import'),
  Type.Literal('reversal'),
])
export type BalanceKind = Static<typeof BalanceKind>

export const BalanceEntry = Type.Object({
  id: Type.String(),
  at: Instant,
  kind: BalanceKind,
  amountFen: Type.Integer(),
  balanceAfterFen: Type.Integer(),
  /** What the entry was for, as text that needs no translation: a package's name, a number. */
  about: Nullable(Type.String()),
  orderId: Nullable(Type.String()),
})
export type BalanceEntry = Static<typeof BalanceEntry>

export const BalanceFilter = {
  kind: Type.Optional(BalanceKind),
  from: Type.Optional(Instant),
  to: Type.Optional(Instant),
}

export const balance = {
  entries: route('GET /api/balance/entries', {
    access: 'user',
    summary: 'Every change of the balance with the balance after it, newest first',
    input: Strict({ ...BalanceFilter, cursor: Type.Optional(Cursor) }),
    output: Type.Object({
      balanceFen: Type.Integer(),
      items: Type.Array(BalanceEntry),
      next: Nullable(Type.String()),
    }),
  }),
}
