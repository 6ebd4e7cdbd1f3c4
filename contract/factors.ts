import Type from 'typebox'

import { SignedIn } from './accounts.ts'
import { AnyPassword, Done, Instant, Nothing, Nullable, ResellerKey, TotpCode } from './fields.ts'
import { route } from './route.ts'

/** Shapes of the Web Authentication API; the library on each side checks what is inside. */
const Json = Type.Record(Type.String(), Type.Unknown())

export const factors = {
  state: route({
    method: 'GET',
    path: '/api/user/factors',
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
    errors: [],
  }),
  totpBegin: route({
    method: 'POST',
    path: '/api/user/totp/begin',
    access: 'user',
    summary: 'A new TOTP secret, not active before it is confirmed',
    input: Type.Object({ passWord: AnyPassword }, { additionalProperties: false }),
    output: Type.Object({ secret: Type.String(), uri: Type.String() }),
    errors: ['factor.exists', 'auth.bad_credentials'],
  }),
  totpConfirm: route({
    method: 'POST',
    path: '/api/user/totp/confirm',
    access: 'user',
    summary: 'Turn TOTP on with a first code; answers the recovery codes this one time',
    input: Type.Object({ code: TotpCode }, { additionalProperties: false }),
    output: Type.Object({ recoveryCodes: Type.Array(Type.String()) }),
    errors: ['auth.totp_wrong', 'factor.exists', 'factor.missing'],
  }),
  totpRemove: route({
    method: 'POST',
    path: '/api/user/totp/remove',
    access: 'user',
    summary: 'Turn TOTP off',
    input: Type.Object({ passWord: AnyPassword, code: TotpCode }, { additionalProperties: false }),
    output: Done,
    errors: ['auth.bad_credentials', 'auth.totp_wrong', 'factor.missing'],
  }),
  passkeyBegin: route({
    method: 'POST',
    path: '/api/user/passkey/begin',
    access: 'user',
    summary: 'Options for making a passkey in this browser',
    input: Type.Object({ passWord: AnyPassword }, { additionalProperties: false }),
    output: Type.Object({ options: Json }),
    errors: ['auth.bad_credentials'],
  }),
  passkeyFinish: route({
    method: 'POST',
    path: '/api/user/passkey/finish',
    access: 'user',
    summary: 'Keep a passkey the browser made',
    input: Type.Object(
      { name: Type.String({ minLength: 1, maxLength: 60 }), response: Json },
      { additionalProperties: false },
    ),
    output: Done,
    errors: ['object.unknown'],
  }),
  passkeyRemove: route({
    method: 'POST',
    path: '/api/user/passkey/remove',
    access: 'user',
    summary: 'Forget a passkey',
    input: Type.Object(
      { id: Type.String({ maxLength: 1024 }), passWord: AnyPassword },
      { additionalProperties: false },
    ),
    output: Done,
    errors: ['auth.bad_credentials', 'object.unknown'],
  }),
  passkeyLoginBegin: route({
    method: 'POST',
    path: '/api/user/passkey/loginBegin',
    access: 'public',
    summary: 'Options for signing in with a passkey',
    input: Type.Object({ dailiKey: ResellerKey }, { additionalProperties: false }),
    output: Type.Object({ options: Json }),
    errors: [],
  }),
  passkeyLogin: route({
    method: 'POST',
    path: '/api/user/passkey/login',
    access: 'public',
    summary: 'Sign in with a passkey',
    input: Type.Object(
      { dailiKey: ResellerKey, response: Json, remember: Type.Optional(Type.Boolean()) },
      { additionalProperties: false },
    ),
    output: SignedIn,
    errors: ['auth.bad_credentials', 'auth.locked'],
  }),
}
