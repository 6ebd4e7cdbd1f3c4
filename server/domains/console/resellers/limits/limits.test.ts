import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'

import { api } from '../../../../../contract/api.ts'
import { consoleApi } from '../../../../../contract/console/api.ts'
import { jobs } from '../../../../jobs.ts'
import { clock } from '../../../../platform/clock.ts'
import { createLog } from '../../../../platform/log.ts'
import { dayOf } from '../../../../platform/text/business-day.ts'
import { buildCards } from '../../../../test/build/build-cards.ts'
import { buildSession } from '../../../../test/build/build-session.ts'
import { buildStaff } from '../../../../test/build/build-staff.ts'
import { buildAccount, buildReseller, PASSWORD } from '../../../../test/build/factories.ts'
import { buildPackage, fund, fundReseller, GB } from '../../../../test/build/money-factories.ts'
import { openShop, refused } from '../../../../test/build/shop.ts'
import { checkBooksAfterEach } from '../../../../test/look/books.ts'
import { makeCaptcha } from '../../../../test/outside/captcha.ts'
import { makeApp } from '../../../../test/run/make-app.ts'
import { waitUntil } from '../../../../test/run/wait-until.ts'
import { loadLimits } from '../../../resellers/limits.ts'
import { changeLimits } from './change-limits.ts'
import { checkLimit } from './check-limits.ts'

const made = await makeApp()
const { db, config } = made
/** A second server process of the same installation. */
const twin = await makeApp({ DATABASE_URL: config.databaseUrl!, SECRET_KEY: config.secretKey.toString() })
checkBooksAfterEach(db)
const shop = openShop(made)
beforeEach(() => clock.reset())

let resellerId = 7100
beforeEach(async () => {
  resellerId += 1
  await buildReseller(db, { id: resellerId })
})

let callers = 0
const register = (app: typeof made, userName: string) =>
  app.call(
    api.accounts.register,
    { userName, passWord: 'quiet river stone', captcha: makeCaptcha(config), daili: resellerId },
    { address: `198.51.100.${(callers += 1)}` },
  )
const ctx = () => ({ db, config, now: clock.now(), log: createLog('silent'), isLastAttempt: false })
const look = () => jobs['office.check_limits'](ctx(), {})
type LimitsChange = Parameters<typeof changeLimits>[2]
const set = (wish: Partial<LimitsChange>) =>
  changeLimits(
    ctx(),
    resellerId,
    { usersMax: null, trafficMaxBytes: null, atLimit: 'no_new_users', ...wish },
    'operator:test',
  )
async function use(accountId: number, gb: number): Promise<void> {
  const day = dayOf(clock.now(), config.businessTz)
  await db.pool.query(`select traffic_make_partition('traffic_days', $1::date)`, [`${day.slice(0, 8)}01`])
  const row = { day, resellerId, accountId, upBytes: GB, downBytes: (gb - 1) * GB }
  await db.kysely.insertInto('trafficDays').values(row).execute()
}
const mails = () =>
  db.kysely
    .selectFrom('mails')
    .select(['template', 'toAddress', 'params'])
    .where('resellerId', '=', resellerId)
    .where('template', 'in', ['users_near', 'users_full', 'traffic_near', 'traffic_full'])
    .orderBy('createdAt')
    .execute()

test('registration does not wait while the traffic of all users is summed', async () => {
  await set({ usersMax: 5 })
  await use((await buildAccount(db, { resellerId })).id, 1)
  const holder = await db.pool.connect()
  onTestFinished(() => holder.release(true))
  // Stands in for a sum over millions of rows.
  await holder.query('begin; lock table traffic_days in access exclusive mode')
  const checked = checkLimit(ctx(), resellerId)
  const summing = `select from pg_locks where relation = 'traffic_days'::regclass and not granted`
  await waitUntil(async () => (await holder.query(summing)).rowCount! > 0, 'the sum to wait')
  expect((await register(made, 'nobody.waits')).status).toBe(200)
  await holder.query('commit')
  await checked
  expect(await loadLimits(ctx(), resellerId)).toMatchObject({ usersCount: 2, trafficBytes: GB })
})

