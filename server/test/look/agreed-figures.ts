import type { Permission } from '../../../contract/permissions.ts'

/**
 * Who sees which figure and which private word at the console, typed from the specification and not from the code.
 * A line of `places` is a call (`/invited`: when it is asked for that kind) and its fields: `[]` goes into a list, `[Amount]` is a column of a CSV file, `.*` is any word
 * of a free record. `needs`: whoever may make the call and has all of these sees it whole. `nobody`: no member ever does.
 */
type AgreedFigure = {
  figure: string
  needs: readonly Permission[] | 'nobody'
  /** What everybody else gets: nothing, or a part that does not tell it. */
  otherwise: 'absent' | 'masked'
  /** Any figure may stand there: the permission of the call is that of what it shows. */
  tells?: true
  places: string
}

/** What the specification keeps from some who may make the call. */
const kept: AgreedFigure[] = [
  {
    figure: 'sums of sales, refunds and top-ups, and their plots',
    needs: ['money.read'],
    otherwise: 'absent',
    places: `
      overview.show days[].salesFen days[].refundedFen days[].toppedUpFen days[].keySalesFen days[].keyFaceFen
      overview.show now.salesFen now.refundedFen now.toppedUpFen now.keySalesFen now.keyFaceFen
      overview.show links.salesFen
      overview.show before.salesFen before.refundedFen before.toppedUpFen before.keySalesFen before.keyFaceFen
      platform.overview days[].salesFen now.salesFen now.inFen now.outFen before.salesFen before.inFen before.outFen
      platform.overview growth[].salesFen growth[].beforeFen
      resellers.list rows[].salesFen
      resellers.show salesFen`,
  },
  {
    figure: 'wholesale and what things cost the reseller',
    needs: ['prices.read'],
    otherwise: 'absent',
    places: `
      orders.list rows[].wholesaleFen
      orders.export text[Wholesale]
      orders.show wholesaleFen
      cards.batches rows[].costFen
      cards.list rows[].soldFen
      cards.find soldFen
      cards.voidCard refundFen
      cards.voidBatch refundFen
      giftLinks.list rows[].priceFen
      giftLinks.takeBack priceFen`,
  },
  {
    figure: 'margin, and the legs that show it',
    needs: ['prices.read', 'money.read'],
    otherwise: 'absent',
    places: `
      overview.show days[].marginFen now.marginFen before.marginFen
      overview.show days[].keyCostFen now.keyCostFen before.keyCostFen
      orders.list rows[].marginFen
      orders.export text[Margin]
      orders.show marginFen steps[].legs[].account steps[].legs[].amountFen
      resellers.list rows[].marginFen
      resellers.show marginFen`,
  },
  {
    figure: 'commission',
    needs: ['money.read'],
    otherwise: 'absent',
    places: `
      invites.summary commissionFen top[].commissionFen
      invites.list rows[].commissionFen
      orders.show commissionFen
      user.history/invited rows[].amountFen
      user.show commissionFen pendingFen heldFen
      tickets.desk user.commissionFen user.pendingFen user.heldFen`,
  },
  {
    figure: 'what a user paid, beside what else happened to it',
    needs: ['orders.read'],
    otherwise: 'absent',
    places: `
      user.timeline rows[].amountFen
      tickets.desk payments[].amountFen lately[].amountFen`,
  },
  {
    figure: "the reseller's balance, debt and credit",
    needs: ['money.read'],
    otherwise: 'absent',
    places: `
      overview.show balance.balanceFen balance.owedFen balance.keysFen
      cards.choices balanceFen
      user.sellOffers balanceFen
      resellers.list rows[].balanceFen rows[].owedFen rows[].creditLimitFen
      resellers.show balanceFen owedFen creditLimitFen`,
  },
  {
    figure: 'where users of a new shop register, among its first steps',
    needs: ['brand.write'],
    otherwise: 'absent',
    places: 'overview.show beginning.link',
  },
  {
    figure: "what a user's last payment was",
    needs: ['orders.read'],
    otherwise: 'absent',
    places: 'tickets.show facts.payment.amountFen',
  },
  {
    figure: "a user's mail address",
    needs: ['users.private'],
    otherwise: 'masked',
    places: `
      users.list rows[].email
      users.export text[E-mail]
      users.exportTicked text[E-mail]
      user.reveal email`,
  },
  {
    figure: "a mail address that only a look of its own shows, and one of the office's people",
    needs: 'nobody',
    otherwise: 'masked',
    places: `
      user.show email
      tickets.desk user.email
      staff.list rows[].email
      staff.invitations rows[].email`,
  },
  {
    figure: 'where somebody was: cut to a network',
    needs: 'nobody',
    otherwise: 'masked',
    places: `
      user.show connected[].network devices[].network
      tickets.desk user.connected[].network user.devices[].network
      devices.list rows[].address
      staff.sessions rows[].address`,
  },
  {
    figure: 'the text of a card key or gift link: its last four',
    needs: 'nobody',
    otherwise: 'masked',
    places: `
      cards.list rows[].lastFour
      cards.export text[Last_four]
      cards.find lastFour
      giftLinks.list rows[].lastFour
      giftLinks.takeBack lastFour`,
  },
  {
    figure: "the reseller's own payee account, once it is entered",
    needs: 'nobody',
    otherwise: 'masked',
    places: `
      money.payoutTerms payee.accountMasked payee.nameMasked`,
  },
]

