/**
 * Every mail the product sends and the plain words it needs. A code is never among them: it is read from its sealed
 * row at the moment of sending.
 */
export const MAIL_PARAMS = {
  code_bind: [],
  code_reset: [],
  code_unlock: [],
  new_login: ['device', 'address', 'at'],
  device_stolen: ['device', 'at'],
  password_changed: ['at'],
  /** Goes to the old and to the new address; `masked` is the new one, shortened. */
  email_changed: ['masked', 'at'],
  account_locked: ['at'],
  account_unlocked: ['at'],
  deletion_asked: ['until'],
  pause_ended: ['at'],
} as const satisfies Record<string, readonly string[]>

export type MailTemplate = keyof typeof MAIL_PARAMS
