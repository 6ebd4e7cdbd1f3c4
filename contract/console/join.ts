import Type from 'typebox'

import { Done, Email, Instant, MailCode, NewPassword, Nullable, Strict, UserName } from '../fields.ts'
import { route } from '../route.ts'

/** From the link, after its #. */
const Token = Type.String({ pattern: '^[\\w-]{20,100}$' })

/** Accepts an invitation, before the member exists. The new session then asks to set the factor at once. */
export const join = {
  show: route('POST /api/console/join/show', {
    access: 'public',
    summary: 'What an invitation is for',
    input: Strict({ token: Token }),
    output: Type.Object({
      /** Null: the invitation is for the platform's own team. */
      reseller: Nullable(Type.Object({ id: Type.Integer(), title: Type.String(), accent: Type.String() })),
      role: Type.String(),
      /** The address that got the invitation: it needs no code. */
      email: Nullable(Type.String()),
      /** False: mails cannot be sent, so no code is required. */
      mail: Type.Boolean(),
      expiresAt: Instant,
    }),
    errors: ['staff.invitation_gone', 'request.too_many'],
  }),
  sendCode: route('POST /api/console/join/send-code', {
    access: 'public',
    summary: 'Mail a code to the address that the new member wants to use',
    input: Strict({ token: Token, email: Email }),
    output: Done,
    errors: ['staff.invitation_gone', 'email.off', 'request.too_many'],
  }),
  accept: route('POST /api/console/join/accept', {
    access: 'public',
    summary: 'Become a member; the token of the session comes as a cookie',
    input: Strict({
      token: Token,
      name: UserName,
      email: Email,
      emailCode: Type.Optional(MailCode),
      passWord: NewPassword,
    }),
    output: Done,
    errors: [
      'staff.invitation_gone',
      'account.taken',
      'account.password_common',
      'account.password_reserved',
      'email.code_wrong',
      'auth.busy',
      'request.too_many',
    ],
  }),
}