type Open = [figure: string, places: string][]

/** The permission of the call is that of what it shows, so any figure may stand there. */
const told: Open = [
  [
    'the price on the button of a deed that costs the reseller, and what the deed did cost',
    `
      bulk.preview costFen standings[].costFen
      bulk.start costFen spentFen
      bulk.list rows[].costFen rows[].spentFen
      bulk.show costFen spentFen
      bulk.results rows[].pricedFen
      bulk.stop costFen spentFen
      bulk.undo costFen spentFen
      user.givePrice costFen
      user.give costFen
      user.sellOffers rows[].costFen rows[].retailFen
      user.sell costFen
      giftLinks.offers offers[].prices[].priceFen
      giftLinks.make link.priceFen
      cards.quote costFen totalFen retailFen
      cards.buy costFen totalFen`,
  ],
  [
    'what is for sale, and for how much',
    `
      cards.batches rows[].amountFen rows[].priceFen
      cards.stock rows[].amountFen rows[].last.priceFen
      cards.list rows[].amountFen
      cards.export text[Worth]
      cards.find amountFen
      cards.showKeys amountFen
      agencies.list rows[].feeFen
      prices.list rows[].wholesaleFen rows[].suggestedRetailFen rows[].retailFen rows[].nextWholesaleFen
      prices.list rows[].specials[].retailFen
      prices.preview rows[].retailFen rows[].newRetailFen
      prices.coupons rows[].code rows[].amountFen rows[].costFen
      reminderTexts.list rows[].own.coupon.code
      priceLists.entries rows[].wholesaleFen rows[].suggestedRetailFen rows[].nextWholesaleFen
      priceLists.own rows[].wholesaleFen rows[].retailFen rows[].nextWholesaleFen
      priceLists.preview changes[].nowFen changes[].newFen below[].retailFen below[].newWholesaleFen
      priceLists.set changes[].nowFen changes[].newFen below[].retailFen below[].newWholesaleFen
      priceLists.previewAssign dearer[].nowFen dearer[].newFen
      priceLists.assign dearer[].nowFen dearer[].newFen`,
  ],
  [
    'the money office of the reseller, behind money.read, statements.read, money.top-up and money.pay-out',
    `
      money.show balanceFen owedFen creditLimitFen cardsFen payoutHoldFen bulkHoldFen liabilityFen
      money.entries rows[].amountFen rows[].afterFen
      money.exportEntries text[Amount] text[Balance]
      money.statement openingFen changeFen closingFen kinds[].amountFen
      money.statement sales.priceFen sales.liabilitySettledFen sales.wholesaleFen sales.commissionFen
      money.statement beside.cards.openingFen beside.cards.changeFen beside.cards.closingFen
      money.statement beside.payout_hold.openingFen beside.payout_hold.changeFen beside.payout_hold.closingFen
      money.statement beside.bulk_hold.openingFen beside.bulk_hold.changeFen beside.bulk_hold.closingFen
      money.statement beside.liability.openingFen beside.liability.changeFen beside.liability.closingFen
      money.exportStatement text
      money.topUpWays minFen maxFen ways[].minFen ways[].feeFen
      money.topUp qrCode amountFen feeFen balanceFen quote.address
      money.followTopUp amountFen feeFen balanceFen
      money.payouts rows[].amountFen
      money.payoutTerms payableFen balanceFen marginFen lossFen topUpsFen liabilityFen withdrawalsFen minFen
      money.askPayout amountFen
      books.statement bank.openingFen bank.closingFen bank.kinds[].inFen bank.kinds[].outFen
      books.statement revenue.openingFen revenue.closingFen revenue.kinds[].amountFen
      books.exportStatement text`,
  ],
  [
    "what who decides over money going out must know: the reseller's balance and debt, and the money's origin",
    `
      withdrawals.list rows[].amountFen rows[].payFen rows[].markedFen rows[].balanceFen rows[].debtFen
      withdrawals.list rows[].origins[].amountFen rows[].onCreditFen
      withdrawals.showPayee account
      withdrawals.pay amountFen
      withdrawals.reject amountFen
      payouts.list rows[].amountFen rows[].payFen rows[].markedFen rows[].balanceFen rows[].debtFen
      payouts.list rows[].origins[].amountFen rows[].onCreditFen
      payouts.showPayee account
      payouts.approve amountFen
      payouts.pay amountFen
      payouts.reject amountFen`,
  ],
  [
    'what opens something, shown this once to who made it',
    `
      cards.buy codes[]
      cards.showKeys codes[]
      factors.totpBegin secret
      factors.totpConfirm recoveryCodes[]
      factors.passkeyFinish recoveryCodes[]
      factors.recoveryRenew recoveryCodes[]
      keys.make text
      keys.rotate text
      monitors.add password totp.secret
      monitors.enable password
      monitors.resetTotp totp.secret
      nodes.uniproxyToken token
      resellers.inviteOwner link
      staff.invite link
      user.resetCode code link
      users.create link
      webhooks.add secret
      webhooks.rotate secret`,
  ],
  [
    'the record of who did what, with the addresses of staff and masked mails, behind audit.read',
    `
      audit.list rows[].detail.* rows[].before.* rows[].after.* rows[].address
      user.history/audit rows[].detail.*
      audit.export text[Before] text[After] text[Detail] text[Address]`,
  ],
]

