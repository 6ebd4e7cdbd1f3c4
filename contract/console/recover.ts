import Type from 'typebox'

import {
  Captcha,
  Done,
  Email,
  LoginName,
  MailCode,
  NewPassword,
  Nothing,
  Nullable,
  Strict,
  TotpCode,
} from '../fields.ts'
import { route } from '../route.ts'

/** A forgotten password of the console. It takes the verified mailbox and the factor, never just one of them. */
export const recover = {
  show: route('GET /api/console/recover', {
    access: 'public',
    summary: 'Which ways back into the console there are',
    input: Nothing,
    output: Type.Object({
      /** False: mails cannot be sent, so the operator must help. */
      mail: Type.Boolean(),
      /** The contact for members who lost the mailbox or the factor; null when the operator names nobody. */
      operatorContact: Nullable(Type.String()),
    }),
  }),
  sendCode: route('POST /api/console/recover/send-code', {
    access: 'public',
    summary: 'Mail a code to a member’s verified address; the answer is the same for everybody',
    input: Strict({ name: LoginName, email: Email, captcha: Captcha }),
    output: Type.Object({ resendAfterS: Type.Integer() }),
    errors: ['auth.captcha_wrong', 'email.off', 'request.too_many'],
  }),
  reset: route('POST /api/console/recover/reset', {
    access: 'public',
    summary: 'Set a new password by the mailed code and the factor; every session ends, the team is told',
    input: Strict({
      name: LoginName,
      email: Email,
      code: MailCode,
      /** Six digits, or a recovery code. */
      totp: Type.Optional(TotpCode),
      newPass: NewPassword,
    }),
    output: Done,
    errors: [
      'email.code_wrong',
      'auth.totp_required',
      'auth.totp_wrong',
      'account.password_common',
      'account.password_reserved',
      'auth.busy',
      'request.too_many',
    ],
  }),
}
