import Type from 'typebox'

import { AnyPassword, Done, Instant, NewPassword, Nothing, Nullable, TotpCode } from '../fields.ts'
import { route } from '../route.ts'

/** JSON of the Web Authentication API; the library on each side checks the content. */
const Json = Type.Record(Type.String(), Type.Unknown())
const CredentialId = Type.String({ pattern: '^[A-Za-z0-9_-]{1,1400}$' })
/** Shown only once, with the first factor or when new codes are requested; else empty. */
const RecoveryCodes = Type.Object({ recoveryCodes: Type.Array(Type.String()) })
const own = { access: 'staff', permission: 'own', scope: 'any' } as const

/** A member's own password and second factor. Changing either one ends all other sessions. */
export const factors = {
  state: route({
    ...own,
    method: 'GET',
    path: '/api/console/factors',
    withoutFactor: true,
    summary: 'Which second factors the member has',
    input: Nothing,
    output: Type.Object({
      totp: Type.Boolean(),
      recoveryCodesLeft: Type.Integer(),
      passkeys: Type.Array(
        Type.Object({ id: Type.String(), name: Type.String(), createdAt: Instant, usedAt: Nullable(Instant) }),
      ),
    }),
    errors: [],
  }),
  totpBegin: route({
    ...own,
    method: 'POST',
    path: '/api/console/totp/begin',
    stepUp: true,
    withoutFactor: true,
    summary: 'A new TOTP secret, not active before it is confirmed',
    input: Nothing,
    output: Type.Object({ secret: Type.String(), uri: Type.String() }),
    errors: ['factor.exists', 'staff.step_up'],
  }),
  totpConfirm: route({
    ...own,
    method: 'POST',
    path: '/api/console/totp/confirm',
    withoutFactor: true,
    summary: 'Turn TOTP on with a first code',
    input: Type.Object({ code: TotpCode }, { additionalProperties: false }),
    output: RecoveryCodes,
    errors: ['auth.totp_wrong', 'factor.exists', 'factor.missing', 'request.too_many'],
  }),
  totpRemove: route({
    ...own,
    method: 'POST',
    path: '/api/console/totp/remove',
    stepUp: true,
    summary: 'Turn TOTP off, where a passkey stays or none is required',
    input: Nothing,
    output: Done,
    errors: ['factor.missing', 'staff.factor_required', 'staff.step_up'],
  }),
  passkeyBegin: route({
    ...own,
    method: 'POST',
    path: '/api/console/passkey/begin',
    stepUp: true,
    withoutFactor: true,
    summary: 'Options for making a passkey in this browser',
    input: Nothing,
    output: Type.Object({ options: Json }),
    errors: ['passkey.too_many', 'passkey.wrong_host', 'staff.step_up'],
  }),
  passkeyFinish: route({
    ...own,
    method: 'POST',
    path: '/api/console/passkey/finish',
    withoutFactor: true,
    summary: 'Keep a passkey the browser made',
    input: Type.Object(
      { name: Type.String({ minLength: 1, maxLength: 60, pattern: '^\\P{Cc}+$' }), response: Json },
      { additionalProperties: false },
    ),
    output: RecoveryCodes,
    errors: ['passkey.refused', 'passkey.too_many', 'passkey.wrong_host'],
  }),
  passkeyRemove: route({
    ...own,
    method: 'POST',
    path: '/api/console/passkey/remove',
    stepUp: true,
    summary: 'Forget a passkey, where another factor stays or none is required',
    input: Type.Object({ id: CredentialId }, { additionalProperties: false }),
    output: Done,
    errors: ['object.unknown', 'staff.factor_required', 'staff.step_up'],
  }),
  recoveryRenew: route({
    ...own,
    method: 'POST',
    path: '/api/console/recovery-codes/renew',
    stepUp: true,
    summary: 'Ten new recovery codes; the old ones are void',
    input: Nothing,
    output: RecoveryCodes,
    errors: ['factor.missing', 'staff.step_up'],
  }),
  changePassword: route({
    ...own,
    method: 'POST',
    path: '/api/console/password',
    stepUp: true,
    summary: 'Change the own password',
    input: Type.Object({ passWord: AnyPassword, newPass: NewPassword }, { additionalProperties: false }),
    output: Done,
    errors: [
      'auth.wrong_password',
      'account.password_common',
      'account.password_reserved',
      'auth.busy',
      'request.too_many',
      'staff.step_up',
    ],
  }),
  signInBegin: route({
    method: 'POST',
    path: '/api/console/passkey/sign-in-begin',
    access: 'public',
    summary: 'Options for signing in with a passkey',
    input: Nothing,
    output: Type.Object({ options: Json }),
    errors: ['passkey.wrong_host', 'request.too_many'],
  }),
  signIn: route({
    method: 'POST',
    path: '/api/console/passkey/sign-in',
    access: 'public',
    summary: 'Sign in to the console with a passkey: it is both factors at once',
    input: Type.Object({ response: Json }, { additionalProperties: false }),
    output: Done,
    errors: ['passkey.refused', 'passkey.wrong_host', 'request.too_many'],
  }),
  stepUpBegin: route({
    ...own,
    method: 'POST',
    path: '/api/console/step-up/begin',
    withoutFactor: true,
    summary: 'How to prove oneself again, and the options for a passkey where there is one',
    input: Nothing,
    output: Type.Object({
      /** Contains `password` only when no factor is set. */
      ways: Type.Array(Type.Enum(['totp', 'passkey', 'password'])),
      options: Nullable(Json),
    }),
    errors: [],
  }),
  stepUp: route({
    ...own,
    method: 'POST',
    path: '/api/console/step-up',
    withoutFactor: true,
    summary: 'Prove oneself again: by a code, a passkey, or without a factor by the password',
    input: Type.Object(
      {
        code: Type.Optional(TotpCode),
        response: Type.Optional(Json),
        passWord: Type.Optional(AnyPassword),
      },
      { additionalProperties: false },
    ),
    output: Done,
    errors: ['auth.totp_wrong', 'auth.wrong_password', 'passkey.refused', 'passkey.wrong_host', 'request.too_many'],
  }),
}
