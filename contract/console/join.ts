import Type from 'typebox'

import { Done, Email, Instant, MailCode, NewPassword, Nullable, UserName } from '../fields.ts'
import { route } from '../route.ts'

/** Of the link, behind its #. */
const Token = Type.String({ pattern: '^[\\w-]{20,100}$' })

/** Accepting an invitation: before there is a member. The factor is set right after, in the session that begins. */
export const join = {
  show: route({
    method: 'POST',
    path: '/api/console/join/show',
    access: 'public',
    summary: 'What an invitation is for',
    input: Type.Object({ token: Token }, { additionalProperties: false }),
    output: Type.Object({
      /** Null: the platform's own team. */
      reseller: Nullable(Type.Object({ id: Type.Integer(), title: Type.String(), accent: Type.String() })),
      role: Type.String(),
      /** Where it was mailed to: that address needs no code. */
      email: Nullable(Type.String()),
      /** False: mails reach nobody, so no code is asked for. */
      mail: Type.Boolean(),
      expiresAt: Instant,
    }),
    errors: ['staff.invitation_gone', 'request.too_many'],
  }),
  sendCode: route({
    method: 'POST',
    path: '/api/console/join/send-code',
    access: 'public',
    summary: 'Mail a code to the address that the new member wants to use',
    input: Type.Object({ token: Token, email: Email }, { additionalProperties: false }),
    output: Done,
    errors: ['staff.invitation_gone', 'email.off', 'request.too_many'],
  }),
  accept: route({
    method: 'POST',
    path: '/api/console/join/accept',
    access: 'public',
    summary: 'Become a member; the token of the session comes as a cookie',
    input: Type.Object(
      {
        token: Token,
        name: UserName,
        email: Email,
        emailCode: Type.Optional(MailCode),
        passWord: NewPassword,
      },
      { additionalProperties: false },
    ),
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