describe('users', () => {
  test('only one of two processes gets the last place, and the other visitor is told kindly', async () => {
    await buildAccount(db, { resellerId })
    await set({ usersMax: 2 })
    const answers = await Promise.all([register(made, 'last.place.a'), register(twin, 'last.place.b')])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 403])
    const late = answers.find(({ status }) => status === 403)!
    expect(late.code).toBe('reseller.full')
    expect(late.text).toContain('名额暂时满了')
    expect(
      await db.kysely.selectFrom('accounts').select('id').where('resellerId', '=', resellerId).execute(),
    ).toHaveLength(2)
  })

  test('the reseller’s staff are told whose limit it is, and a leaving user frees a place', async () => {
    const { id: leaving } = await buildAccount(db, { resellerId })
    const owner = await buildStaff(made, { resellerId })
    await set({ usersMax: 1 })
    const asked = { userName: 'made.by.staff', language: 'zh-CN' } as const
    const answer = await owner.call(consoleApi.users.create, asked)
    expect(refused(answer)).toEqual([403, 'reseller.limit'])
    expect(answer.text).toContain('平台为你设定的上限')
    const soon = new Date(clock.now().getTime() + 86_400_000)
    await db.kysely.updateTable('accounts').set({ deleteAfter: soon }).where('id', '=', leaving).execute()
    expect((await owner.call(consoleApi.users.create, asked)).status).toBe(200)
    expect(refused(await register(made, 'one.too.many'))).toEqual([403, 'reseller.full'])
  })

  test('delete, create and keep in turn never exceed the limit; with a free place all may stay', async () => {
    const { id } = await buildAccount(db, { resellerId })
    const owner = await buildStaff(made, { resellerId })
    await set({ usersMax: 1 })
    const { user, users } = consoleApi
    expect((await owner.call(user.delete, { id })).status).toBe(200)
    const other = (await owner.call(users.create, { userName: 'in.its.place' })).data.accountId
    const token = await buildSession(db, { id, resellerId })
    expect(refused(await owner.call(user.keep, { id }))).toEqual([403, 'reseller.limit'])
    expect(refused(await made.call(api.accounts.keep, {}, { token }))).toEqual([403, 'reseller.full'])
    expect((await owner.call(user.delete, { id: other })).status).toBe(200)
    expect((await owner.call(user.keep, { id })).status).toBe(200)
    expect(refused(await owner.call(user.keep, { id: other }))).toEqual([403, 'reseller.limit'])
    await set({ usersMax: 2 })
    expect((await owner.call(user.keep, { id: other })).status).toBe(200)
  })

  test('a user who leaves with money keeps the place: nobody else gets it, and staying is never refused', async () => {
    const account = await buildAccount(db, { resellerId })
    await fund(db, account, 500)
    const token = await buildSession(db, account)
    await set({ usersMax: 1 })
    const leave = { passWord: PASSWORD, waiveBalance: true }
    expect((await made.call(api.accounts.remove, leave, { token })).status).toBe(200)
    expect(refused(await register(made, 'too.early'))).toEqual([403, 'reseller.full'])
    expect((await made.call(api.accounts.keep, {}, { token })).status).toBe(200)
  })

  test('"no new users" leaves the shop open', async () => {
    const plan = await buildPackage(db, { resellerId })
    await fundReseller(db, resellerId, 100_000)
    const buyer = await shop.buildBuyer({ resellerId })
    await set({ usersMax: 1 })
    expect(refused(await register(made, 'nobody.new'))).toEqual([403, 'reseller.full'])
    await shop.purchase(buyer, plan)
  })

  test('removing a limit lets everybody in', async () => {
    await buildAccount(db, { resellerId })
    await set({ usersMax: 1 })
    await set({})
    expect(await loadLimits(ctx(), resellerId)).toBeNull()
    expect((await register(made, 'welcome.back')).status).toBe(200)
  })
})

