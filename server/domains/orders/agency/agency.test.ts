import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'

import { api } from '../../../../contract/api.ts'
import { consoleApi } from '../../../../contract/console/api.ts'
import { jobs } from '../../../jobs.ts'
import { clock } from '../../../platform/clock.ts'
import { inTransaction } from '../../../platform/db/db.ts'
import { createLog } from '../../../platform/log.ts'
import { buildSession } from '../../../test/build/build-session.ts'
import { buildStaff } from '../../../test/build/build-staff.ts'
import { buildAccount, buildReseller } from '../../../test/build/factories.ts'
import { buildPackage, fund } from '../../../test/build/money-factories.ts'
import { checkBooksAfterEach } from '../../../test/look/books.ts'
import { makeApp } from '../../../test/run/make-app.ts'
import { waitUntil } from '../../../test/run/wait-until.ts'
import { loadBalanceFen } from '../../ledger/load-balance.ts'
import { getReseller } from '../../resellers/reseller-config.ts'
import { setSuspended } from '../../staff/team/set-suspended.ts'
import { refundOrder } from '../refund-order.ts'
import { sell } from '../settle-order.ts'

const FEE = 88_800
const made = await makeApp({ AGENCY_FEE_FEN: String(FEE), PUBLIC_URL: 'https://portal.example' })
const { call, db, config } = made
checkBooksAfterEach(db)
const log = createLog('silent')

beforeEach(() => clock.reset())

async function buildUser({
  resellerId = 0,
  fen = 0,
  userName,
}: { resellerId?: number; fen?: number; userName?: string } = {}) {
  const account = await buildAccount(db, { resellerId, ...(userName ? { userName } : {}) })
  if (fen > 0) await fund(db, account, fen)
  return { account, token: await buildSession(db, account) }
}
type User = Awaited<ReturnType<typeof buildUser>>

const FORM = { name: '蓝鲸网络', contact: 'wx: blue-whale' }
const create = ({ token }: User, payBy: 'balance' | 'online', changes: object = {}) =>
  call(api.agencies.create, { ...FORM, payBy, key: randomUUID(), ...changes }, { token })
const own = async ({ token }: User) => (await call(api.agencies.own, {}, { token })).data
const infoOf = async ({ account, token }: User) =>
  (await call(api.accounts.info, { dailiKey: account.resellerId }, { token })).data
const platformFen = () => loadBalanceFen({ db }, { kind: 'platform', resellerId: null })
const refused = ({ status, code }: { status: number; code: string | null }) => [status, code]
const agencies = () => db.kysely.selectFrom('resellers').select('id').where('ownerAccountId', 'is not', null).execute()
const pay = (orderId: string, paymentId: string = randomUUID()) =>
  inTransaction(db, (tx) =>
    sell(
      { db: tx, now: clock.now(), config, log },
      { resellerId: 0, orderId, source: { kind: 'payment', paymentId, merchantOwner: 'platform', amountFen: FEE } },
    ),
  )

/** What the member's banner says, in each language. */
const reasonsFor = ({ call: ask }: Awaited<ReturnType<typeof buildStaff>>) =>
  Promise.all(
    ['zh-CN', 'zh-TW', 'en'].map(async (language) => {
      const { data } = await ask(consoleApi.session.show, {}, { headers: { 'accept-language': language } })
      return data.reseller?.suspendedReason
    }),
  )

