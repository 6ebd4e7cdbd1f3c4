// Apart from the schemas: the browser reads these too.

/** What moves a reseller's balance, to choose from. */
export const entryKinds = [
  'sale',
  'refund',
  'agent_payment',
  'card_batch',
  'card_void',
  'gift',
  'bulk_hold',
  'bulk_release',
  'withdraw_paid',
  'payout_hold',
  'payout_back',
  'waiver',
  'unclaimed_paid',
  'adjustment',
  'reversal',
] as const

export const payeeMethods = ['alipay', 'wechat', 'bank'] as const

export const withdrawalStates = ['pending', 'paid', 'rejected'] as const
