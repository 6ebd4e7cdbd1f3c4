import Type from 'typebox'

import { SignedIn } from './accounts.ts'
import { AnyPassword, Done, Instant, Nothing, Nullable, ResellerKey, Strict, TotpCode } from './fields.ts'
import { route } from './route.ts'

/** JSON of the Web Authentication API; the library on each side checks the content. */
const Json = Type.Record(Type.String(), Type.Unknown())
const CredentialId = Type.String({ pattern: '^[A-Za-z0-9_-]{1,1400}$' })
/**
 * Signs out everywhere else in the same step, so that an intruder stays out. Left out means yes, except for a new
 * passkey.
 */
const EndOthers = Type.Optional(Type.Boolean())

export const factors = {
  state: route('GET /api/user/factors', {
    access: 'user',
    summary: 'Which second factors are on',
    input: Nothing,
    output: Type.Object({
      totp: Type.Boolean(),
      recoveryCodesLeft: Type.Integer(),
      passkeys: Type.Array(
        Type.Object({ id: Type.String(), name: Type.String(), createdAt: Instant, usedAt: Nullable(Instant) }),
      ),
    }),
  }),
  totpBegin: route('POST /api/user/totp/begin', {
    access: 'user',
    summary: 'A new TOTP secret, not active before it is confirmed',
    input: Strict({ passWord: AnyPassword }),
    output: Type.Object({ secret: Type.String(), uri: Type.String() }),
    errors: ['factor.exists', 'auth.wrong_password', 'request.too_many'],
  }),
  totpConfirm: route('POST /api/user/totp/confirm', {
    access: 'user',
    summary: 'Turn TOTP on with a first code; answers the recovery codes this one time',
    input: Strict({ code: TotpCode, endOthers: EndOthers }),
    output: Type.Object({ recoveryCodes: Type.Array(Type.String()) }),
    errors: ['auth.totp_wrong', 'factor.exists', 'factor.missing', 'request.too_many'],
  }),
  totpRemove: route('POST /api/user/totp/remove', {
    access: 'user',
    summary: 'Turn TOTP off',
    input: Strict({ passWord: AnyPassword, code: TotpCode, endOthers: EndOthers }),
    output: Done,
    errors: ['auth.wrong_password', 'auth.totp_wrong', 'factor.missing', 'request.too_many'],
  }),
  passkeyBegin: route('POST /api/user/passkey/begin', {
    access: 'user',
    summary: 'Options for making a passkey in this browser; with TOTP on, its code is asked for',
    input: Strict({ passWord: AnyPassword, totp: Type.Optional(TotpCode) }),
    output: Type.Object({ options: Json }),
    errors: ['auth.wrong_password', 'auth.totp_required', 'auth.totp_wrong', 'passkey.too_many', 'passkey.wrong_host'],
  }),
  passkeyFinish: route('POST /api/user/passkey/finish', {
    access: 'user',
    summary: 'Keep a passkey the browser made',
    input: Strict({
      name: Type.String({ minLength: 1, maxLength: 60, pattern: '^\\P{Cc}+$' }),
      response: Json,
      endOthers: EndOthers,
    }),
    output: Done,
    errors: ['passkey.refused', 'passkey.too_many', 'passkey.wrong_host'],
  }),
  passkeyRemove: route('POST /api/user/passkey/remove', {
    access: 'user',
    summary: 'Forget a passkey',
    input: Strict({ id: CredentialId, passWord: AnyPassword, totp: Type.Optional(TotpCode), endOthers: EndOthers }),
    output: Done,
    errors: ['auth.wrong_password', 'auth.totp_required', 'auth.totp_wrong', 'object.unknown', 'request.too_many'],
  }),
  passkeyLoginBegin: route('POST /api/user/passkey/loginBegin', {
    access: 'public',
    summary: 'Options for signing in with a passkey',
    input: Strict({ dailiKey: ResellerKey }),
    output: Type.Object({ options: Json }),
    errors: ['passkey.wrong_host', 'reseller.unknown', 'request.too_many'],
  }),
  passkeyLogin: route('POST /api/user/passkey/login', {
    access: 'public',
    summary: 'Sign in with a passkey',
    input: Strict({ dailiKey: ResellerKey, response: Json, remember: Type.Optional(Type.Boolean()) }),
    output: SignedIn,
    errors: ['passkey.refused', 'passkey.wrong_host', 'auth.locked'],
  }),
}
