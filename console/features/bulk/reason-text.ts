import type { Translate } from '../../words/words.ts'

const KNOWN = {
  'gift.no_package': 'reason_gift_no_package',
  'package.not_for_sale': 'reason_package_not_for_sale',
  'freeze.wrong_state': 'reason_freeze_wrong_state',
  'staff.operator_only': 'reason_staff_operator_only',
  'bulk.price_changed': 'reason_bulk_price_changed',
  'bulk.not_blocked': 'reason_bulk_not_blocked',
  'bulk.has_tag': 'reason_bulk_has_tag',
  'bulk.has_no_tag': 'reason_bulk_has_no_tag',
  'bulk.tags_full': 'reason_bulk_tags_full',
  'bulk.changed_since': 'reason_bulk_changed_since',
  'bulk.stopped': 'reason_bulk_stopped',
  'object.unknown': 'reason_object_unknown',
} as const

/** Why a user was left out, in a few words. */
export function reasonText(reason: string, t: Translate<'bulk'>): string {
  return t(reason in KNOWN ? KNOWN[reason as keyof typeof KNOWN] : 'reason_other')
}
