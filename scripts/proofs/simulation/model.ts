import type { Till } from './gateway.ts'

/** What was acknowledged to somebody, under the name of the wish: a wish that is repeated is acknowledged once. */
export type Sale = { who: number; what: number; amountFen: number; wholesaleFen: number; orderId: string }
export type Opened = Sale & { isCancelled: boolean }
export type Payment = { who: number; orderId: string | null; amountFen: number; balanceFen: number }
export type Gift = { who: number; kind: 'days' | 'balance' | 'traffic'; value: number; costFen: number }
export type Key = { kind: 'package' | 'balance'; what: number; value: number; costFen: number; code: string }
export type Model = {
  /** When the first grant may have begun, at the earliest and at the latest. */
  span: Map<number, { from: number; to: number }>
  fundedFen: Map<string, number>
  /** Paid from the balance at once. */
  sales: Map<string, Sale>
  /** To be paid at the gateway, by order. */
  orders: Map<string, Opened>
  /** By the payment's number. */
  payments: Map<string, Payment>
  gifts: Map<string, Gift>
  keys: Map<string, Key>
  /** By the key's code. */
  redeemed: Map<string, number>
  /** Refunds of what the balance had paid, by order. */
  orderRefunds: Map<string, { who: number; fen: number }>
  moved: Map<string, { who: number; fen: number }>
  /** What left for a bank, by withdrawal or payout. */
  paidOut: Map<string, number>
  till: Till
}

export function openModel(till: Till): Model {
  return {
    span: new Map(),
    fundedFen: new Map(),
    sales: new Map(),
    orders: new Map(),
    payments: new Map(),
    gifts: new Map(),
    keys: new Map(),
    redeemed: new Map(),
    orderRefunds: new Map(),
    moved: new Map(),
    paidOut: new Map(),
    till,
  }
}

/** A grant that began no earlier than `from` is there by `to`: the first one starts the clock of the package. */
export function noteSpan({ span }: Model, who: number, from: number, to: number): void {
  const known = span.get(who)
  span.set(who, known ? { from: Math.min(known.from, from), to: Math.min(known.to, to) } : { from, to })
}