/** Whoever may make the call sees it whole; what is kept from a reader stands here no more than elsewhere. */
const open: Open = [
  [
    'amounts of orders and payments, which support reads too',
    `
      orders.list rows[].totalFen rows[].refundedFen
      orders.export text[Amount] text[Refunded]
      orders.show totalFen refundedFen listFen discountFen creditFen steps[].amountFen refundableFen wish.amountFen
      orders.show byHand.notedFen couponCode
      orders.wishRefund amountFen
      user.history/orders rows[].amountFen rows[].detail.*
      user.history/payments rows[].amountFen rows[].detail.*
      payments.list rows[].amountFen rows[].refundedFen
      stuckPayments.list rows[].amountFen
      platformStuckPayments.list rows[].amountFen
      bills.list rows[].amountFen
      platformBills.list rows[].amountFen
      payments.export text[Amount] text[Refunded]
      payments.show amountFen refundedFen refunds[].amountFen refundableFen wish.amountFen
      refunds.wishes rows[].amountFen
      refunds.list rows[].amountFen
      refunds.find paidFen leftFen
      refunds.preview moves[].account moves[].amountFen
      refunds.make amountFen
      refunds.grant amountFen`,
  ],
  [
    "a user's balance and its entries",
    `
      users.list rows[].balanceFen
      users.export text[Balance]
      users.exportTicked text[Balance]
      user.show balanceFen
      tickets.desk user.balanceFen lately[].detail.*
      user.timeline rows[].detail.*
      user.history/ledger rows[].amountFen rows[].balanceFen rows[].detail.*
      user.history/gifts rows[].amountFen rows[].detail.*
      user.history/cards rows[].amountFen rows[].detail.*
      user.history/invited rows[].detail.*
      adjustments.look balanceFen owedFen
      adjustments.make balanceFen
      adjustments.list rows[].amountFen
      adjustments.unclaimed rows[].balanceFen
      adjustments.payOutUnclaimed leftFen`,
  ],
  [
    "the team's own: what a key may spend and from where it came, who it is that reads, what was written just now",
    `
      keys.list rows[].dailyFen rows[].spentFen rows[].usedFrom
      session.show member.email
      money.setPayee accountMasked nameMasked
      giftLinks.make link.lastFour`,
  ],
  [
    'the smallest amount of a way to pay and its fee, which every payer reads',
    `
      merchants.list rows[].ways[].minFen rows[].ways[].feeFen
      platformMerchants.list rows[].ways[].minFen rows[].ways[].feeFen`,
  ],
  [
    "the platform's machines, imports and troubles",
    `
      nodes.show address alerts[].detail.* alerts[].text
      alerts.list rows[].detail.* rows[].text
      imports.list tasks[].trouble.code
      imports.report source.findings[].code source.findings[].sumFen`,
  ],
  [
    'words that people wrote or the program says, without a private word in them',
    `
      articles.preview blocks[].runs[].text
      brand.previewText blocks[].runs[].text
      notices.preview blocks[].runs[].text
      platformNotices.preview blocks[].runs[].text
      told.list rows[].blocks[].runs[].text
      network.words rows[].text rows[].answer.text
      resellers.words rows[].text rows[].answer.text
      tickets.fill text
      bell.list rows[].detail.*
      user.show inviteCode
      tickets.desk user.inviteCode
      clients.list rows[].link`,
  ],
]

const agreedFigures: readonly AgreedFigure[] = [
  ...kept,
  ...told.map(([figure, places]) => ({
    figure,
    needs: [],
    otherwise: 'absent' as const,
    tells: true as const,
    places,
  })),
  ...open.map(([figure, places]) => ({ figure, needs: [], otherwise: 'absent' as const, places })),
]

export type AgreedPlace = Omit<AgreedFigure, 'places'> & { call: string; field: string }
/** A row for each field of each call. */
export const agreedPlaces: readonly AgreedPlace[] = agreedFigures.flatMap(({ places, ...row }) =>
  places
    .trim()
    .split('\n')
    .flatMap((line) => {
      const [call, ...fields] = line.trim().split(' ')
      return fields.map((field) => ({ ...row, call: call!, field }))
    }),
)
