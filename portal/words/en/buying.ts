import type { Translation } from '../../../ui/words/translate.ts'
import type source from '../zh-cn/buying.ts'

export default {
  payBy: 'Pay with',
  balanceEnough: '{{amount}} available',
  balanceShort: '{{amount}} available, {{missing}} short',
  partName: 'Use {{balance}}',
  partRest: 'Left to pay',
  offlineOnly:
    'Online payment is not available here. If your {{balance}} is short, ask your reseller for voucher codes.',
  toCards: 'Redeem a voucher code',
  toTopUp: 'Top up first',
  confirmFree: 'Confirm, nothing to pay',
  payAmount: 'Pay {{amount}}',
  notMoved: "You haven't been charged.",
  stop: '. ',
  retrySafe: 'We do not know the result yet. Trying again will not charge you twice.',
  done: 'Done',
  balanceLeft: 'Current {{balance}}',
  openOrder: 'Unfinished order',
  openOrderText: '{{amount}}. Pay before {{time}}, or it will be cancelled',
  agencyOrder: 'Become a reseller',
  resumeOrder: 'Continue paying',
  blocked:
    'You have another unfinished order: {{name}}. Pay it first, or cancel it and carry on here. Nothing was charged.',
  cancelThat: 'Cancel that one',
  payThat: 'Pay that one',
} satisfies Translation<typeof source>
