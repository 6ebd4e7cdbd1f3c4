/**
 * What a member shows before a call: nothing, the factor of the last ten minutes, that factor once the scope has spent
 * more than its daily sum, or the factor for this press alone.
 */
export type StepUpAt = 'never' | 'recent' | 'spending' | 'afresh'
/** What an API key with every permission that a key can have meets: 403 `staff.step_up`, or 403 `staff.forbidden`. */
export type AtKey = 'open' | 'limit' | 'step-up' | 'never'
/**
 * Whose call it is: nobody's yet, the member's own, a reseller's staff and the platform's that work there, the platform's
 * staff, or each team's for itself.
 */
type Whose = 'door' | 'own' | 'reseller' | 'platform' | 'any'

/** The agreed numbers. */
export const agreedProofMs = 10 * 60_000
export const agreedUnprovedFen = 5000

/** The agreed step-up, typed a second time from the rules and not from the contract, so that a change of that is noticed. */
const agreed: [Whose, StepUpAt, AtKey, calls: string][] = [
  // A visitor signs in, joins or comes back. No key is read here.
  ['door', 'never', 'never', 'session.signIn factors.signIn factors.signInBegin'],
  ['door', 'never', 'never', 'join.accept join.sendCode join.show recover.reset recover.sendCode recover.show'],

  // A key has no account of its own.
  [
    'own',
    'never',
    'never',
    'session.show session.signOut bell.count bell.hear bell.list bell.read told.list told.read',
  ],
  ['own', 'never', 'never', 'devices.end devices.endOthers devices.list views.list views.remove views.save'],
  ['own', 'never', 'never', 'summary.set summary.show telegram.hear telegram.link telegram.show telegram.unbind'],
  // Here the factor is shown, and what follows a beginning that asked for it.
  [
    'own',
    'never',
    'never',
    'factors.state factors.stepUp factors.stepUpBegin factors.totpConfirm factors.passkeyFinish',
  ],
  // Changes staff.
  ['own', 'recent', 'never', 'factors.changePassword factors.recoveryRenew factors.totpBegin factors.totpRemove'],
  ['own', 'recent', 'never', 'factors.passkeyBegin factors.passkeyRemove'],

  ['reseller', 'never', 'open', 'agencies.list overview.guide overview.show network.show network.tell network.words'],
  ['reseller', 'never', 'open', 'articles.hide articles.list articles.preview articles.remove articles.reset'],
  ['reseller', 'never', 'open', 'articles.save articles.show shownClients.list shownClients.save'],
  ['reseller', 'never', 'open', 'brand.addDomain brand.checkDomain brand.makeMain brand.previewText'],
  ['reseller', 'never', 'open', 'brand.removeDomain brand.save brand.show brand.testMail'],
  ['reseller', 'never', 'open', 'bulk.list bulk.preview bulk.results bulk.show bulk.stop bulk.undo'],
  ['reseller', 'never', 'open', 'cards.assign cards.batches cards.choices cards.confirmSaved cards.export cards.find'],
  ['reseller', 'never', 'open', 'cards.list cards.quote cards.setPrice cards.stock cards.voidBatch cards.voidCard'],
  ['reseller', 'never', 'open', 'giftLinks.list giftLinks.offers giftLinks.takeBack'],
  ['reseller', 'never', 'open', 'invites.list invites.setPercent invites.summary'],
  [
    'reseller',
    'never',
    'open',
    'money.entries money.exportEntries money.exportStatement money.followTopUp money.payouts',
  ],
  ['reseller', 'never', 'open', 'money.show money.statement money.topUp money.topUpWays'],
  [
    'reseller',
    'never',
    'open',
    'notices.list notices.packages notices.preview notices.publish notices.sendNow notices.sendToMe',
  ],
  ['reseller', 'never', 'open', 'notices.withdraw orders.export orders.list orders.show'],
  ['reseller', 'never', 'open', 'reminderTexts.list reminderTexts.preview reminderTexts.reset reminderTexts.save'],
  ['reseller', 'never', 'open', 'reminderTexts.sendToMe'],
  [
    'reseller',
    'never',
    'open',
    'payments.ask payments.export payments.list payments.show stuckPayments.cancel stuckPayments.list',
  ],
  ['reseller', 'never', 'never', 'bills.ask bills.list bills.note bills.read'],
  [
    'reseller',
    'never',
    'open',
    'prices.addCoupon prices.coupons prices.endCoupon prices.list prices.preview prices.set prices.addSpecial prices.endSpecial',
  ],
  [
    'reseller',
    'never',
    'open',
    'prices.switch tickets.answer tickets.assign tickets.close tickets.discard tickets.fill',
  ],
  [
    'reseller',
    'never',
    'open',
    'tickets.counts tickets.desk tickets.hand tickets.list tickets.members tickets.merge tickets.note',
  ],
  ['reseller', 'never', 'open', 'tickets.picture tickets.release tickets.show user.block user.delete user.givePrice'],
  [
    'reseller',
    'never',
    'open',
    'user.history user.keep user.message user.moveLine user.moveTargets user.note user.pause',
  ],
  ['reseller', 'never', 'open', 'user.resetFeed user.resume user.reveal user.sellOffers user.show user.subscription'],
  ['reseller', 'never', 'open', 'network.beginOutage network.endOutage renewals.show'],
  ['reseller', 'never', 'open', 'user.tag user.timeline user.traffic user.unblock'],
  ['reseller', 'never', 'open', 'users.choices users.create users.export users.exportTicked users.list'],
  // Reads what no key touches: pay-outs, withdrawals, merchants, the full export. A wish for a refund is one already.
  [
    'reseller',
    'never',
    'never',
    'money.payoutTerms withdrawals.list withdrawals.showPayee merchants.list exports.list',
  ],
  ['reseller', 'never', 'never', 'orders.wishRefund'],
  // Moves money out, or says where it goes.
  ['reseller', 'recent', 'never', 'money.askPayout money.setPayee withdrawals.pay withdrawals.reject'],
  ['reseller', 'recent', 'never', 'merchants.add merchants.order merchants.replaceKeys merchants.setWays'],
  ['reseller', 'recent', 'never', 'merchants.switch'],
  // Credits what only a person has seen.
  ['reseller', 'recent', 'never', 'stuckPayments.answer stuckPayments.confirm stuckPayments.credit'],
  // Everything that the reseller owns, and what lets somebody into a user's account.
  ['reseller', 'recent', 'never', 'exports.download exports.make user.clearFactor user.resetCode user.unlock'],
  // Shows keys; ends a user's sessions.
  ['reseller', 'recent', 'step-up', 'cards.showKeys user.endSessions'],
  // Shows the keys that it buys.
  ['reseller', 'recent', 'limit', 'cards.buy'],
  ['reseller', 'spending', 'limit', 'giftLinks.make user.give user.sell bulk.start'],
  ['reseller', 'afresh', 'step-up', 'bulk.start:block'],

  ['platform', 'never', 'open', 'alerts.ack alerts.cancel alerts.list alerts.plan alerts.rules alerts.setRule'],
  ['platform', 'never', 'open', 'alerts.windows books.exportStatement books.list books.run books.statement'],
  ['platform', 'never', 'open', 'clients.beginFile clients.finishFile clients.list clients.order clients.putPart'],
  ['platform', 'never', 'open', 'clients.remove clients.removeFile clients.save jobs.drop jobs.list jobs.run'],
  ['platform', 'never', 'open', 'machine.doctor machine.maintenance machine.show mails.list mails.sendAgain'],
  ['platform', 'never', 'open', 'nodeGroups.list nodeGroups.remove nodeGroups.save nodes.add nodes.agents nodes.edit'],
  ['platform', 'never', 'open', 'nodes.history nodes.lines nodes.list nodes.maintenance nodes.move nodes.offerAgent'],
  [
    'platform',
    'never',
    'open',
    'nodes.pin nodes.previewMove nodes.remove nodes.show nodes.stopMove packages.add packages.change',
  ],
  [
    'platform',
    'never',
    'open',
    'packages.list packages.order packages.switch platform.dismissGuide platform.findOrders',
  ],
  ['platform', 'never', 'open', 'platformStuckPayments.ask platformStuckPayments.cancel platformStuckPayments.list'],
  ['platform', 'never', 'never', 'platformBills.ask platformBills.list platformBills.note platformBills.read'],
  ['platform', 'never', 'open', 'platform.findUsers platform.overview platformNotices.list platformNotices.preview'],
  ['platform', 'never', 'open', 'platformNotices.publish platformNotices.withdraw priceLists.add priceLists.assign'],
  ['platform', 'never', 'open', 'priceLists.entries priceLists.list priceLists.own priceLists.preview'],
  [
    'platform',
    'never',
    'open',
    'priceLists.previewAssign priceLists.removeEntry priceLists.rename priceLists.resellers',
  ],
  ['platform', 'never', 'open', 'priceLists.set priceLists.setExample resellers.answer resellers.approve'],
  ['platform', 'never', 'open', 'resellers.create resellers.lifelines resellers.list resellers.previewGroups'],
  [
    'platform',
    'never',
    'open',
    'resellers.setGroups resellers.show resellers.whitelist resellers.words tickets.handed',
  ],
  // Reads what no key touches; refuses a wish, which moves no money.
  [
    'platform',
    'never',
    'never',
    'adjustments.list adjustments.look adjustments.unclaimed payouts.list payouts.showPayee',
  ],
  ['platform', 'never', 'never', 'refunds.decline refunds.find refunds.list refunds.preview refunds.wishes'],
  ['platform', 'never', 'never', 'backups.list backups.run backups.verify monitors.list platformMerchants.list'],
  // Parts of a file that was begun with the factor.
  ['platform', 'never', 'never', 'imports.check imports.list imports.putPart imports.removeFile imports.report'],
  ['platform', 'never', 'never', 'imports.tell imports.uses'],
  // Moves money out.
  ['platform', 'recent', 'never', 'adjustments.make adjustments.payOutUnclaimed payouts.approve payouts.pay'],
  ['platform', 'recent', 'never', 'payouts.reject refunds.grant refunds.make refunds.resolve'],
  ['platform', 'recent', 'never', 'platformMerchants.add platformMerchants.order platformMerchants.replaceKeys'],
  ['platform', 'recent', 'never', 'platformMerchants.setWays platformMerchants.switch'],
  ['platform', 'recent', 'never', 'platformStuckPayments.answer'],
  ['platform', 'recent', 'never', 'platformStuckPayments.confirm platformStuckPayments.credit'],
  // Downloads a backup, brings or undoes another panel's business, shows tokens, makes staff.
  ['platform', 'recent', 'never', 'backups.download imports.beginFile imports.run imports.undo'],
  ['platform', 'recent', 'never', 'monitors.add monitors.disable monitors.enable monitors.resetTotp'],
  ['platform', 'recent', 'never', 'resellers.inviteOwner'],
  // The keys of a node, and the terms of a reseller.
  ['platform', 'recent', 'step-up', 'nodes.enrol nodes.replaceKey nodes.setEncryption nodes.uniproxyToken'],
  ['platform', 'recent', 'step-up', 'resellers.handOver resellers.setLimits resellers.setTerms resellers.suspend'],
  // Stops the service for everybody.
  ['platform', 'recent', 'step-up', 'machine.setMaintenance'],

  ['any', 'never', 'open', 'audit.export audit.list ticketTemplates.list ticketTemplates.remove'],
  [
    'any',
    'never',
    'open',
    'ticketTemplates.picture ticketTemplates.restore ticketTemplates.save ticketTemplates.upload',
  ],
  ['any', 'never', 'open', 'webhooks.deliveries webhooks.delivery webhooks.list webhooks.resend webhooks.test'],
  ['any', 'never', 'never', 'keys.list staff.invitations staff.list staff.roles staff.sessions telegramBot.show'],
  ['any', 'recent', 'never', 'keys.make keys.revoke keys.rotate'],
  ['any', 'recent', 'never', 'staff.changeRole staff.endSessions staff.invite staff.remove staff.removeRole'],
  ['any', 'recent', 'never', 'staff.revokeInvitation staff.saveRole telegramBot.remove telegramBot.set'],
  ['any', 'recent', 'step-up', 'webhooks.add webhooks.change webhooks.remove webhooks.rotate webhooks.switch'],
]

export type StepUpRow = { name: string; whose: Whose; asked: StepUpAt; atKey: AtKey }
export const agreedStepUp: readonly StepUpRow[] = agreed.flatMap(([whose, asked, atKey, calls]) =>
  calls.split(' ').map((name) => ({ name, whose, asked, atKey })),
)

/** What a member without the required factor still reaches: the page that sets one, and the way out. */
export const agreedWithoutFactor =
  `factors.passkeyBegin factors.passkeyFinish factors.state factors.stepUp factors.stepUpBegin factors.totpBegin
   factors.totpConfirm session.show session.signOut`.split(/\s+/)
