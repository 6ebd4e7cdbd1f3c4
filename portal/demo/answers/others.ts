import { api } from '../../../contract/api.ts'
import { reminderKinds, type ReminderKind } from '../../../contract/events.ts'
import { answer, type Answer, refuse } from '../answer.ts'
import { configOfDemo } from '../brands.ts'
import { post } from '../world/book.ts'
import { findCards, redeemCard } from '../world/cards.ts'
import { findGifts, giftOffers, makeGift, takeGiftBack } from '../world/gifts.ts'
import { invitation, people, withdraw } from '../world/invitation.ts'
import { countUnread, notices, readNotice } from '../world/notices.ts'
import { at } from '../world/sample-time.ts'

const reminders = Object.fromEntries(reminderKinds.map((kind) => [kind, true])) as Record<ReminderKind, boolean>

const NO_TELEGRAM = { bot: null, bound: null, hears: [] }

export const otherAnswers: Answer[] = [
  answer(api.resellers.config, ({ daili_id }) => configOfDemo(daili_id)),
  answer(api.cards.list, ({ state }) => ({ items: findCards(state), next: null })),
  answer(api.cards.redeem, ({ code }) => {
    const card = redeemCard(code) ?? refuse('card.unknown', 'cardUnknown')
    post('card_redeem', card.amountFen ?? 0, { about: null, orderId: null })
    return card
  }),
  answer(api.gifts.offers, () => ({ offers: giftOffers })),
  answer(api.gifts.list, () => ({ items: findGifts(), next: null })),
  answer(api.gifts.make, ({ packageId, days }) => {
    const link = makeGift(packageId, days) ?? refuse('package.not_for_sale', 'unavailable')
    post('gift_link', -link.priceFen, { about: null, orderId: null })
    return { link, url: `https://demo.example/user/kmList#${link.lastFour}` }
  }),
  answer(api.gifts.look, () => ({ gift: null })),
  answer(api.gifts.takeBack, ({ id }) => {
    const link = takeGiftBack(id) ?? refuse('object.unknown', 'unavailable')
    post('gift_back', link.priceFen, { about: null, orderId: null })
    return link
  }),
  answer(api.invites.summary, () => invitation),
  answer(api.invites.list, () => ({ items: [...people], next: null })),
  answer(api.invites.toBalance, ({ amountFen }) => {
    takeCommission(amountFen)
    invitation.usedFen += amountFen
    post('commission_to_balance', amountFen, { about: null, orderId: null })
    return { confirmedFen: invitation.confirmedFen }
  }),
  answer(api.invites.withdraw, ({ amountFen, method, account, name }) => {
    takeCommission(amountFen)
    invitation.heldFen += amountFen
    return { withdrawalId: withdraw(amountFen, method, account, name), confirmedFen: invitation.confirmedFen }
  }),
  // The demo pays nothing out, so no user is offered this.
  answer(api.invites.missed, () => ({ missedAt: at(0) })),
  answer(api.notices.list, () => ({ items: notices, next: null })),
  answer(api.notices.reminders, () => reminders),
  answer(api.notices.remind, ({ kind, on }) => Object.assign(reminders, { [kind]: on })),
  // Nobody is behind the demo, so it has no bot, and the part is not shown.
  answer(api.telegram.show, () => NO_TELEGRAM),
  answer(api.telegram.link, () => ({ url: 'https://t.me/', expiresAt: new Date().toISOString() })),
  answer(api.telegram.hear, () => NO_TELEGRAM),
  answer(api.telegram.unbind, () => NO_TELEGRAM),
  answer(api.push.show, () => ({ key: '', marks: [] })),
  answer(api.push.start, () => ({ key: '', marks: [] })),
  answer(api.push.stop, () => ({ key: '', marks: [] })),
  answer(api.notices.read, ({ id }) => {
    readNotice(id)
    return { unread: countUnread() }
  }),
]

function takeCommission(amountFen: number): void {
  if (invitation.confirmedFen < amountFen) refuse('commission.short', 'commissionShort')
  invitation.confirmedFen -= amountFen
  invitation.withdrawableFen = Math.max(0, invitation.withdrawableFen - amountFen)
}
