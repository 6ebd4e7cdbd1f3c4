import Type from 'typebox'

import { AnyPassword, Done, Instant, NewPassword, Nothing, Nullable, Strict, TotpCode } from '../fields.ts'
import { route } from '../route.ts'

/** JSON of the Web Authentication API; the library on each side checks the content. */
const Json = Type.Record(Type.String(), Type.Unknown())
const CredentialId = Type.String({ pattern: '^[A-Za-z0-9_-]{1,1400}$' })
/** Shown only once, with the first factor or when new codes are requested; else empty. */
const RecoveryCodes = Type.Object({ recoveryCodes: Type.Array(Type.String()) })
const own = { access: 'staff', permission: 'own', scope: 'any' } as const

/** A member's own password and second factor. Changing either one ends all other sessions. */
export const factors = {
  state: route('GET /api/console/factors', {
    ...own,
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
  }),
  totpBegin: route('POST /api/console/totp/begin', {
    ...own,
    stepUp: true,
    withoutFactor: true,
    summary: 'A new TOTP secret, not active before it is confirmed',
    input: Nothing,
    output: Type.Object({ secret: Type.String(), uri: Type.String() }),
    errors: ['factor.exists', 'staff.step_up'],
  }),
  totpConfirm: route('POST /api/console/totp/confirm', {
    ...own,
    withoutFactor: true,
    summary: 'Turn TOTP on with a first code',
    input: Strict({ code: TotpCode }),
    output: RecoveryCodes,
    errors: ['auth.totp_wrong', 'factor.exists', 'factor.missing', 'request.too_many'],
  }),
  totpRemove: route('POST /api/console/totp/remove', {
    ...own,
    stepUp: true,
    summary: 'Turn TOTP off, where a passkey stays or none is required',
    input: Nothing,
    output: Done,
    errors: ['factor.missing', 'staff.factor_required', 'staff.step_up'],
  }),
  passkeyBegin: route('POST /api/console/passkey/begin', {
    ...own,
    stepUp: true,
    withoutFactor: true,
    summary: 'Options for making a passkey in this browser',
    input: Nothing,
    output: Type.Object({ options: Json }),
    errors: ['passkey.too_many', 'passkey.wrong_host', 'staff.step_up'],
  }),
  passkeyFinish: route('POST /api/console/passkey/finish', {
    ...own,
    withoutFactor: true,
    summary: 'Keep a passkey the browser made',
    input: Strict({ name: Type.String({ minLength: 1, maxLength: 60, pattern: '^\\P{Cc}+$' }), response: Json }),
    output: RecoveryCodes,
    errors: ['passkey.refused', 'passkey.too_many', 'passkey.wrong_host'],
  }),
  passkeyRemove: route('POST /api/console/passkey/remove', {
    ...own,
    stepUp: true,
    summary: 'Forget a passkey, where another factor stays or none is required',
    input: Strict({ id: CredentialId }),
    output: Done,
    errors: ['object.unknown', 'staff.factor_required', 'staff.step_up'],
  }),
  recoveryRenew: route('POST /api/console/recovery-codes/renew', {
    ...own,
    stepUp: true,
    summary: 'Ten new recovery codes; the old ones are void',
    input: Nothing,
    output: RecoveryCodes,
    errors: ['factor.missing', 'staff.step_up'],
  }),
  changePassword: route('POST /api/console/password', {
    ...own,
    stepUp: true,
    summary: 'Change the own password',
    input: Strict({ passWord: AnyPassword, newPass: NewPassword }),
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
  signInBegin: route('POST /api/console/passkey/sign-in-begin', {
    access: 'public',
    summary: 'Options for signing in with a passkey',
    input: Nothing,
    output: Type.Object({ options: Json }),
    errors: ['passkey.wrong_host', 'request.too_many'],
  }),
  signIn: route('POST /api/console/passkey/sign-in', {
    access: 'public',
    summary: 'Sign in to the console with a passkey: it is both factors at once',
    input: Strict({ response: Json }),
    output: Done,
    errors: ['passkey.refused', 'passkey.wrong_host', 'request.too_many'],
  }),
  stepUpBegin: route('POST /api/console/step-up/begin', {
    ...own,
    withoutFactor: true,
    summary: 'How to prove oneself again, and the options for a passkey where there is one',
    input: Nothing,
    output: Type.Object({
      /** Contains `password` only when no factor is set. */
      ways: Type.Array(Type.Enum(['totp', 'passkey', 'password'])),
      options: Nullable(Json),
    }),
  }),
  stepUp: route('POST /api/console/step-up', {
    ...own,
    withoutFactor: true,
    summary: 'Prove oneself again: by a code, a passkey, or without a factor by the password',
    input: Strict({
      code: Type.Optional(TotpCode),
      response: Type.Optional(Json),
      passWord: Type.Optional(AnyPassword),
    }),
    output: Done,
    errors: ['auth.totp_wrong', 'auth.wrong_password', 'passkey.refused', 'passkey.wrong_host', 'request.too_many'],
  }),
}
