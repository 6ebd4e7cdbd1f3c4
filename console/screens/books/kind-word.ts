import type { PlainKey, Translate } from '../../words/words.ts'

const known = [
  'topup',
  'late_payment',
  'pay_fee',
  'agent_payment',
  'sale',
  'refund',
  'card_redeem',
  'withdraw_paid',
  'unclaimed_paid',
  'gift',
  'payout_paid',
  'adjustment',
  'reversal',
] as const satisfies readonly PlainKey<'books'>[]

/** The name of a kind of transaction; a kind newer than this page is "other". */
export function kindWord(t: Translate<'books'>, kind: string): string {
  const found = known.find((one) => one === kind)
  return found ? t(found) : t('otherKind')
}
