import { useWords } from '../../words/language.ts'

/** Codes of the server that have words. */
const KNOWN = [
  'new',
  'renew',
  'upgrade',
  'pack',
  'agency',
  'pending',
  'paid',
  'cancelled',
  'expired',
  'refunded',
  'closed',
  'user',
  'topup',
  'late_payment',
  'sale',
  'order_hold',
  'order_release',
  'refund',
  'card_redeem',
  'commission_to_balance',
  'waiver',
  'adjustment',
  'import',
  'reversal',
  'gift',
  'gift_link',
  'gift_back',
  'days',
  'traffic',
  'balance',
  'package',
  'unused',
  'redeemed',
  'void',
  'own_device',
  'same_address',
  'installed',
  'moved',
  'wrote',
  'answered',
  'firstByte',
  'lastByte',
  'account_created_by_staff',
  'account_blocked',
  'account_unblocked',
  'account_unlocked',
  'account_note_added',
  'account_deletion_asked',
  'account_deletion_taken_back',
  'feed_reset',
  'password_reset_code_issued',
  'totp_reset_by_operator',
  'sessions_ended_by_staff',
  'service_paused',
  'service_resumed',
] as const
const isKnown = (word: string): word is (typeof KNOWN)[number] => (KNOWN as readonly string[]).includes(word)

/** What happened, or in which state it is. A code of another release that has no words shows itself. */
export function useEventWord(): (code: string) => string {
  const t = useWords('user')
  return (code) => {
    const word = code.replaceAll('.', '_')
    return isKnown(word) ? t(`w_${word}`) : code
  }
}
