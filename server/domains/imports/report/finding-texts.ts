/** `namesEach`: the report has every one of them, not only the first few. */
export type FindingText = { says: string; becomes: string; needsLook?: boolean; namesEach?: boolean }

const look = (says: string, becomes: string): FindingText => ({ says, becomes, needsLook: true })
const rule = (says: string, becomes: string): FindingText => ({ says, becomes })

/** What may not fit, and what the import does with it. Where a person must decide, the check ends with 1. */
const texts = {
  userTwice: look('users with a number that another one has', 'the first is taken, the others are left out'),
  userNumberless: look('users without a number', 'left out'),
  usersTooMany: look(
    'users beyond the three million that are compared',
    'names and inviters of these are not compared',
  ),
  mailName: rule(
    'users who sign in by a name that is no e-mail',
    'they keep it; without an e-mail they can set no new password by themselves',
  ),
  mailNone: rule('users without a usable e-mail or name', 'the name is user- and the old number, no e-mail is kept'),
  nameChanged: rule(
    'e-mails that are no user name here (letters, digits, _ . @ -, 4 to 40)',
    'the e-mail stays; in the name each other sign becomes -, and it ends after 40',
  ),
  nameDouble: rule(
    'users whose name another user has, by capital letters or by the rule above',
    'kept by the user whose e-mail it is, else the first; others get - and their old number behind it',
  ),
  nameMarkup: rule('names with HTML, or that begin like a formula', 'they stay text, and are never run'),
  passwordUnknown: rule('users whose password nobody can check', 'they set a new one by e-mail'),
  balanceNegative: look('balances below zero', 'nothing is booked; the debt is for you to decide'),
  balanceLarge: look('balances above 100,000.00', 'booked as they are, when you say so'),
  balanceOdd: look('balances that are no whole number of cents', 'nothing is booked'),
  commissionNegative: look('commission below zero', 'nothing is booked'),
  commissionLarge: look('commission above 100,000.00', 'booked as it is, when you say so'),
  commissionOdd: look('commission that is no whole number of cents', 'nothing is booked'),
  inviterGone: rule('users whose inviter is gone', 'they have no inviter'),
  inviterRing: rule('rings of users who invited one another', 'the youngest of each ring has no inviter'),
  planGone: look('users of a plan that is gone', 'their time and traffic need a plan: make one, or they have none'),
  endsNever: rule('plans without an end', 'what is sold once lasts until it is used, the rest ends after 3,660 days'),
  endsMs: rule('ends that are in milliseconds', 'read as such'),
  endsFar: rule('plans that end after more than ten years', 'they end after 3,660 days'),
  quotaOdd: look('users whose traffic is below 0', 'they get the traffic of their plan'),
  quotaHuge: rule('users whose traffic has no limit there', 'they get a million GiB, which is the most here'),
  usedNegative: rule('users who used less than nothing', 'they have used nothing'),
  discountOwn: rule('users with a discount of their own', 'there is no place for it: give them a coupon'),
  commissionOwn: rule('users with a commission rule of their own', "the reseller's rule holds"),
  uuidOdd: rule('users without a usable uuid', 'they get a new one, and import their lines again'),
  uuidDouble: rule('users with the uuid of another', 'they get a new one, and import their lines again'),
  tokenOdd: rule('users without a usable subscription token', 'their old address ends'),
  tokenDouble: rule('users with the subscription token of another', 'their old address ends'),
  telegram: rule('users bound to a Telegram bot', 'they bind it again to yours'),
  staff: rule('administrators and staff', 'they become users; invite them into the console'),
  planNumberless: look('plans without a number', 'left out'),
  planName: rule(
    'plans with a name that is empty or longer than 40',
    'it ends after 40; an empty one becomes plan and the old number',
  ),
  planDouble: rule('plans with the name of another', 'the old number is put behind it'),
  planQuota: look('plans whose traffic is missing or too large', 'left out until you give them some'),
  planUnsold: rule('plans without a price', 'they come unlisted'),
  periodTwoYears: rule('prices for two years', 'not sold; who has paid keeps the time; sell the year instead'),
  periodThreeYears: rule('prices for three years', 'not sold; who has paid keeps the time; sell the year instead'),
  priceReset: rule('prices for a reset of traffic', "sell a traffic pack of the plan's size at this price"),
  priceFree: rule('prices of zero', 'not sold; offer a free trial instead'),
  priceOdd: look('prices that are below zero or no whole number of cents', 'not sold'),
  priceLarge: look('prices above 100,000.00', 'taken as they are, when you say so'),
  chargedLess: rule('prices of which Xboard takes a cent less than it shows', 'the price that is shown'),
  resetOther: rule(
    'plans whose traffic starts again on another day than the day of expiry',
    'it starts again each month on the day of expiry; used bytes come over',
  ),
  resetNever: look(
    'plans whose traffic starts again each year or never',
    'sell them as one-time plans, or it starts again each month',
  ),
  resetSite: rule('plans that reset as the site says', 'it starts again each month on the day of expiry'),
  renewOff: rule('plans that cannot be renewed', 'unlisted: users keep them to their end'),
  groupEmpty: look('plans whose group has no node', 'their users would have no lines'),
  couponCode: rule('coupons with signs that a code cannot have (A-Z, 0-9, -, 3 to 32)', 'left out'),
  couponDouble: rule('coupons that differ by capital letters alone', 'the first is taken'),
  couponPlans: rule('coupons for several plans', 'left out: make one for each plan'),
  couponPeriods: rule('coupons for some periods', 'left out: here a coupon holds for every period'),
  couponOver: rule('coupons that are used up or over', 'left out'),
  couponOff: rule('coupons that are switched off', 'left out; switched on there, they come with the next run'),
  couponOdd: look('coupons with an impossible value', 'left out'),
  giftMany: rule('gift codes that can be used more than once', 'left out: a card key is used once; make a coupon'),
  giftOther: rule(
    'gift codes for a reset, for several things or for luck',
    'left out: give what they promise by hand or by a gift link',
  ),
  giftConditions: rule('gift codes with conditions', 'left out: here a key is for everybody who has it'),
  giftTraffic: rule(
    'gift codes for traffic',
    'they come when the reseller has a traffic pack on offer here, which sets what they cost; else left out',
  ),
  giftDays: rule(
    'gift codes for days of whatever plan a user has',
    'left out, since there are several plans: buy keys for days of each',
  ),
  giftPlan: rule(
    'gift codes for a plan that is gone, has no traffic, or no price by time here',
    'left out: nobody knows what they cost; give the plan a price in the old panel',
  ),
  giftLater: rule('gift codes that cannot be used yet', 'left out: a run after that day brings them'),
  giftCode: rule('gift codes that are no 8 to 24 letters and digits', 'left out: shorter ones can be guessed'),
  giftDouble: rule('gift codes that differ by capital letters or hyphens alone', 'the first is taken'),
  giftOver: rule('gift codes that are used up', 'left out'),
  giftOdd: look('gift codes with an impossible value', 'left out'),
  giftOrphan: rule('gift codes whose template is gone', 'left out'),
  inviteCodes: rule('free invite codes beyond the first of a user', 'left out: here a user has one'),
  nodeLacks: rule(
    'settings of nodes that have no place here',
    'the list of nodes says which comes without them, and which not at all',
  ),
  nodeChild: rule(
    'nodes that share the agent of another',
    'each keeps its place; the list names those that become a further address',
  ),
  unlisted: look('nodes, groups or plans beyond ten thousand', 'they are not in the list'),
  nodeName: rule(
    'nodes with a name that is empty or longer than 40',
    'it ends after 40; an empty one becomes node and the old number',
  ),
  orderOpen: rule('orders that wait for a payment', 'left out: let them be paid or cancelled before the move'),
  orderPaid: look('orders that are paid and not opened', 'open them in the old panel first'),
  orderOdd: look('orders with an unknown state or impossible money', 'left out of the sums'),
  commissionPending: rule(
    'commission of sales that is not confirmed',
    'left out: let the old panel confirm it before the move',
  ),
  withdrawal: rule(
    'open tickets that ask for a withdrawal',
    'pay them in the old panel first: the commission is not held there',
  ),
  ticketLong: rule('tickets with a subject longer than 80, or a message longer than 4,000', 'cut there'),
  ticketOrphan: rule('tickets of users who are gone', 'left out'),
  textLong: rule(
    'notices and articles with a title longer than 80 or a text longer than 8,000',
    'cut there: shorten them first',
  ),
  textHtml: rule('notices and articles with HTML', 'only its text is kept, with links and pictures as addresses'),
  textPlaceholders: rule('articles with placeholders of the old panel', 'the sentences stay, the placeholders go'),
  textMembers: rule(
    'articles with parts that only users with a plan saw',
    'these parts are left out, since help pages here are open to everybody',
  ),
  textLanguage: rule('articles in a language that the portal has not', 'left out'),
  payments: rule('ways to pay', 'enter their keys again with: merchants add'),
  rowsDamaged: {
    ...look('values that cannot be read: too long, no number, no literal or no JSON', 'each is treated as missing'),
    namesEach: true,
  },
  rowsOdd: look('rows with more or fewer values than columns', 'left out'),
  badlyEncoded: look(
    'texts that are not in the encoding that the file declares',
    'the signs are lost: make the dump with --default-character-set=utf8mb4',
  ),
  utf8AsLatin1: rule('texts in UTF-8 that the file calls latin1', 'read as UTF-8'),
  doubleEncoded: look(
    'texts that the old panel wrote by a connection in latin1',
    'they come garbled: make the dump with --default-character-set=latin1, and it is read as what it is',
  ),
  charsetUnknown: look('encodings that we cannot read', 'texts are read as UTF-8'),
  columnsUnknown: look('tables with rows but without names of columns', 'left out: make the dump with CREATE TABLE'),
  statementsOdd: look(
    'statements whose rows cannot all be told (INSERT … SELECT, or damaged in the middle)',
    'left out',
  ),
  statementsOther: look(
    'statements that a dump does not have (UPDATE, DELETE, LOAD …)',
    'never run, and not looked at',
  ),
  databases: look('further databases in the file', 'left out: the first one with users is taken'),
  cut: look('file that ends in the middle', 'make it again: what is missing is not known'),
} satisfies Record<string, FindingText>

export type FindingCode = keyof typeof texts
export const findingTexts: Record<FindingCode, FindingText> = texts
