/**
 * Every mail the product sends and the plain words it needs beside the account's name. A code is never among them: it
 * is read from its sealed row at the moment of sending. A word named `at` or `until` is an ISO instant.
 */
export type MailParams = {
  code_bind: never
  code_reset: never
  code_unlock: never
  /** A code that staff issued. */
  code_staff: never
  /** For a user whom staff made: the code sets the first password. */
  code_welcome: never
  new_login: 'device' | 'address' | 'at'
  device_stolen: 'device' | 'at'
  /** A code was told to who asked for it. */
  reset_code_told: 'at'
  password_changed: 'at'
  /** Goes to the old and to the new address; `masked` is the new one, shortened. */
  email_changed: 'masked' | 'at'
  account_locked: 'at'
  account_unlocked: 'at'
  /** By the operator. */
  account_blocked: 'reason'
  account_unblocked: 'at'
  deletion_asked: 'until'
  deletion_by_staff: 'until'
  /** Money came after the user had given up what there was. */
  deletion_put_off: never
  pause_ended: 'at'
  /** `until` is the end of the package before the renewal, of `renewed` after it. */
  renew_soon: 'package' | 'amount' | 'until'
  renewed: 'package' | 'amount' | 'until'
  renew_failed: 'package' | 'amount' | 'until'
  /** Not sold any more at this reseller: it ends at `until`. */
  renew_stopped: 'package' | 'until'
  /** Lines of an expired package go at `until`. */
  lines_end_soon: 'until'
  node_removed: 'node'
  /** By the operator, from `node` to `target`. */
  line_moved: 'node' | 'target'
  totp_turned_on: 'at'
  totp_turned_off: 'at'
  /** `name` is what its owner called the key. */
  passkey_added: 'name' | 'at'
  passkey_removed: 'name' | 'at'
  /** `way`: how it was paid. */
  withdrawal_paid: 'amount' | 'way' | 'at'
  withdrawal_refused: 'amount' | 'reason'
  /** `number` is the key of the reseller. */
  agency_approved: 'agency' | 'number'
  agency_suspended: 'agency' | 'number'
  /** To who runs a reseller that the platform suspended, and when it goes on. */
  reseller_suspended: 'number' | 'reason'
  reseller_resumed: 'number'
  /** To who ran it, and to who runs it from now on. */
  agency_given_away: 'agency' | 'number'
  agency_received: 'agency' | 'number'
  /** To who runs a reseller: wholesale rises at `at`; or rose above retail, so that these are not sold. */
  wholesale_rises: 'number' | 'packages' | 'at'
  offers_stopped: 'number' | 'packages'
  payout_paid: 'number' | 'amount' | 'at'
  payout_refused: 'number' | 'amount' | 'reason'
  /** To who runs a reseller: its limit of users, or of a month's traffic. */
  users_near: 'number' | 'used' | 'max'
  users_full: 'number' | 'used' | 'max'
  traffic_near: 'number' | 'used' | 'max'
  traffic_full: 'number' | 'used' | 'max'
  /** Of the console. `team` is the brand of a reseller; the link is sealed as a code is. */
  staff_invited: 'team' | 'until'
  code_staff_email: never
  staff_new_login: 'member' | 'device' | 'address' | 'at'
  staff_password_changed: 'member' | 'at'
  staff_factor_changed: 'member' | 'at'
  /** To the owners of a reseller. */
  payee_changed: 'number' | 'at'
  /** How the reseller's mails look, to a member who asked for it. */
  staff_brand_test: 'member' | 'at'
}
export type MailTemplate = keyof MailParams
export type MailWords<T extends MailTemplate = MailTemplate> = Record<MailParams[T], string>
