import Type, { type Static } from 'typebox'

import {
  AnyPassword,
  Captcha,
  Done,
  Instant,
  NewPassword,
  Nothing,
  Nullable,
  ResellerKey,
  Strict,
  TotpCode,
  UserName,
} from './fields.ts'
import { limits } from './limits.ts'
import { route } from './route.ts'

export const UserInfo = Type.Object({
  iuser: Type.String(),
  /** A single-use ticket (`tk1.…`), never the password. */
  pass: Type.String(),
  dailiKey: ResellerKey,
  email: Nullable(Type.String()),
  emailVerified: Type.Boolean(),
  balanceFen: Type.Integer(),
  /** What orders that can still be paid hold of the balance. */
  heldFen: Type.Integer(),
  package: Nullable(Type.Object({ id: Type.String(), name: Type.String() })),
  expiresAt: Nullable(Instant),
  /** When the package's traffic starts afresh, if that is before the end. */
  nextResetAt: Nullable(Instant),
  /** The package waits for the first connection, until then at most; `expiresAt` is its latest end. */
  startsBy: Nullable(Instant),
  usedBytes: Type.Integer(),
  totalBytes: Type.Integer(),
  /** What the user can buy at this moment. Null while a package has both time and traffic left. */
  buyable: Nullable(
    Type.Object({
      pack: Type.Boolean(),
      /** More of the package held; never of a trial. */
      renew: Type.Boolean(),
      /** Another plan that may replace the running one at once. */
      upgrade: Type.Boolean(),
    }),
  ),
  /** True after the first traffic ever. `usedBytes` cannot tell: it restarts every month and with every upgrade. */
  hasConnected: Type.Boolean(),
  lineCount: Type.Integer(),
  lineLimit: Type.Integer(),
  state: Type.Union([Type.Literal('none'), Type.Literal('active'), Type.Literal('paused'), Type.Literal('expired')]),
  pausedAt: Nullable(Instant),
  /** The account is deleted after this moment; null when no deletion is requested. */
  deleteAfter: Nullable(Instant),
  /** Why staff or the operator blocked the account; null when it is not blocked. */
  blockedReason: Nullable(Type.String()),
  speedMode: Type.Union([Type.Literal('standard'), Type.Literal('game'), Type.Literal('video'), Type.Literal('saver')]),
  inviteCode: Type.String(),
  isReseller: Type.Boolean(),
  unread: Type.Integer(),
  /** What the reseller tells of nodes that do not work; null when all is well. */
  outage: Nullable(Type.Object({ nodes: Type.Array(Type.String()), since: Instant, backAt: Nullable(Instant) })),
})
export type UserInfo = Static<typeof UserInfo>

/** The answer of every kind of sign-in. */
export const SignedIn = Type.Object({
  token: Type.String(),
  userInfo: UserInfo,
  /** The rotating device credential (`dc1.…`), only present when the request had `remember`. */
  device: Type.Optional(Type.String()),
})
export type SignedIn = Static<typeof SignedIn>

export const accounts = {
  info: route('POST /api/user/info', {
    access: 'user',
    summary: 'The signed-in user',
    input: Strict({ dailiKey: ResellerKey }),
    output: UserInfo,
  }),
  register: route('POST /api/user/reg', {
    access: 'public',
    summary: 'Open an account at a reseller',
    input: Strict({
      userName: UserName,
      passWord: NewPassword,
      captcha: Captcha,
      daili: ResellerKey,
      inviteCode: Type.Optional(Type.String({ maxLength: limits.inviteCodeMax })),
      agreement: Type.Optional(Type.String({ maxLength: 20 })),
      remember: Type.Optional(Type.Boolean()),
    }),
    output: SignedIn,
    errors: [
      'account.taken',
      'account.password_common',
      'account.password_reserved',
      'auth.captcha_required',
      'auth.captcha_wrong',
      'invite.unknown',
      'reseller.unknown',
      'reseller.suspended',
      'reseller.full',
      'auth.busy',
      'request.too_many',
    ],
  }),
  freeze: route('POST /api/user/freeze', {
    access: 'user',
    summary: 'Pause or resume the service, or lock a stolen account',
    input: Strict({
      type: Type.Union([Type.Literal('pause'), Type.Literal('resume'), Type.Literal('lock')]),
      passWord: Type.Optional(AnyPassword),
    }),
    output: Type.Object({
      state: Type.Union([
        Type.Literal('none'),
        Type.Literal('active'),
        Type.Literal('paused'),
        Type.Literal('expired'),
        Type.Literal('locked'),
      ]),
      /** While paused: when the pause ends by itself. */
      until: Nullable(Instant),
      bankedSeconds: Type.Integer(),
    }),
    errors: [
      'account.blocked',
      'freeze.too_often',
      'freeze.too_early',
      'freeze.wrong_state',
      'auth.password_required',
      'auth.wrong_password',
      'email.not_bound',
      'email.off',
      'request.too_many',
    ],
  }),
  freezeState: route('GET /api/user/freezeState', {
    access: 'user',
    summary: 'What pausing would do now: pauses left, earliest resume, time banked',
    input: Nothing,
    output: Type.Object({
      state: Type.Union([
        Type.Literal('none'),
        Type.Literal('active'),
        Type.Literal('paused'),
        Type.Literal('expired'),
      ]),
      pausedAt: Nullable(Instant),
      resumeFrom: Nullable(Instant),
      until: Nullable(Instant),
      /** Until then `resume` undoes the pause as if it never happened; the time in between counts as used. */
      undoUntil: Nullable(Instant),
      bankedSeconds: Type.Integer(),
      pausesLeft: Type.Integer(),
      nextPauseAt: Nullable(Instant),
      canLock: Type.Boolean(),
    }),
  }),
  remove: route('POST /api/user/delete', {
    access: 'user',
    summary: "Ask for deletion; it happens after the days in which one may change one's mind",
    input: Strict({
      passWord: AnyPassword,
      totp: Type.Optional(TotpCode),
      waiveBalance: Type.Optional(Type.Boolean()),
    }),
    output: Type.Object({ deleteAfter: Instant }),
    errors: [
      'auth.wrong_password',
      'auth.totp_required',
      'auth.totp_wrong',
      'account.has_agency',
      'account.has_balance',
      'account.money_under_way',
      'request.too_many',
    ],
  }),
  deletion: route('GET /api/user/deletion', {
    access: 'user',
    summary: 'When this account will be deleted, if that was asked for',
    input: Nothing,
    output: Type.Object({ deleteAfter: Nullable(Instant) }),
  }),
  keep: route('POST /api/user/undelete', {
    access: 'user',
    summary: 'Take a deletion back',
    input: Nothing,
    output: Done,
    errors: ['reseller.full'],
  }),
}
