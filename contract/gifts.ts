import Type, { type Static } from 'typebox'

import { Cursor, Fen, Instant, Nothing, Nullable, RequestKey, ResellerKey, Strict, Uuid } from './fields.ts'
import { giftDays } from './gift-days.ts'
import { limits } from './limits.ts'
import { PackageId } from './packages.ts'
import { route } from './route.ts'

const GiftDays = Type.Enum([...giftDays])
/** Something that can be given: days of a plan, or a traffic pack as a whole. */
export const GiftOffer = Type.Object({
  packageId: PackageId,
  name: Type.String(),
  /** The bytes of a pack; null for days. */
  trafficBytes: Nullable(Type.Integer()),
  prices: Type.Array(Type.Object({ days: Nullable(GiftDays), priceFen: Type.Integer() })),
})
export type GiftOffer = Static<typeof GiftOffer>

/** The fields of a link; the console adds its own. */
export const giftLinkFields = {
  id: Type.String(),
  kind: Type.Union([Type.Literal('days'), Type.Literal('traffic')]),
  packageName: Type.String(),
  days: Nullable(Type.Integer()),
  trafficBytes: Nullable(Type.Integer()),
  priceFen: Type.Integer(),
  /** `open`: nobody has used it yet. `returned`: taken back or expired, and the money is back. */
  state: Type.Union([Type.Literal('open'), Type.Literal('used'), Type.Literal('returned')]),
  lastFour: Type.String(),
  createdAt: Instant,
  expiresAt: Instant,
  endedAt: Nullable(Instant),
}
export const GiftLink = Type.Object(giftLinkFields)
export type GiftLink = Static<typeof GiftLink>

/** A gift as whoever opens its link may see it. */
export const ArrivedGift = Type.Object({
  kind: giftLinkFields.kind,
  packageName: Type.String(),
  days: Nullable(Type.Integer()),
  trafficBytes: Nullable(Type.Integer()),
  /** The giver's masked name. Null: the reseller gives. */
  giverMasked: Nullable(Type.String()),
  /** `returned`: the giver took it back. `expired`: nobody took it in time. */
  state: Type.Union([Type.Literal('open'), Type.Literal('used'), Type.Literal('expired'), Type.Literal('returned')]),
  /** True when the caller is who used it. */
  isMine: Type.Boolean(),
  expiresAt: Instant,
})
export type ArrivedGift = Static<typeof ArrivedGift>

/** The wish and the price that its payer saw. */
export const GiftLinkInput = Strict({ packageId: PackageId, days: Nullable(GiftDays), priceFen: Fen, key: RequestKey })
export const NewGiftLink = Type.Object({
  link: GiftLink,
  /** The address with the key behind `#`: only in the first answer. Null when the same request came before. */
  url: Nullable(Type.String()),
})
export const GiftLinkId = Strict({ id: Uuid })

export const gifts = {
  offers: route('GET /api/gift/offers', {
    access: 'user',
    summary: 'What this user can give by a link: days of the own package, and traffic packs, at the retail price',
    input: Nothing,
    output: Type.Object({ offers: Type.Array(GiftOffer) }),
  }),
  make: route('POST /api/gift/make', {
    access: 'user',
    summary: 'Pay for a gift link from the balance. The money is held until the link is used, taken back or expired',
    input: GiftLinkInput,
    output: NewGiftLink,
    errors: [
      'account.blocked',
      'balance.short',
      'order.price_changed',
      'order.wrong_action',
      'package.not_for_sale',
      'request.key_reused',
      'request.too_many',
      'reseller.full',
      'reseller.suspended',
    ],
  }),
  list: route('GET /api/gift/list', {
    access: 'user',
    summary: 'The gift links of this user, newest first',
    input: Strict({ cursor: Type.Optional(Cursor) }),
    output: Type.Object({ items: Type.Array(GiftLink), next: Nullable(Type.String()) }),
  }),
  look: route('POST /api/gift/look', {
    access: 'anyone',
    summary: 'The gift behind the key of a gift link, before it is taken; null for any other key',
    input: Strict({ code: Type.String({ minLength: 1, maxLength: limits.cardCodeTypedMax }), dailiKey: ResellerKey }),
    output: Type.Object({ gift: Nullable(ArrivedGift) }),
    errors: ['request.too_many'],
  }),
  takeBack: route('POST /api/gift/takeBack', {
    access: 'user',
    summary: 'Take an unused gift link back. Its price returns to the balance; a second call changes nothing',
    input: GiftLinkId,
    output: GiftLink,
    errors: ['object.unknown', 'card.used'],
  }),
}
