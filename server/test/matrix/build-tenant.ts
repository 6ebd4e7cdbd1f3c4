import { randomBytes, randomUUID } from 'node:crypto'

import { api } from '../../../contract/api.ts'
import { CARD_RANDOM_SYMBOLS, makeCardCode } from '../../../contract/card-code.ts'
import { sealPayout } from '../../domains/accounts/payout-account.ts'
import { assignCards } from '../../domains/cards/assign-cards.ts'
import { sealPayee } from '../../domains/payouts/payee-seal.ts'
import { clock } from '../../platform/clock.ts'
import { randomToken, sha256 } from '../../platform/secrets/crypto.ts'
import { drawCardCode } from '../../platform/secrets/draw-card-code.ts'
import { buildCards } from '../build/build-cards.ts'
import { insertKey } from '../build/build-key.ts'
import { buildNotice } from '../build/build-notice.ts'
import { buildSession } from '../build/build-session.ts'
import { buildStaff, buildStaffSession } from '../build/build-staff.ts'
import { buildTicket, buildTicketPicture } from '../build/build-ticket.ts'
import { buildAccount, buildReseller } from '../build/factories.ts'
import { buildLine, buildNode } from '../build/line-desk.ts'
import { buildCoupon, buildPackage, buildTrial, fund, GB } from '../build/money-factories.ts'
import { makePayDesk } from '../build/pay-desk.ts'
import type { CashierApp } from '../run/make-cashier-app.ts'
import { merchantThings } from './merchant-things.ts'
import type { Things } from './object-fields.ts'

export type Tenant = {
  resellerId: number
  account: { id: number; resellerId: number; userName: string }
  owner: Awaited<ReturnType<typeof buildStaff>>
  things: Things
}

/** A user and a staff member at a reseller, with one of each thing that has an id. The word is in every name. */
export async function buildTenant(made: CashierApp, resellerId: number, word: string): Promise<Tenant> {
  const { db } = made
  await buildReseller(db, { id: resellerId })
  const name = `${word}user`
  const account = await buildAccount(db, { resellerId, userName: name, email: `${name}@mail.example` })
  const invited = await buildAccount(db, { resellerId, userName: `${name}friend` })
  await db.kysely.updateTable('accounts').set({ inviterId: account.id }).where('id', '=', invited.id).execute()
  const owner = await buildStaff(made, { resellerId, name: `${word}boss`, email: `staff.${name}@mail.example` })
  const things = { ...(await soldThings(made, account)), ...(await teamThings(made, resellerId, owner.staffId)) }
  return {
    resellerId,
    account,
    owner,
    things: {
      ...things,
      ...(await restOf(made, account, owner.staffId)),
      ...(await webhookThings(made.db, account.resellerId)),
      ...(await platformThings(db, resellerId, word)),
    },
  }
}

type Account = Tenant['account']

/** Things that only the platform's staff name. */
async function platformThings(db: CashierApp['db'], resellerId: number, word: string) {
  const made = { name: `${word} of the platform ${resellerId}`, createdAt: clock.now() }
  const group = await db.kysely.insertInto('nodeGroups').values(made).returning('id').executeTakeFirstOrThrow()
  const list = await db.kysely.insertInto('priceLists').values(made).returning('id').executeTakeFirstOrThrow()
  return { reseller: String(resellerId), group: String(group.id), priceList: String(list.id) }
}

