import Type, { type Static } from 'typebox'

import { AnyPassword, Captcha, Done, Instant, LoginName, Nothing, Nullable, Strict, TotpCode } from '../fields.ts'
import { route } from '../route.ts'

/** Who is signed in to the console, what they may do, and which reseller they work on. */
const ConsoleSession = Type.Object({
  member: Type.Object({
    id: Type.Integer(),
    name: Type.String(),
    email: Nullable(Type.String()),
    /** One of the five built-in roles, or an owner's own role. */
    role: Type.String(),
  }),
  scope: Type.Enum(['reseller', 'platform']),
  permissions: Type.Array(Type.String()),
  factor: Type.Object({
    /** True: no factor is set, and the member can do nothing but set one. */
    required: Type.Boolean(),
    totp: Type.Boolean(),
    passkeys: Type.Integer(),
    recoveryCodesLeft: Type.Integer(),
  }),
  /** The member's own reseller, or the one that platform staff chose; null on the platform's own pages. */
  reseller: Nullable(
    Type.Object({
      id: Type.Integer(),
      title: Type.String(),
      icon: Type.String(),
      accent: Type.String(),
      suspended: Type.Boolean(),
      /** The platform's reason; null: none given, or not suspended. */
      suspendedReason: Nullable(Type.String()),
    }),
  ),
  /** Resellers that platform staff may enter, the first 500 by key. */
  resellers: Type.Array(Type.Object({ id: Type.Integer(), title: Type.String(), suspended: Type.Boolean() })),
  sandbox: Type.Boolean(),
  /** True: mails can be sent. */
  mail: Type.Boolean(),
  /** Latest end of the session. Without calls it ends half an hour after the last one. */
  endsAt: Instant,
})
export type ConsoleSession = Static<typeof ConsoleSession>

export const session = {
  show: route('GET /api/console/session', {
    access: 'staff',
    permission: 'own',
    scope: 'any',
    withoutFactor: true,
    summary: 'Who is signed in to the console, and what it may do',
    input: Nothing,
    output: ConsoleSession,
  }),
  signIn: route('POST /api/console/sign-in', {
    access: 'public',
    summary: 'Sign in to the console; the token comes as a cookie',
    input: Strict({
      name: LoginName,
      passWord: AnyPassword,
      /** Six digits, or a recovery code. */
      totp: Type.Optional(TotpCode),
      captcha: Type.Optional(Captcha),
    }),
    output: Done,
    errors: [
      'auth.bad_credentials',
      'auth.totp_required',
      'auth.totp_wrong',
      'auth.captcha_required',
      'auth.captcha_wrong',
      'auth.busy',
      'request.too_many',
    ],
  }),
  signOut: route('POST /api/console/sign-out', {
    access: 'staff',
    permission: 'own',
    scope: 'any',
    withoutFactor: true,
    summary: 'End this session of the console',
    input: Nothing,
    output: Done,
  }),
}
