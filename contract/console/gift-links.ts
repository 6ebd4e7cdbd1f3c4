import Type, { type Static } from 'typebox'

import { Nothing, Nullable } from '../fields.ts'
import { GiftLinkId, giftLinkFields, GiftLinkInput, GiftOffer } from '../gifts.ts'
import { route } from '../route.ts'
import { giftLinkStates } from './choices.ts'
import { Day, listInput, listOutput } from './list.ts'

export const OfficeGiftLink = Type.Object({
  ...giftLinkFields,
  /** What the reseller paid; null for members who may not read prices. */
  priceFen: Nullable(Type.Integer()),
  /** The member who made it. */
  madeBy: Type.String(),
  usedBy: Nullable(Type.Object({ accountId: Type.Integer(), userName: Type.String() })),
})
export type OfficeGiftLink = Static<typeof OfficeGiftLink>

export const giftLinks = {
  offers: route('GET /api/console/gift-links/offers', {
    access: 'staff',
    permission: 'users.give',
    summary: 'What can be given by a link, at wholesale. For who may read prices',
    input: Nothing,
    output: Type.Object({ offers: Type.Array(GiftOffer) }),
    errors: ['staff.forbidden'],
  }),
  make: route('POST /api/console/gift-links/make', {
    access: 'staff',
    once: true,
    permission: 'users.give',
    summary: 'Pay for a gift link from the balance. The address is in this answer alone',
    input: GiftLinkInput,
    output: Type.Object({ link: OfficeGiftLink, url: Nullable(Type.String()) }),
    errors: [
      'balance.short',
      'order.price_changed',
      'package.not_for_sale',
      'request.key_reused',
      'reseller.limit',
      'reseller.suspended',
      'staff.forbidden',
      'staff.step_up',
      'key.limit',
    ],
  }),
  list: route('GET /api/console/gift-links/list', {
    access: 'staff',
    permission: 'cards.read',
    summary:
      "The gift links that this reseller paid for, newest first; or its users' links that were sold on some days",
    input: listInput(['createdAt'], {
      state: Type.Optional(Type.Enum([...giftLinkStates])),
      /** Links of users, used on these days, both included: only then they are sales. */
      soldFrom: Type.Optional(Day),
      soldTo: Type.Optional(Day),
    }),
    output: listOutput(OfficeGiftLink),
  }),
  takeBack: route('POST /api/console/gift-links/take-back', {
    access: 'staff',
    once: true,
    permission: 'users.give',
    summary: 'Take an unused gift link back; its cost returns to the balance',
    input: GiftLinkId,
    output: OfficeGiftLink,
    errors: ['object.unknown', 'card.used', 'reseller.suspended'],
  }),
}