test("before the fee, what it would begin with, what that costs and the operator's example are shown", async () => {
  const user = await buildUser({ fen: FEE })
  expect(await own(user)).toMatchObject({ prices: [], example: null })
  const boss = await buildStaff(made, { resellerId: null, withTotp: true })
  const { priceLists } = consoleApi
  const [month, year, dear] = [
    await buildPackage(db, { prices: {} }),
    await buildPackage(db, { prices: {} }),
    await buildPackage(db, { prices: {} }),
  ]
  const entry = { packageId: month.wireId, period: 'month', wholesaleFen: 1234, suggestedRetailFen: 2000 } as const
  // An agency begins neither with what has no price nor with what would sell below cost.
  const silent = { packageId: year.wireId, period: 'year', wholesaleFen: 9999 } as const
  const below = { priceListId: 0, packageId: dear.id, period: 'month' as const }
  await db.kysely
    .insertInto('priceListEntries')
    .values({ ...below, wholesaleFen: 1000, suggestedRetailFen: 900 })
    .execute()
  expect((await boss.call(priceLists.set, { listId: 0, entries: [entry, silent] })).status).toBe(200)
  const viewer = await buildStaff(made, { resellerId: null, role: 'viewer', withTotp: true })
  expect((await viewer.call(priceLists.setExample, { text: 'x' })).code).toBe('staff.forbidden')
  await boss.call(priceLists.setExample, { text: ' 卖 30 份，一个月 ¥300 ' })
  const { prices, example } = await own(user)
  expect(prices).toEqual([
    { packageName: expect.any(String), period: 'month', suggestedRetailFen: 2000, wholesaleFen: 1234 },
  ])
  expect(example).toBe('卖 30 份，一个月 ¥300')
  const others = { 'zh-TW': ' ', en: ' Sell 30, earn ¥300 a month ' }
  await boss.call(priceLists.setExample, { text: '卖 30 份', others })
  expect((await boss.call(priceLists.list, {})).data.rows[0]).toMatchObject({
    earningsExample: '卖 30 份',
    earningsExamples: { en: 'Sell 30, earn ¥300 a month' },
  })
  const read = async (language: string) =>
    (await call(api.agencies.own, {}, { token: user.token, headers: { 'accept-language': language } })).data.example
  expect([await read('en'), await read('zh-TW')]).toEqual(['Sell 30, earn ¥300 a month', '卖 30 份'])
  await boss.call(priceLists.setExample, { text: '', others })
  expect((await own(user)).example).toBeNull()
  await create(user, 'balance')
  expect(await own(user), 'an owner finds prices in the console').toMatchObject({ prices: [], example: null })
  await db.kysely.deleteFrom('priceListEntries').where('packageId', 'in', [month.id, year.id, dear.id]).execute()
})

test('an example and a new name of the list do not wait for each other', async () => {
  const boss = await buildStaff(made, { resellerId: null, withTotp: true })
  const { priceLists } = consoleApi
  const calls = Array.from({ length: 12 }, (_, at) => [
    boss.call(priceLists.rename, { listId: 0, name: `default ${at}` }),
    boss.call(priceLists.setExample, { text: `example ${at}` }),
  ])
  const answers = await Promise.all(calls.flat())
  expect(answers.map(({ status, text }) => (status === 200 ? '' : text)).join('')).toBe('')
})

describe('a refunded fee', () => {
  test('suspends the agency and tells its owner and an operator; a partial refund does not', async () => {
    const user = await buildUser({ fen: FEE })
    await db.kysely
      .updateTable('accounts')
      .set({ email: 'whale@example.com', emailVerifiedAt: clock.now() })
      .where('id', '=', user.account.id)
      .execute()
    const { orderId, daili_id } = (await create(user, 'balance')).data
    const back = (amountFen: number) =>
      refundOrder(
        { db, now: clock.now(), config, log },
        { resellerId: 0, orderId, amountFen, key: randomUUID(), operator: 'operator:test' },
      )
    await back(1)
    expect((await own(user)).agency).toMatchObject({ suspended: false })
    await back(FEE - 1)
    expect((await own(user)).agency).toMatchObject({ suspended: true })
    const subject = `reseller:${daili_id}`
    const alerts = await db.kysely.selectFrom('alerts').select('kind').where('subject', '=', subject).execute()
    expect(alerts).toEqual([{ kind: 'reseller.fee_refunded' }])
    const mails = await db.kysely
      .selectFrom('mails')
      .select(['template', 'params'])
      .where('accountId', '=', user.account.id)
      .execute()
    expect(mails).toContainEqual({
      template: 'agency_suspended',
      params: { agency: FORM.name, number: String(daili_id) },
    })
    const audit = await db.kysely
      .selectFrom('auditLog')
      .select('actor')
      .where('subject', '=', subject)
      .where('action', '=', 'reseller.suspended_on')
      .execute()
    expect(audit).toEqual([{ actor: 'refund' }])
    const boss = await buildStaff(made, { resellerId: daili_id })
    expect(await reasonsFor(boss)).toEqual(['开通费已退款。', '開通費已退款。', 'The opening fee was refunded.'])
  })

  test('leaves the reason of an operator who had suspended the agency before', async () => {
    const user = await buildUser({ fen: FEE })
    const { orderId, daili_id } = (await create(user, 'balance')).data
    const ctx = { db, now: clock.now(), config, log }
    await setSuspended(ctx, daili_id!, { on: true, reason: '三月欠款未结' }, 'operator:test')
    await refundOrder(ctx, { resellerId: 0, orderId, amountFen: FEE, key: randomUUID(), operator: 'operator:test' })
    const boss = await buildStaff(made, { resellerId: daili_id })
    expect(new Set(await reasonsFor(boss))).toEqual(new Set(['三月欠款未结']))
  })
})