describe('traffic', () => {
  test('tells at 80 %, stops selling at 100 %, each told once a month; existing users go on', async () => {
    const owner = await buildStaff(made, { resellerId, email: 'boss@shop.example' })
    const plan = await buildPackage(db, { resellerId, prices: { month: 3000, year: 20_000 } })
    const pack = await buildPackage(db, { resellerId, kind: 'pack', prices: { once: 1000 } })
    await fundReseller(db, resellerId, 100_000)
    const card = await buildCards(db, { resellerId })
    const [buyer, other] = [await shop.buildBuyer({ resellerId }), await shop.buildBuyer({ resellerId })]
    await shop.purchase(buyer, plan)
    const open = await shop.quote(other, plan)
    await set({ trafficMaxBytes: 100 * GB, atLimit: 'stop_selling' })
    await use(buyer.account.id, 79)
    await look()
    expect(await mails()).toEqual([])
    await use(other.account.id, 1)
    await look()
    await look()
    expect(await mails()).toMatchObject([
      { template: 'traffic_near', toAddress: 'boss@shop.example', params: { used: '80.00 GB' } },
    ])
    expect((await shop.quote(other, plan)).status).toBe(200)

    await db.kysely
      .updateTable('trafficDays')
      .set({ upBytes: 21 * GB })
      .where('accountId', '=', other.account.id)
      .execute()
    await look()
    await look()
    expect((await mails()).map(({ template }) => template)).toEqual(['traffic_near', 'traffic_full'])
    for (const [wished, action, period] of [
      [plan, 'upgrade', 'year'],
      [pack, 'pack', 'once'],
    ] as const) {
      expect(refused(await shop.quote(buyer, wished, { action, period }))).toEqual([403, 'reseller.full'])
    }
    expect(refused(await shop.quote(other, plan))).toEqual([403, 'reseller.full'])
    expect(refused(await shop.buy(other, open.data.quoteId))).toEqual([403, 'reseller.full'])
    expect(refused(await register(made, 'too.much.traffic'))).toEqual([403, 'reseller.full'])
    const batch = { kind: 'balance', value: 5000, count: 1, totalFen: 5000, key: randomUUID() } as never
    expect(refused(await owner.call(consoleApi.cards.buy, batch))).toEqual([403, 'reseller.limit'])
    const gift = { wish: { kind: 'balance', amountFen: 100 }, costFen: 100, key: randomUUID() } as never
    const given = await owner.call(consoleApi.user.give, Object.assign({ id: other.account.id }, gift))
    expect(refused(given)).toEqual([403, 'reseller.limit'])

    // Renewing, redeeming and paid plans go on.
    await shop.purchase(buyer, plan, { action: 'renew' })
    const redeemed = await made.call(api.cards.redeem, { code: card.code }, { token: other.token })
    expect(redeemed.status, redeemed.text).toBe(200)
    expect((await shop.infoOf(buyer)).state).toBe('active')
  })

  test('a new month begins at zero and is told again', async () => {
    await buildStaff(made, { resellerId, email: 'boss@month.example' })
    const buyer = await shop.buildBuyer({ resellerId })
    await set({ trafficMaxBytes: 10 * GB, atLimit: 'stop_selling' })
    await use(buyer.account.id, 10)
    await look()
    expect(refused(await register(made, 'this.month'))).toEqual([403, 'reseller.full'])
    clock.shift(32 * 86_400_000)
    expect((await register(made, 'next.month')).status).toBe(200)
    await use(buyer.account.id, 9)
    await look()
    expect((await mails()).map(({ template }) => template)).toEqual(['traffic_full', 'traffic_near'])
  })

  test('for an agency without a team, its owner is told', async () => {
    const parent = await buildAccount(db, { email: 'owner@agency.example' })
    const named = { ownerResellerId: 0, ownerAccountId: parent.id, agencyName: 'Crane' }
    await db.kysely.updateTable('resellers').set(named).where('id', '=', resellerId).execute()
    const { id } = await buildAccount(db, { resellerId })
    await use(id, 8)
    await set({ trafficMaxBytes: 10 * GB })
    const told = await db.kysely.selectFrom('mails').select('template').where('accountId', '=', parent.id).execute()
    expect(told).toEqual([{ template: 'traffic_near' }])
  })
})

test.each([{ usersMax: 0 }, { usersMax: 1.5 }, { trafficMaxBytes: -1 }])('%o is not a valid limit', async (wish) => {
  await expect(set(wish)).rejects.toThrow('request.invalid')
  expect(await loadLimits(ctx(), resellerId)).toBeNull()
})
