import type { DecisionRow } from '../../../contract/console/payouts.ts'

export type Verdict = 'approve' | 'pay' | 'reject'
type Allowed = Pick<DecisionRow, 'mayPay' | 'mayApprove'>

/** What this member may decide. Everybody who sees the payment may reject it. */
export function verdictsOf({ mayPay, mayApprove }: Allowed): Verdict[] {
  return [...(mayApprove ? (['approve'] as const) : []), ...(mayPay ? (['pay'] as const) : []), 'reject']
}

/** The one that is chosen when the sheet opens: paying, if it may be paid now. */
export function firstVerdict({ mayPay, mayApprove }: Allowed): Verdict {
  if (mayPay) return 'pay'
  return mayApprove ? 'approve' : 'reject'
}

/** Open payments come oldest first, as the server has them; decided ones newest first. */
export function payoutsInput({ state, kind }: Readonly<Record<string, string>>, all: string): object {
  return {
    ...(kind === undefined ? {} : { kind }),
    ...(state === undefined ? { state: 'open' } : { sort: '-createdAt', ...(state === all ? {} : { state }) }),
  }
}