test('its shop is full in the first minute with what the default list suggests, and nothing below cost', async () => {
  const [good, dear] = [await buildPackage(db, { prices: { month: 3000 } }), await buildPackage(db, { prices: {} })]
  const entry = { priceListId: 0, period: 'month' as const }
  const entries = [
    { ...entry, packageId: good.id, wholesaleFen: 1000, suggestedRetailFen: 2500 },
    { ...entry, packageId: dear.id, wholesaleFen: 1000, suggestedRetailFen: 900 },
  ]
  await db.kysely.insertInto('priceListEntries').values(entries).execute()
  const { daili_id } = (await create(await buildUser({ fen: FEE }), 'balance')).data
  const { token } = await buildUser({ resellerId: daili_id! })
  const { items } = (await call(api.packages.list, {}, { token })).data
  expect(items).toMatchObject([{ id: good.wireId, offers: [{ period: 'month', priceFen: 2500 }] }])
})

describe('from the balance', () => {
  test('takes the fee and makes the reseller at once: a key from 1000 on, off the whitelist, with a default brand', async () => {
    const user = await buildUser({ fen: FEE + 5, userName: 'whale-owner' })
    const before = await platformFen()
    const answer = await create(user, 'balance')
    expect(answer.status, answer.text).toBe(200)
    const { daili_id, app_key, agency, needsPayment, amountFen } = answer.data
    expect([needsPayment, amountFen, app_key]).toEqual([false, FEE, `yx_${daili_id}`])
    expect(daili_id).toBeGreaterThanOrEqual(1000)
    const portalUrl = `https://portal.example/login?app_key=yx_${daili_id}`
    expect(agency).toMatchObject({ name: FORM.name, portalUrl, approved: false, suspended: false })
    expect(await own(user)).toEqual({
      prices: [],
      example: null,
      feeFen: FEE,
      available: true,
      agency,
      beginning: { userCount: 0, hasConsole: false },
    })
    expect(await infoOf(user)).toMatchObject({ balanceFen: 5, isReseller: true })
    expect((await platformFen()) - before).toBe(FEE)
    const brand = (await call(api.resellers.config, { daili_id: daili_id! })).data
    expect(brand).toMatchObject({
      title: '用户中心',
      balanceName: '余额',
      features: { onlinePay: false, openAgency: false },
    })
    const card = (await call(api.resellers.info, { daili_id: daili_id! })).data
    expect(card).toMatchObject({ title: '用户中心', ownerMasked: 'w***r', acceptsPayment: true })
    expect((await call(api.resellers.whitelist, {})).data).not.toContain(daili_id)
    expect(await getReseller({ db }, daili_id!)).toMatchObject({ contact: FORM.contact, framedBy: [] })
    const { items } = (await call(api.balance.entries, {}, { token: user.token })).data
    expect(items[0]).toMatchObject({ kind: 'sale', amountFen: -FEE, about: FORM.name })
  })

  test('the new agency takes its own users, and no payment while it is suspended', async () => {
    const user = await buildUser({ fen: FEE })
    const resellerId = (await create(user, 'balance')).data.daili_id!
    const child = await buildUser({ resellerId })
    expect(await infoOf(child)).toMatchObject({ dailiKey: resellerId, isReseller: false })
    expect(await own(child)).toMatchObject({ available: false, agency: null, beginning: null })
    expect((await own(user)).beginning).toEqual({ userCount: 1, hasConsole: false })
    await db.kysely.updateTable('resellers').set({ suspendedAt: new Date() }).where('id', '=', resellerId).execute()
    expect((await call(api.resellers.info, { daili_id: resellerId })).data.acceptsPayment).toBe(false)
    expect((await own(user)).agency).toMatchObject({ suspended: true })
  })

  test('a short balance opens nothing and leaves no order', async () => {
    const user = await buildUser({ fen: FEE - 1 })
    const before = await agencies()
    expect(refused(await create(user, 'balance'))).toEqual([422, 'balance.short'])
    expect(await agencies()).toEqual(before)
    expect((await call(api.orders.list, {}, { token: user.token })).data.items).toEqual([])
    expect(await infoOf(user)).toMatchObject({ balanceFen: FEE - 1, isReseller: false })
  })

  test.each(['鱼线', 'YUXIAN', '蓝鲸官方', '蓝\u202E鲸', '蓝\u200B鲸'])('refuses the name %j', async (name) => {
    const user = await buildUser({ fen: FEE })
    for (const payBy of ['balance', 'online'] as const) {
      expect(refused(await create(user, payBy, { name }))).toEqual([422, 'agency.name_refused'])
    }
    expect(await own(user)).toMatchObject({ agency: null })
    expect((await create(user, 'balance')).status).toBe(200)
  })

  test('the same key makes one agency and gets the same answer, however often it is sent', async () => {
    const user = await buildUser({ fen: 3 * FEE })
    const key = randomUUID()
    const answers = await Promise.all(Array.from({ length: 20 }, () => create(user, 'balance', { key })))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
    expect((await create(user, 'balance', { key, name: '另一个' })).code).toBe('request.key_reused')
    expect((await infoOf(user)).balanceFen).toBe(2 * FEE)
  })

  test('an account has one agency: the second of two tabs is refused and pays nothing', async () => {
    const user = await buildUser({ fen: 3 * FEE })
    const answers = await Promise.all(Array.from({ length: 6 }, () => create(user, 'balance')))
    expect(answers.map(refused).sort()).toEqual([
      [200, null],
      ...Array.from({ length: 5 }, () => [409, 'agency.exists']),
    ])
    expect((await infoOf(user)).balanceFen).toBe(2 * FEE)
    expect(refused(await create(user, 'online'))).toEqual([409, 'agency.exists'])
  })

  test('keys rise, are never given twice, and skip one that is taken', async () => {
    const first = (await create(await buildUser({ fen: FEE }), 'balance')).data.daili_id!
    await buildReseller(db, { id: first + 1 })
    const second = (await create(await buildUser({ fen: FEE }), 'balance')).data.daili_id!
    expect(second).toBe(first + 2)
    await db.pool.query(`select audit_forget('infinity', 100000)`)
    await db.kysely.deleteFrom('packageOffers').where('resellerId', '=', second).execute()
    await db.kysely.deleteFrom('resellers').where('id', '=', second).execute()
    const third = (await create(await buildUser({ fen: FEE }), 'balance')).data.daili_id!
    expect(third).toBeGreaterThan(second)
  })
})

