import type { OrderStep } from '../../../../contract/console/orders.ts'
import type { Answer } from '../../../platform/http/answer.ts'
import type { WishRow } from '../../payments/wishes/wish.ts'
import type { FullOrder } from './queries.ts'
import type { CommissionStep, LedgerStep, PaymentStep, RefundStep } from './step-queries.ts'

type Past = {
  order: FullOrder
  payments: readonly PaymentStep[]
  refunds: readonly RefundStep[]
  ledger: readonly LedgerStep[]
  commission: CommissionStep | null
  wishes: readonly WishRow[]
  /** Needed to see a commission, which shows what the inviter earns. */
  seesMoney: boolean
  /** Needed to see the legs, which show what the reseller pays and earns. */
  seesLegs: boolean
}
type Happened = { kind: OrderStep['kind']; at: Date } & Partial<Omit<OrderStep, 'kind' | 'at'>>

/** Steps in the order they happened; steps of the same moment in the order they must have happened. */
export function stepsOf(past: Past): Answer<OrderStep>[] {
  const { order, payments, refunds, commission, wishes } = past
  const steps: Happened[] = [
    { kind: 'made', at: order.createdAt, amountFen: order.totalFen },
    ...payments.flatMap(paymentSteps),
    ...settledSteps(past),
    ...(commission ? commissionSteps(past, commission) : []),
    ...wishes.flatMap(wishSteps),
    ...refunds.flatMap(askedSteps),
    ...refundedSteps(past),
  ]
  const isClosed = order.state === 'cancelled' || order.state === 'expired'
  if (isClosed && order.closedAt) steps.push({ kind: order.state as 'cancelled' | 'expired', at: order.closedAt })
  // The sort is stable: of the same moment, the step pushed first stays first.
  steps.sort((one, other) => one.at.getTime() - other.at.getTime())
  return steps.map(({ at, ...step }) => ({ ...EMPTY, ...step, at }))
}

const EMPTY = { amountFen: null, about: null, paymentId: null, legs: null, reason: null }

function paymentSteps({ id, outTradeNo, amountFen, creditedTo, createdAt, paidAt, closedAt }: PaymentStep): Happened[] {
  const about = { about: outTradeNo, paymentId: id, amountFen }
  return [
    { kind: 'payment_begun', at: createdAt, ...about },
    ...(closedAt ? [{ kind: 'payment_closed' as const, at: closedAt, ...about }] : []),
    ...(paidAt
      ? [
          {
            kind: creditedTo === 'balance' ? ('payment_late' as const) : ('payment_paid' as const),
            at: paidAt,
            ...about,
          },
        ]
      : []),
  ]
}

function settledSteps({ order, ledger, seesLegs }: Past): Happened[] {
  if (order.settledAt === null) return []
  const sale = ledger.find(({ kind }) => kind === 'sale')
  const legs = seesLegs ? (sale?.legs ?? []) : null
  return [{ kind: 'settled', at: order.settledAt, amountFen: order.totalFen, about: order.paidBy, legs }]
}

function commissionSteps({ order, ledger, seesMoney, seesLegs }: Past, commission: CommissionStep): Happened[] {
  const shown = (fen: number) => (seesMoney ? fen : null)
  const about = { about: order.inviterName, amountFen: shown(commission.amountFen) }
  const waits = {
    ...about,
    kind: 'commission_waits' as const,
    at: order.settledAt!,
    amountFen: shown(order.commissionFen),
  }
  if (commission.state === 'pending') return [waits]
  const confirmed = ledger.find(({ kind }) => kind === 'commission_confirm')
  const legs = seesLegs ? (confirmed?.legs ?? null) : null
  const kind = commission.state === 'void' ? ('commission_void' as const) : ('commission_confirmed' as const)
  const voidedAt = ledger.findLast((step) => step.kind === 'refund')?.at
  const at = (commission.state === 'void' ? voidedAt : confirmed?.at) ?? commission.confirmAfter
  return [waits, { kind, at, ...about, legs }]
}

function wishSteps({ amountFen, reason, createdAt, state, answer, settledAt, paymentId }: WishRow): Happened[] {
  const wished = { kind: 'refund_wished' as const, at: createdAt, amountFen, reason, paymentId }
  if (state !== 'declined') return [wished]
  return [wished, { kind: 'wish_declined', at: settledAt!, amountFen, reason: answer }]
}

function askedSteps({ outRequestNo, amountFen, state, reason, createdAt, settledAt }: RefundStep): Happened[] {
  const about = { about: outRequestNo, amountFen }
  return [
    { kind: 'refund_asked', at: createdAt, ...about, reason },
    ...(state === 'refused' ? [{ kind: 'refund_refused' as const, at: settledAt!, ...about }] : []),
  ]
}

function refundedSteps({ ledger, seesLegs }: Past): Happened[] {
  return ledger
    .filter(({ kind }) => kind === 'refund')
    .map(({ at, legs }) => ({ kind: 'refunded', at, legs: seesLegs ? legs : null }))
}
