import Type from 'typebox'

import {
  AnyPassword,
  Captcha,
  Done,
  Email,
  KnownDevice,
  LoginName,
  MailCode,
  NewPassword,
  RecoveryCode,
  ResellerKey,
  Strict,
  TotpCode,
} from './fields.ts'
import { route } from './route.ts'

/** A code from a mail, or from an operator, and the password to set by it. */
const Recovery = Strict({
  userName: LoginName,
  dailiKey: ResellerKey,
  /** Required if it was typed when the code was requested. */
  email: Type.Optional(Email),
  code: RecoveryCode,
  newPass: NewPassword,
  totp: Type.Optional(TotpCode),
  device: Type.Optional(KnownDevice),
})

export const emails = {
  /** `bind` needs a token. The other purposes answer the same for known and unknown accounts. */
  code: route('POST /api/user/emailCode', {
    access: 'anyone',
    summary: 'Send a six-digit code for one purpose',
    input: Strict({
      purpose: Type.Union([Type.Literal('bind'), Type.Literal('reset'), Type.Literal('unlock')]),
      email: Type.Optional(Email),
      userName: Type.Optional(LoginName),
      dailiKey: ResellerKey,
      captcha: Type.Optional(Captcha),
      device: Type.Optional(KnownDevice),
      /** For `bind`: checked before the mail is sent, so that a wrong one is told at once. */
      passWord: Type.Optional(AnyPassword),
    }),
    output: Type.Object({ resendAfterS: Type.Integer() }),
    errors: [
      'auth.captcha_required',
      'auth.captcha_wrong',
      'auth.required',
      'auth.wrong_password',
      'email.off',
      'reseller.unknown',
      'request.too_many',
    ],
  }),
  bind: route('POST /api/user/bindEmail', {
    access: 'user',
    summary: 'Bind or change the e-mail address',
    input: Strict({
      email: Email,
      code: MailCode,
      passWord: Type.Optional(AnyPassword),
      totp: Type.Optional(TotpCode),
    }),
    output: Done,
    errors: [
      'email.code_wrong',
      'email.taken',
      'auth.password_required',
      'auth.wrong_password',
      'auth.totp_required',
      'auth.totp_wrong',
      'request.too_many',
    ],
  }),
  findPass: route('POST /api/user/findPass', {
    access: 'public',
    summary: 'Set a new password with a mailed code (or one told by an operator); ends every session',
    input: Recovery,
    output: Done,
    errors: [
      'email.code_wrong',
      'account.password_common',
      'account.password_reserved',
      'auth.locked',
      'auth.totp_required',
      'auth.totp_wrong',
      'auth.busy',
      'request.too_many',
    ],
  }),
  unlock: route('POST /api/user/unlock', {
    access: 'public',
    summary: 'Unlock with the mailed code and a new password',
    input: Recovery,
    output: Done,
    errors: [
      'email.code_wrong',
      'account.password_common',
      'account.password_reserved',
      'auth.totp_required',
      'auth.totp_wrong',
      'auth.busy',
      'request.too_many',
    ],
  }),
}
