import Type, { type Static } from 'typebox'

import { AnyPassword, Instant, Nothing, Nullable, RequestKey, ResellerKey, Strict, TotpCode } from './fields.ts'
import { limits } from './limits.ts'
import { Period } from './packages.ts'
import { route } from './route.ts'

const Agency = Type.Object({
  daili_id: ResellerKey,
  app_key: Type.String(),
  name: Type.String(),
  /** The new agency's own portal, to begin with. */
  portalUrl: Type.String(),
  /** True: on the whitelist, so it sells online. Until then it sells through card keys and balance. */
  approved: Type.Boolean(),
  suspended: Type.Boolean(),
  openedAt: Instant,
})
export type Agency = Static<typeof Agency>

/** Setup steps that the owner has done. The platform does the review; `approved` shows its result. */
const AgencyBeginning = Type.Object({
  userCount: Type.Integer(),
  /** Somebody can sign in to its console already, so no setup is left. */
  hasConsole: Type.Boolean(),
})
export type AgencyBeginning = Static<typeof AgencyBeginning>

/** One readable line: the database refuses control characters and lone surrogates. */
const SIGN = '[^\\u0000-\\u001f\\u007f\\ud800-\\udfff]'
const Line = (maxLength: number) => Type.String({ minLength: 1, maxLength, pattern: `^(?=.*\\S)${SIGN}+$` })

export const agencies = {
  own: route('GET /api/user/daili', {
    access: 'user',
    summary: 'What opening an agency costs, and the own one if there is one',
    input: Nothing,
    output: Type.Object({
      feeFen: Type.Integer(),
      /** What an agency begins with: its prices and what they cost it, and an example in the operator's words. */
      prices: Type.Array(
        Type.Object({
          packageName: Type.String(),
          period: Period,
          suggestedRetailFen: Type.Integer(),
          wholesaleFen: Type.Integer(),
        }),
      ),
      example: Nullable(Type.String()),
      /** False where the reseller does not sell online. */
      available: Type.Boolean(),
      agency: Nullable(Agency),
      /** State of the user's own agency; null without one. */
      beginning: Nullable(AgencyBeginning),
    }),
  }),
  console: route('POST /api/user/daili/console', {
    access: 'user',
    summary: 'A one-time link with which the owner of an agency sets up its console; earlier ones are void',
    input: Strict({ passWord: AnyPassword, totp: Type.Optional(TotpCode) }),
    output: Type.Object({ link: Type.String(), expiresAt: Instant }),
    errors: [
      'account.helped_lately',
      'agency.has_owner',
      'auth.wrong_password',
      'auth.totp_required',
      'auth.totp_wrong',
      'object.unknown',
      'request.too_many',
    ],
  }),
  create: route('POST /api/user/createDaili', {
    access: 'user',
    summary: 'Open an agency: from the balance at once, online by paying the order that is answered',
    input: Strict({
      name: Line(limits.agencyNameMax),
      contact: Line(limits.agencyContactMax),
      payBy: Type.Union([Type.Literal('balance'), Type.Literal('online')]),
      payType: Type.Optional(Type.String({ maxLength: 64 })),
      key: RequestKey,
    }),
    output: Type.Object({
      orderId: Type.String(),
      amountFen: Type.Integer(),
      /** True: pay the order online next. False: the agency is open, and the fields below say how to begin. */
      needsPayment: Type.Boolean(),
      payBefore: Instant,
      daili_id: Nullable(ResellerKey),
      app_key: Nullable(Type.String()),
      agency: Nullable(Agency),
    }),
    errors: [
      'account.blocked',
      'agency.exists',
      'agency.name_refused',
      'balance.short',
      'order.closed',
      'order.open',
      'pay.offline_only',
      'request.key_reused',
      'reseller.short',
      'reseller.suspended',
    ],
  }),
}
