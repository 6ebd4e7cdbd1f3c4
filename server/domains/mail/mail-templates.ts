import type { TextsOf } from './texts/mail-text.ts'
import type { ReminderParams } from './texts/reminder-texts.ts'
import type { TrialParams } from './texts/trial-texts.ts'
import type { WebhookParams } from './texts/webhook-texts.ts'

/**
 * Every mail of the product and the plain words it needs beside the account's name. Never put a code among them: it is
 * read from its sealed row when the mail is sent. A word named `at` or `until` is an ISO instant, one
 * named `text` may have many lines.
 */
export type MailParams = ReminderParams & TrialParams & WebhookParams & OtherParams
type OtherParams = {
  code_bind: never
  code_reset: never
  code_unlock: never
  /** A code issued by staff. */
  code_staff: never
  /** For a user created by staff: the code sets the first password. */
  code_welcome: never
  new_login: 'device' | 'address' | 'at'
  device_stolen: 'device' | 'at'
  /** A staff member told a code to the person who asked for it. */
  reset_code_told: 'at'
  password_changed: 'at'
  /** The first address of an account. */
  email_bound: 'masked' | 'at'
  /** Sent to the old and the new address; `masked` is the new one, shortened. */
  email_changed: 'masked' | 'at'
  account_locked: 'at'
  account_unlocked: 'at'
  /** Blocked by the operator. */
  account_blocked: 'reason'
  account_unblocked: 'at'
  deletion_asked: 'until'
  deletion_by_staff: 'until'
  /** Money came in after the user had waived the balance. */
  deletion_put_off: never
  pause_ended: 'at'
  /** `until` is the package's end before the renewal; in `renewed`, after it. */
  renew_soon: 'package' | 'amount' | 'until'
  renewed: 'package' | 'amount' | 'until'
  renew_failed: 'package' | 'amount' | 'until'
  /** The traffic is used up, and the early renewal could not be paid. */
  renew_early_failed: 'package' | 'amount'
  /** This reseller no longer sells the package: it ends at `until`. */
  renew_stopped: 'package' | 'until'
  /** Lines of an expired package are removed at `until`. */
  lines_end_soon: 'until'
  node_removed: 'node'
  /** Moved by the operator, from `node` to `target`. */
  line_moved: 'node' | 'target'
  totp_turned_on: 'at'
  totp_turned_off: 'at'
  /** `name` is the owner's name for the key. */
  passkey_added: 'name' | 'at'
  passkey_removed: 'name' | 'at'
  /** `way`: the payment method. */
  withdrawal_paid: 'amount' | 'way' | 'at'
  withdrawal_refused: 'amount' | 'reason'
  /** `number` is the reseller key. */
  agency_approved: 'agency' | 'number'
  agency_suspended: 'agency' | 'number'
  /** To a reseller's owner: the platform suspended it, or resumed it. */
  reseller_suspended: 'number' | 'reason'
  reseller_resumed: 'number'
  /** To the old and to the new owner. */
  agency_given_away: 'agency' | 'number'
  agency_received: 'agency' | 'number'
  /** To a reseller's owner: wholesale rises at `at`, or rose above retail so that these packages are not sold. */
  wholesale_rises: 'number' | 'packages' | 'at'
  offers_stopped: 'number' | 'packages'
  payout_paid: 'number' | 'amount' | 'at'
  payout_refused: 'number' | 'amount' | 'reason'
  /** To a reseller's owner: its limit of users or of monthly traffic is near or reached. */
  users_near: 'number' | 'used' | 'max'
  users_full: 'number' | 'used' | 'max'
  traffic_near: 'number' | 'used' | 'max'
  traffic_full: 'number' | 'used' | 'max'
  /** Mails of the console. `team` is a reseller's brand; the link is sealed like a code. */
  staff_invited: 'team' | 'until'
  code_staff_email: never
  code_staff_reset: never
  /** To the other members of the team. */
  staff_password_reset: 'member' | 'at'
  staff_new_login: 'member' | 'device' | 'address' | 'at'
  staff_password_changed: 'member' | 'at'
  staff_factor_changed: 'member' | 'at'
  /** To the owners of a reseller. */
  payee_changed: 'number' | 'at'
  /** `text`: a figure in each line. */
  staff_summary: 'day' | 'text'
}
export type MailTemplate = keyof MailParams
export type MailWords<T extends MailTemplate = MailTemplate> = Record<MailParams[T], string>
/** What a mail says: its template, and the words in it. */
export type Letter = { [T in MailTemplate]: readonly [template: T, params: MailWords<T>] }[MailTemplate]
export type MailTexts = TextsOf<MailParams> & { footer: string }