describe('online', () => {
  test('paying the order opens the agency', async () => {
    const user = await buildUser()
    const answer = await create(user, 'online')
    expect(answer.data).toMatchObject({
      needsPayment: true,
      amountFen: FEE,
      daili_id: null,
      app_key: null,
      agency: null,
    })
    const { orderId } = answer.data
    expect((await create(user, 'online')).data.orderId).toBe(orderId)
    expect((await own(user)).agency).toBeNull()
    const paymentId = randomUUID()
    expect(await pay(orderId, paymentId)).toEqual({ creditedTo: 'order' })
    expect(await pay(orderId, paymentId)).toEqual({ creditedTo: 'order' })
    const { agency } = await own(user)
    expect(agency).toMatchObject({ name: FORM.name, approved: false })
    expect((await infoOf(user)).isReseller).toBe(true)
    expect(await agencies()).toContainEqual({ id: agency!.daili_id })
  })

  test('if the order was settled from the balance meanwhile, the payment goes to the balance', async () => {
    const user = await buildUser({ fen: FEE })
    const { orderId } = (await create(user, 'online')).data
    expect((await create(user, 'balance')).data).toMatchObject({ orderId, needsPayment: false })
    expect(await pay(orderId)).toEqual({ creditedTo: 'balance' })
    expect((await infoOf(user)).balanceFen).toBe(FEE)
  })

  test('another name while an order is open names that order', async () => {
    const user = await buildUser()
    const { orderId } = (await create(user, 'online')).data
    const answer = await create(user, 'online', { name: '另一个' })
    expect(refused(answer)).toEqual([409, 'order.open'])
    expect(answer.text).toContain(orderId)
  })
})

