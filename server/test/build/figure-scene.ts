import { randomUUID } from 'node:crypto'

import { api } from '../../../contract/api.ts'
import { consoleApi } from '../../../contract/console/api.ts'
import { saveDay } from '../../domains/console/overview/day-queries.ts'
import { clock } from '../../platform/clock.ts'
import { spanOf, dayOf } from '../../platform/text/business-day.ts'
import { buildTenant, type Tenant } from '../matrix/build-tenant.ts'
import type { CashierApp } from '../run/make-cashier-app.ts'
import { buildCards } from './build-cards.ts'
import { buildSession } from './build-session.ts'
import { buildStaff } from './build-staff.ts'
import { buildPackage, fund, fundReseller } from './money-factories.ts'
import { openShop } from './shop.ts'

const WEEK_MS = 7 * 86_400_000
/** Odd enough to be found wherever they turn up, alone or in a text. */
const RETAIL_FEN = 457_133
const WHOLESALE_FEN = 133_717
const HAND_WHOLESALE_FEN = 179_491
const KEY_COST_FEN = 151_693
const KEY_PRICE_FEN = 219_971
const ADDRESS = '203.0.113.77'
const PAYEE = 'payee.of.the.shop@pay.example'
const COMMISSION_PERCENT = 13

type FigureScene = { tenant: Tenant; planted: Planted }
/** By figure: what it reads like when it is whole. */
export type Planted = Record<
  'wholesale' | 'margin' | 'commission' | "reseller's balance" | 'mail' | 'address' | 'card key' | 'payee' | 'secret',
  readonly string[]
>

/** A shop where everything was sold, earned and written down, in this week and the one before, at recognisable values. */
export async function buildFigureScene(made: CashierApp, resellerId: number): Promise<FigureScene> {
  const { db, config } = made
  clock.shift(-WEEK_MS)
  const tenant = await buildTenant(made, resellerId, 'figure')
  await db.kysely
    .updateTable('resellers')
    .set({ commissionPercent: COMMISSION_PERCENT, createdAt: clock.now() })
    .where('id', '=', resellerId)
    .execute()
  await fundReseller(db, resellerId, 1_234_567)
  await sellEverything(made, tenant)
  const weekAgo = spanOf(dayOf(clock.now(), config.businessTz), config.businessTz)
  clock.shift(WEEK_MS)
  await saveDay(db, weekAgo)
  const { codes, order } = await sellEverything(made, tenant)
  const secrets = await plantPrivate(made, tenant)
  const shown = { ...tenant, things: { ...tenant.things, order } }
  return { tenant: shown, planted: await readPlanted(made, tenant, codes, secrets) }
}

/** One sale by the shop with a commission, one by hand, one by a card key, one by a user's gift link; a gift link. */
async function sellEverything(made: CashierApp, { resellerId, account }: Tenant) {
  const { db, call, config } = made
  const shop = openShop(made)
  const buyer = await shop.buildBuyer({ resellerId, fen: 2 * RETAIL_FEN + 98_773 })
  await db.kysely.updateTable('accounts').set({ inviterId: account.id }).where('id', '=', buyer.account.id).execute()
  const price = (wholesaleFen: number) => ({ prices: { month: { retailFen: RETAIL_FEN, wholesaleFen } } })
  const plan = await buildPackage(db, { resellerId, ...price(WHOLESALE_FEN) })
  const { orderId: order } = await shop.purchase(buyer, plan)
  const other = await shop.buildBuyer({ resellerId, fen: 0 })
  const byHand = await buildPackage(db, { resellerId, ...price(HAND_WHOLESALE_FEN) })
  const member = await buildStaff(made, { resellerId })
  const sale = { packageId: byHand.wireId, period: 'month', costFen: HAND_WHOLESALE_FEN, notedFen: 4_001 } as const
  await done(member.call(consoleApi.user.sell, { id: other.account.id, ...sale, key: randomUUID() }))
  const ofKeys = await buildPackage(db, { resellerId, ...price(KEY_COST_FEN) })
  const wish = { kind: 'package', packageId: ofKeys.id, value: 1, count: 3, priceFen: KEY_PRICE_FEN } as const
  const { codes } = await buildCards(db, { resellerId, ...wish }, config.secretKey)
  const third = await shop.buildBuyer({ resellerId, fen: 0 })
  await done(call(api.cards.redeem, { code: codes[0]! }, { token: third.token, address: '10.9.8.7' }))
  const gift = { packageId: plan.wireId, days: 30, priceFen: WHOLESALE_FEN } as const
  await done(member.call(consoleApi.giftLinks.make, { ...gift, key: randomUUID() }))
  const [offer] = (await call(api.gifts.offers, {}, { token: buyer.token })).data.offers
  const wanted = { packageId: offer!.packageId, ...offer!.prices[0]!, key: randomUUID() }
  const given = await call(api.gifts.make, wanted, { token: buyer.token })
  await done(Promise.resolve(given))
  const friend = await shop.buildBuyer({ resellerId, fen: 0 })
  await done(call(api.cards.redeem, { code: given.data.url!.split('#')[1]! }, { token: friend.token }))
  await fund(db, account, 98_773)
  return { codes, order }
}

