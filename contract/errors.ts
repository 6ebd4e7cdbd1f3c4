/** Every error code and its one HTTP status. 401 and 404 are the portal's redirect signals: no business code uses them. */
export const errorStatus = {
  'request.invalid': 400,
  'request.forbidden': 403,
  'request.cross_site': 403,
  'request.unknown_path': 404,
  'request.too_large': 413,
  'request.not_json': 415,
  'request.too_many': 429,
  'auth.required': 401,
  'auth.bad_credentials': 422,
  'auth.captcha_required': 422,
  'auth.captcha_wrong': 422,
  'auth.totp_required': 422,
  'auth.totp_wrong': 422,
  'auth.locked': 422,
  'auth.device_refused': 422,
  'auth.password_required': 403,
  'auth.busy': 429,
  'account.taken': 409,
  'account.paused': 403,
  'account.password_common': 422,
  'account.password_reserved': 422,
  'account.has_balance': 422,
  'email.taken': 409,
  'email.not_bound': 422,
  'email.code_wrong': 422,
  'email.off': 422,
  'factor.exists': 409,
  'factor.missing': 422,
  'passkey.refused': 422,
  'passkey.too_many': 422,
  'passkey.wrong_host': 422,
  'freeze.too_often': 422,
  'freeze.too_early': 422,
  'freeze.wrong_state': 409,
  'invite.unknown': 422,
  'ticket.spent': 422,
  'object.unknown': 422,
  'reseller.unknown': 422,
  'reseller.suspended': 403,
  'reseller.taken': 409,
  'domain.taken': 409,
  'request.key_reused': 409,
  'balance.short': 422,
  'order.price_changed': 409,
  'order.open': 409,
  'order.closed': 409,
  'order.expired': 409,
  'order.wrong_action': 409,
  'refund.too_much': 422,
  'package.not_for_sale': 422,
  'package.sold_out': 409,
  'coupon.unknown': 422,
  'coupon.used_up': 422,
  'reseller.short': 422,
  'card.unknown': 422,
  'card.used': 409,
  'card.expired': 422,
  'card.wrong_package': 409,
  'commission.short': 422,
  'withdrawal.settled': 409,
  'agency.exists': 409,
  'pay.offline_only': 403,
  'pay.type_unknown': 422,
  'pay.unavailable': 503,
  'merchant.taken': 409,
  'server.error': 500,
  'server.unavailable': 503,
} as const satisfies Record<string, 400 | 401 | 403 | 404 | 409 | 413 | 415 | 422 | 429 | 500 | 503>

export type ErrorCode = keyof typeof errorStatus

/** What every JSON answer looks like. */
export type Envelope<T> =
  | { success: true; data: T }
  | {
      success: false
      code: ErrorCode
      message: string
      requestId?: string
      /** `fields` of a broken request, `quote` of a changed price, `orderId` of an open order. */
      data?: { fields?: Record<string, string> } & Record<string, unknown>
    }