describe('while the account is being deleted', () => {
  const dueNow = ({ account }: User) =>
    db.kysely.updateTable('accounts').set({ deleteAfter: clock.now() }).where('id', '=', account.id).execute()
  const deleteDue = () => jobs['accounts.delete_due']({ db, config, log, now: clock.now(), isLastAttempt: false }, {})
  const isDeleted = async ({ account }: User) =>
    (await db.kysely.selectFrom('accounts').select('deletedAt').where('id', '=', account.id).executeTakeFirstOrThrow())
      .deletedAt !== null

  test('the deletion waits for an agency being opened, and the account stays', async () => {
    const user = await buildUser()
    const { orderId } = (await create(user, 'online')).data
    await dueNow(user)
    let job: Promise<void> | undefined
    await inTransaction(db, async (tx) => {
      const source = { kind: 'payment', paymentId: randomUUID(), merchantOwner: 'platform', amountFen: FEE } as const
      await sell({ db: tx, now: clock.now(), config, log }, { resellerId: 0, orderId, source })
      job = deleteDue()
      await waitUntil(async () => {
        const { rows } = await db.pool.query(
          `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
        )
        return rows.length > 0
      }, 'the job to wait for the order')
    })
    await job
    expect([await isDeleted(user), (await infoOf(user)).isReseller]).toEqual([false, true])
  })

  test('a payment after the deletion opens no agency', async () => {
    const user = await buildUser()
    const { orderId } = (await create(user, 'online')).data
    await dueNow(user)
    await deleteDue()
    expect(await isDeleted(user)).toBe(true)
    const before = await agencies()
    expect(await pay(orderId)).toEqual({ creditedTo: 'balance' })
    expect(await agencies()).toEqual(before)
  })
})

describe('where it is refused', () => {
  test.each(['balance', 'online'] as const)('refuses paying %s off the whitelist', async (payBy) => {
    await buildReseller(db, { id: 7, isWhitelisted: false })
    const user = await buildUser({ resellerId: 7, fen: FEE })
    expect(refused(await create(user, payBy))).toEqual([403, 'pay.offline_only'])
    expect(await own(user)).toMatchObject({ available: false })
    expect((await infoOf(user)).balanceFen).toBe(FEE)
  })

  test('at a suspended reseller', async () => {
    await buildReseller(db, { id: 65, suspendedAt: new Date() })
    const user = await buildUser({ resellerId: 65, fen: FEE })
    expect(refused(await create(user, 'balance'))).toEqual([403, 'reseller.suspended'])
  })

  test.each([
    { name: '' },
    { name: '   ' },
    { name: 'a\nb' },
    { name: 'a\0' },
    { name: 'a\ud800' },
    { contact: 'a\u007f' },
    { name: 'x'.repeat(41) },
    { contact: '' },
    { key: 'short' },
  ])('with %j', async (changes) => {
    const answer = await create(await buildUser({ fen: FEE }), 'balance', changes)
    expect(refused(answer)).toEqual([400, 'request.invalid'])
  })
})