/** Things that a user buys, has and is offered. */
async function soldThings(made: CashierApp, account: Account) {
  const { db, config, payTypes } = made
  const { resellerId, id, userName } = account
  await fund(db, account, 50_000)
  const payer = { resellerId, id, token: await buildSession(db, account) }
  const desk = makePayDesk(made)
  const plan = await buildPackage(db, { resellerId, prices: { month: 3000 } })
  const coupon = await buildCoupon(db, { resellerId, accountId: id })
  const wish = { action: 'new', packageId: plan.wireId, period: 'month' } as const
  const ask = async () => (await made.call(api.packages.quote, wish, { token: payer.token })).data.quoteId
  const quote = await ask()
  const buying = { quoteId: await ask(), payBy: 'online', key: randomUUID() } as const
  const order = (await made.call(api.packages.buy, buying, { token: payer.token })).data.orderId
  const outTradeNo = (await desk.topUp(payer, 500)).data.out_trade_no
  const assigned = await buildCards(db, { resellerId }, config.secretKey)
  const codes = [assigned.code]
  await assignCards({ db, config, now: clock.now() }, { resellerId, userName, codes }, 'operator:test')
  const free = await buildCards(db, { resellerId, count: 3 }, config.secretKey)
  const card = await db.kysely
    .selectFrom('cards')
    .select(['id', 'batchId'])
    .where('resellerId', '=', resellerId)
    .where('batchId', '=', free.batchId)
    .executeTakeFirstOrThrow()
  await db.kysely
    .insertInto('subscriptions')
    .values({
      resellerId,
      accountId: id,
      packageId: plan.id,
      period: 'month',
      totalBytes: 100 * GB,
      expiresAt: new Date(clock.now().getTime() + 20 * 86_400_000),
      deviceLimit: 3,
      lineLimit: 5,
    })
    .onConflict((oc) => oc.doNothing())
    .execute()
  const line = await buildLine(made, account, await buildNode(db, { resellerId }))
  const { number } = await db.kysely
    .selectFrom('lines')
    .select('number')
    .where('id', '=', line)
    .executeTakeFirstOrThrow()
  return {
    account: String(id),
    batch: String(card.batchId),
    card: String(card.id),
    cardCode: free.codes[2]!,
    coupon: String(coupon.id),
    couponCode: coupon.code,
    line,
    lineNumber: String(number),
    node: String(await buildNode(db, { resellerId })),
    order,
    outTradeNo,
    package: plan.wireId,
    payment: (await desk.payment(outTradeNo)).id,
    payType: payTypes.alipay,
    quote,
    special: await comingSpecial(db, resellerId, plan.id),
    trial: (await buildTrial(db, { resellerId, days: 3, paidBy: 'platform', wholesaleFen: 100 })).wireId,
    userName,
  }
}

/** Far ahead, so that it changes no price here. */
function comingSpecial(db: CashierApp['db'], resellerId: number, packageId: number): Promise<string> {
  const startsAt = new Date(clock.now().getTime() + 300 * 86_400_000)
  const days = { startsAt, endsAt: new Date(startsAt.getTime() + 86_400_000), createdAt: clock.now() }
  return insert(db, 'specialPrices', { resellerId, packageId, period: 'month', retailFen: 2000, ...days })
}

/** Things that belong to staff. */
async function teamThings(made: CashierApp, resellerId: number, staffId: number) {
  const { db } = made
  const now = clock.now()
  const member = await buildStaff(made, { resellerId, role: 'support' })
  const role = await insert(db, 'staffRoles', {
    resellerId,
    name: `Night ${staffId}`,
    permissions: ['users.read'],
    createdAt: now,
  })
  const invitation = await insert(db, 'staffInvitations', {
    resellerId,
    role: 'viewer',
    tokenHash: randomBytes(32),
    email: 'invited@mail.example',
    invitedBy: `staff:${staffId}`,
    createdAt: now,
    expiresAt: new Date(now.getTime() + 86_400_000),
  })
  const key = { publicKey: randomBytes(32), counter: 0, name: 'phone', createdAt: now }
  const memberPasskey = await insert(db, 'staffPasskeys', { id: randomToken(), staffId, ...key })
  const words = { screen: 'users', name: 'ending', query: 'state=active', createdAt: now }
  const view = await insert(db, 'savedViews', { staffId, resellerId, ...words })
  await buildStaffSession(db, staffId)
  const sessions = await db.kysely
    .selectFrom('staffSessions')
    .select('id')
    .where('staffId', '=', staffId)
    .orderBy('createdAt', 'desc')
    .execute()
  const { id: apiKey } = await insertKey(db, { resellerId, madeBy: staffId })
  return {
    apiKey: String(apiKey),
    member: String(member.staffId),
    role,
    invitation,
    memberPasskey,
    view,
    memberSession: sessions[0]!.id,
  }
}

