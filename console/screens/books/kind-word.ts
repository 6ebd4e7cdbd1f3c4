import type { PlainKey, Translate } from '../../words/words.ts'

const known = [
  'topup',
  'late_payment',
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

/** What a kind of transaction is called; one that came later than this page is another. */
export function kindWord(t: Translate<'books'>, kind: string): string {
  const found = known.find((one) => one === kind)
  return found ? t(found) : t('otherKind')
}