/** Where people were, where money goes, and what opens something. Returns secrets that no member ever sees. */
async function plantPrivate(made: CashierApp, { resellerId, account, things }: Tenant): Promise<string[]> {
  const { db } = made
  const now = clock.now()
  const soon = new Date(now.getTime() + 6 * 3_600_000)
  await buildSession(db, account)
  await db.kysely.updateTable('sessions').set({ address: ADDRESS }).where('accountId', '=', account.id).execute()
  await db.kysely.updateTable('staffSessions').set({ address: ADDRESS, seenAt: now, expiresAt: soon }).execute()
  await db.kysely.updateTable('staffInvitations').set({ expiresAt: soon }).execute()
  const seen = { address: ADDRESS, firstSeenAt: now, seenAt: now, nodeId: Number(things.node) }
  await db.kysely
    .insertInto('lineAddresses')
    .values({ resellerId, accountId: account.id, ...seen })
    .execute()
  const facts = { at: now.toISOString(), system: 'Safari · iOS', client: null, lines: [] }
  const payment = { at: now.toISOString(), state: 'paid', amountFen: RETAIL_FEN }
  await db.kysely
    .updateTable('tickets')
    .set({ facts: JSON.stringify({ ...facts, payment }) })
    .where('resellerId', '=', resellerId)
    .execute()
  const boss = await buildStaff(made, { resellerId })
  await done(boss.call(consoleApi.money.setPayee, { method: 'alipay', account: PAYEE, name: 'Payee of the shop' }))
  const { rows } = await db.pool.query<{ secret: string }>(
    `select password_hash as secret from accounts where reseller_id = $1 and password_hash is not null
     union all select password_hash from staff where reseller_id = $1`,
    [resellerId],
  )
  return rows.map(({ secret }) => secret)
}

async function readPlanted({ db }: CashierApp, { resellerId, account }: Tenant, codes: string[], secrets: string[]) {
  const { rows } = await db.pool.query<{ amount_fen: number }>(
    'select distinct amount_fen from commissions where reseller_id = $1',
    [resellerId],
  )
  const commissions = rows.map(({ amount_fen: fen }) => Number(fen))
  const { rows: pocket } = await db.pool.query<{ balance: number }>(
    `select balance_fen as balance from ledger_accounts where code = 'reseller:' || $1::integer`,
    [resellerId],
  )
  const margins = commissions.map((fen) => RETAIL_FEN - WHOLESALE_FEN - fen)
  return {
    wholesale: [WHOLESALE_FEN, HAND_WHOLESALE_FEN, KEY_COST_FEN].flatMap(written),
    margin: [...margins, KEY_PRICE_FEN - KEY_COST_FEN].flatMap(written),
    commission: commissions.flatMap(written),
    "reseller's balance": pocket.flatMap(({ balance }) => written(Number(balance))),
    mail: [`${account.userName}@mail.example`, `staff.${account.userName}@mail.example`],
    address: [ADDRESS],
    'card key': codes,
    payee: [PAYEE, `${account.userName}@pay.example`],
    secret: secrets,
  }
}

/** As a number, and as an amount of money in a text. */
const written = (fen: number) => [String(fen), (fen / 100).toFixed(2)]

async function done(answer: Promise<{ status: number; text: string }>): Promise<void> {
  const { status, text } = await answer
  if (status !== 200) throw new Error(`The scene is not built: ${status} ${text}`)
}
