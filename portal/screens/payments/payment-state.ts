import type { PaymentItem } from '../../../contract/payments.ts'
import { isPayable } from '../../features/paying/payment-list.ts'
import { outcomeOf } from '../../features/paying/trade.ts'

/** `confirming`: money was seen, or its time is over and the provider has not yet said that nothing arrived. */
export type Shown = 'pending' | 'confirming' | 'paid' | 'late' | 'closed' | 'refunded' | 'partlyRefunded'
export type Tone = 'good' | 'warn' | 'quiet'

export function shownState(item: PaymentItem): Shown {
  if (item.status === 'pending') return isPayable(item) && !item.isSeen ? 'pending' : 'confirming'
  if (item.status === 'refunded' && item.refundedFen < item.amountFen) return 'partlyRefunded'
  return outcomeOf(item, item)
}

export const tones: Record<Shown, Tone> = {
  pending: 'warn',
  confirming: 'warn',
  paid: 'good',
  late: 'good',
  closed: 'quiet',
  refunded: 'quiet',
  partlyRefunded: 'quiet',
}

export const purposeWords = { user: 'forUser', package: 'forPackage', agency: 'forAgency', daili: 'forAgent' } as const
