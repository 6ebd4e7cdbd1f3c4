import type { Translation } from '../words.ts'
import type source from '../zh-cn/money.ts'

export default {
  payBy: 'Pay with',
  balanceEnough: '{{amount}} available',
  balanceShort: '{{amount}} available, {{missing}} short',
  online: 'Pay online',
  onlineDetail: 'Choose Alipay or another way next',
  offlineOnly:
    'Online payment is not offered here. If the balance is short, ask your reseller: card keys and balance work.',
  toCards: 'Redeem a card key',
  toTopUp: 'Top up first',
  confirmFree: 'Confirm, nothing to pay',
  payAmount: 'Pay {{amount}}',
  notMoved: 'No money was moved.',
  stop: '. ',
  retrySafe: 'The outcome is not known yet. Trying again never charges twice.',
  done: 'Done',
  balanceLeft: 'Balance now',
  openOrder: 'Unfinished order',
  openOrderText: '{{amount}}. Pay before {{time}}, or it is cancelled by itself',
  agencyOrder: 'Become a reseller',
  resumeOrder: 'Go on paying',
  cancelOrder: 'Cancel order',
  orderCancelled: 'Order cancelled, nothing was charged',
  blocked: 'Another order is unfinished: {{name}}. Pay it first, or cancel it and go on here. Nothing was charged.',
  cancelThat: 'Cancel that one',
  payThat: 'Pay that one',
} satisfies Translation<typeof source>
