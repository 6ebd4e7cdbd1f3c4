import type { LedgerAccounts } from '../../platform/db/db-types.ts'

/** The kinds of claims. `docs/money.md` says what each balance means. */
export type LedgerKind = LedgerAccounts['kind']

/** The purpose of a transaction. Users see those that touch their balance. */
export type EntryKind =
  | 'topup'
  | 'late_payment'
  | 'agent_payment'
  | 'sale'
  | 'refund'
  | 'order_hold'
  | 'order_release'
  | 'card_batch'
  | 'card_redeem'
  | 'card_void'
  | 'commission_confirm'
  | 'commission_void'
  | 'commission_to_balance'
  | 'withdraw_hold'
  | 'withdraw_paid'
  | 'withdraw_back'
  | 'waiver'
  | 'unclaimed'
  | 'unclaimed_paid'
  | 'gift'
  | 'bulk_hold'
  | 'bulk_release'
  | 'payout_hold'
  | 'payout_paid'
  | 'payout_back'
  | 'adjustment'
  | 'reversal'
