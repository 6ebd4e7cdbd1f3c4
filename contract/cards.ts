import Type, { type Static } from 'typebox'

import { Cursor, Instant, Nullable, Strict } from './fields.ts'
import { limits } from './limits.ts'
import { Period } from './packages.ts'
import { route } from './route.ts'

/** What a card key gives. Fields that do not apply to its kind are null. */
const Worth = {
  kind: Type.Union([Type.Literal('balance'), Type.Literal('package'), Type.Literal('traffic'), Type.Literal('days')]),
  amountFen: Nullable(Type.Integer()),
  packageName: Nullable(Type.String()),
  period: Nullable(Period),
  trafficBytes: Nullable(Type.Integer()),
  days: Nullable(Type.Integer()),
  /** The days begin with the first connection, not with redeeming. */
  startsAtUse: Type.Boolean(),
}
const CardState = Type.Union([Type.Literal('unused'), Type.Literal('redeemed'), Type.Literal('expired')])

export const Card = Type.Object({
  id: Type.String(),
  ...Worth,
  state: CardState,
  /** The whole key, as long as it is assigned to this user and unused. */
  code: Nullable(Type.String()),
  lastFour: Type.String(),
  assignedAt: Nullable(Instant),
  redeemedAt: Nullable(Instant),
  /** False when the key was assigned to this user but somebody else redeemed it. */
  redeemedByMe: Type.Boolean(),
  expiresAt: Nullable(Instant),
})
export type Card = Static<typeof Card>

export const RedeemedCard = Type.Object({ id: Type.String(), ...Worth, lastFour: Type.String(), redeemedAt: Instant })
export type RedeemedCard = Static<typeof RedeemedCard>

export const cards = {
  list: route('GET /api/km/list', {
    secret: true,
    access: 'user',
    summary: 'Card keys assigned to this user and those it redeemed, newest first',
    input: Strict({ cursor: Type.Optional(Cursor), state: Type.Optional(CardState) }),
    output: Type.Object({ items: Type.Array(Card), next: Nullable(Type.String()) }),
  }),
  redeem: route('POST /api/km/redeem', {
    access: 'user',
    summary: 'Redeem one card key. The same user sending the same key again gets the first answer',
    input: Strict({ code: Type.String({ minLength: 1, maxLength: limits.cardCodeTypedMax }) }),
    output: RedeemedCard,
    errors: [
      'account.blocked',
      'card.unknown',
      'card.used',
      'card.expired',
      'card.wrong_package',
      'request.too_many',
      'reseller.short',
    ],
  }),
}