/** Rows that are only stored and never used. */
async function restOf(made: CashierApp, account: Account, staffId: number) {
  const { db } = made
  const { resellerId, id: accountId } = account
  const now = clock.now()
  const hashes = { requestKey: randomUUID(), inputHash: randomBytes(32), createdAt: now }
  const run = { action: 'block', reason: 'a word', people: 1, costFen: 0, ...hashes } as const
  const bulk = await insert(db, 'bulkRuns', { id: randomUUID(), resellerId, staffId, ...run })
  await db.kysely.insertInto('bulkItems').values({ bulkId: bulk, resellerId, accountId }).execute()
  const given = { kind: 'balance', amountFen: 100, costFen: 100, paidBy: 'platform' } as const
  const gift = { ...given, givenBy: `staff:${staffId}` }
  const money = { method: 'alipay', amountFen: 1000, createdAt: now } as const
  const [payoutId, withdrawalId] = [randomUUID(), randomUUID()]
  const payee = { account: `${account.userName}@pay.example`, name: account.userName }
  const paid = { state: 'paid', paidBy: 'reseller', settledAt: now } as const
  const note = { author: `staff:${staffId}`, body: 'a note', createdAt: now }
  await db.kysely
    .insertInto('accountNotes')
    .values({ resellerId, accountId, ...note })
    .execute()
  await db.kysely.insertInto('accountTags').values({ resellerId, accountId, tag: 'a tag', createdAt: now }).execute()
  const host = `${account.userName}.example`
  await db.kysely.insertInto('resellerDomains').values({ resellerId, host, verifiedAt: now }).execute()
  // Only one can be open at a time: the one of the tenant built last.
  const settled = { state: 'paid', settledAt: now, settledBy: 'operator:test' } as const
  await db.kysely.updateTable('payouts').set(settled).where('resellerId', '=', resellerId).execute()
  const key = { publicKey: randomBytes(32), name: 'phone', createdAt: now }
  const session = await db.kysely
    .selectFrom('sessions')
    .select('id')
    .where('resellerId', '=', resellerId)
    .where('accountId', '=', accountId)
    .executeTakeFirstOrThrow()
  return {
    alert: await insert(db, 'alerts', {
      resellerId,
      kind: 'test.kind',
      subject: host,
      createdAt: now,
      lastSeenAt: now,
    }),
    article: await insert(db, 'articles', { resellerId, id: ownArticleId(), ...anArticle(now) }),
    bulk,
    domain: host,
    feedDevice: await insert(db, 'feedDevices', { resellerId, accountId, sessionId: session.id, ...oneScanCode(now) }),
    gift: await insert(db, 'gifts', { resellerId, accountId, ...gift, ...hashes }),
    ...(await giftLinksOf(db, account, staffId)),
    ...(await merchantThings(made, account)),
    namedDevice: await nameDevice(db, account),
    notice: (await buildNotice(db, { resellerId })).id,
    passkey: await insert(db, 'passkeys', { id: randomToken(), resellerId, accountId, ...key }),
    payout: await insert(db, 'payouts', {
      id: payoutId,
      resellerId,
      askedBy: `staff:${staffId}`,
      ...money,
      sealedAccount: sealPayee(made.config, payoutId, payee),
    }),
    session: session.id,
    ...(await deskThings(db, account)),
    ...(await ticketThings(db, account)),
    withdrawal: await insert(db, 'withdrawals', {
      id: withdrawalId,
      resellerId,
      accountId,
      ...money,
      ...paid,
      sealedAccount: sealPayout(made.config, withdrawalId, payee),
    }),
  }
}

/** On, with an event that was given up. */
async function webhookThings(db: CashierApp['db'], resellerId: number) {
  const createdAt = clock.now()
  const [webhookId, eventId] = [randomUUID(), randomUUID()]
  const place = { name: 'bot', url: 'https://1.1.1.1/hook', events: ['order.paid'], sealedSecret: randomBytes(60) }
  const webhook = await insert(db, 'webhooks', { id: webhookId, resellerId, ...place, createdAt })
  const event = { type: 'order.paid', object: 'order:1', body: '{}', createdAt }
  await insert(db, 'webhookEvents', { id: eventId, resellerId, ...event })
  const sent = { webhookId, eventId, resellerId, object: 'order:1', notBefore: createdAt, createdAt }
  const given = { state: 'given_up', tries: 1, endedAt: createdAt } as const
  const webhookDelivery = await insert(db, 'webhookDeliveries', { ...sent, ...given })
  const tried = { deliveryId: Number(webhookDelivery), resellerId, status: 500, answer: 'no', tookMs: 1, createdAt }
  await insert(db, 'webhookTries', tried)
  return { webhook, webhookDelivery }
}

/** Taken back already, so that taking them back again moves no money. */
async function giftLinksOf(db: CashierApp['db'], { resellerId, id: giverId }: Account, staffId: number) {
  const { id: packageId } = await db.kysely.selectFrom('packages').select('id').limit(1).executeTakeFirstOrThrow()
  const now = clock.now()
  const given = { resellerId, packageId, kind: 'days', days: 7, priceFen: 0, wholesaleFen: 0 }
  const times = { createdAt: now, expiresAt: now, endedAt: now, state: 'returned' }
  const giftCode = drawCardCode()
  const link = (code: string) => ({ ...given, ...times, id: randomUUID(), lastFour: 'ABCD', codeHash: sha256(code) })
  const made = { madeBy: `staff:${staffId}`, requestKey: randomUUID() }
  return {
    giftCode,
    giftLink: await insert(db, 'giftLinks', { ...link(giftCode), ...made, giverId }),
    officeGiftLink: await insert(db, 'giftLinks', { ...link(drawCardCode()), ...made }),
  }
}

async function nameDevice(db: CashierApp['db'], { resellerId, id: accountId }: Account): Promise<string> {
  const hwidHash = randomBytes(32)
  const times = { firstSeenAt: clock.now(), seenAt: clock.now() }
  await db.kysely
    .insertInto('feedHwids')
    .values({ resellerId, accountId, hwidHash, ...times })
    .execute()
  return hwidHash.toString('hex')
}

/** A ticket whose message has a picture, and a picture that waits for a message. */
async function ticketThings(db: CashierApp['db'], account: Account) {
  const ticket = await buildTicket(db, account)
  return {
    ticket,
    ticketPicture: await buildTicketPicture(db, account, ticket),
    unsentPicture: await buildTicketPicture(db, account),
  }
}

const ownArticleId = () => `own-${randomBytes(6).toString('hex')}`
const anArticle = (now: Date) => ({ title: 'How to', body: 'Like this', createdAt: now, changedAt: now })

const oneScanCode = (now: Date) => ({ codeHash: randomBytes(32), createdAt: now, expiresAt: now })

type Table = Parameters<CashierApp['db']['kysely']['insertInto']>[0]

/** Inserts rows into any table; the test's types end here, and the schema checks the rest. */
async function insert(db: CashierApp['db'], table: Table, values: object): Promise<string> {
  const row = await db.kysely
    .insertInto(table)
    .values(values as never)
    .returning('id' as never)
    .executeTakeFirstOrThrow()
  return String((row as { id: unknown }).id)
}

async function deskThings(db: CashierApp['db'], { resellerId, userName: askedBy }: Account) {
  const at = clock.now()
  const row = { resellerId, format: 'csv', state: 'done', askedBy, askedAt: at, endedAt: at } as const
  const template = await insert(db, 'ticketTemplates', { resellerId, id: ownArticleId(), ...anArticle(at) })
  const picture = () => ({ id: randomUUID(), resellerId, width: 1, height: 1, bytes: randomBytes(20), createdAt: at })
  return {
    export: await insert(db, 'exports', row),
    template,
    templatePicture: await insert(db, 'templatePictures', { ...picture(), templateId: template }),
    unsavedPicture: await insert(db, 'templatePictures', picture()),
  }
}

const absentNumber = '999999999'
/** Ids that never existed. */
export const absentThings: Things = {
  account: absentNumber,
  alert: absentNumber,
  apiKey: absentNumber,
  article: 'own-abcdefabcdef',
  batch: absentNumber,
  billRow: absentNumber,
  bulk: randomUUID(),
  card: absentNumber,
  cardCode: makeCardCode(Array.from({ length: CARD_RANDOM_SYMBOLS }, () => 0))!,
  coupon: absentNumber,
  couponCode: 'CODE-NONE',
  domain: 'nobody.example',
  export: absentNumber,
  feedDevice: absentNumber,
  gift: absentNumber,
  giftCode: makeCardCode(Array.from({ length: CARD_RANDOM_SYMBOLS }, () => 0))!,
  giftLink: randomUUID(),
  officeGiftLink: randomUUID(),
  group: absentNumber,
  invitation: randomUUID(),
  line: randomUUID(),
  lineNumber: absentNumber,
  member: absentNumber,
  memberPasskey: randomToken(),
  memberSession: randomUUID(),
  merchant: 'abcdefabcdef',
  namedDevice: 'ab'.repeat(32),
  node: absentNumber,
  notice: absentNumber,
  order: randomUUID(),
  outTradeNo: '20260101abcdefghijklmnopqrstuvwx',
  package: absentNumber,
  passkey: randomToken(),
  payment: randomUUID(),
  payType: 'abcdefabcdef-alipay',
  payout: randomUUID(),
  priceList: absentNumber,
  quote: randomUUID(),
  reseller: absentNumber,
  role: absentNumber,
  session: randomUUID(),
  template: 'own-abcdefabcdef',
  ticket: absentNumber,
  special: absentNumber,
  templatePicture: randomUUID(),
  ticketPicture: randomUUID(),
  unsavedPicture: randomUUID(),
  unsentPicture: randomUUID(),
  trial: absentNumber,
  userName: 'nobody-of-that-name',
  view: absentNumber,
  webhook: randomUUID(),
  webhookDelivery: absentNumber,
  confirmation: absentNumber,
  withdrawal: randomUUID(),
}
