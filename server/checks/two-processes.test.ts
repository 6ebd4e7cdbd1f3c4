import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'

import { api } from '../../contract/api.ts'
import { consoleApi } from '../../contract/console/api.ts'
import { limits } from '../../contract/limits.ts'
import { runBulk } from '../domains/bulk/run-bulk.ts'
import { sendNoticeJob } from '../domains/console/notices/send-waiting.ts'
import { loadBalanceFen } from '../domains/ledger/load-balance.ts'
import { askPayout } from '../domains/payouts/ask-payout.ts'
import { setPayee } from '../domains/resellers/payee-account.ts'
import { clock } from '../platform/clock.ts'
import { createLog } from '../platform/log.ts'
import { buildSession } from '../test/build/build-session.ts'
import { buildStaff, staffCalls } from '../test/build/build-staff.ts'
import { buildAccount, buildReseller, PASSWORD } from '../test/build/factories.ts'
import { buildPackage, fund, fundReseller } from '../test/build/money-factories.ts'
import { buildMerchantRow } from '../test/build/own-merchant.ts'
import { openShop, refused } from '../test/build/shop.ts'
import { checkBooksAfterEach } from '../test/look/books.ts'
import { consoleCalls } from '../test/look/every-route.ts'
import { makeCaptcha } from '../test/outside/captcha.ts'
import { mailsOf } from '../test/outside/mails-of.ts'
import { makeApp } from '../test/run/make-app.ts'

const made = await makeApp()
const { db, config } = made
/** A second server process of the same installation: its next call knows what the first one decided. */
const twin = await makeApp({ DATABASE_URL: config.databaseUrl!, SECRET_KEY: config.secretKey.toString() })
checkBooksAfterEach(db)
beforeEach(() => clock.reset())
const { resellers } = consoleApi
const ofReseller = consoleCalls.filter(({ route }) => route.access === 'staff' && route.scope !== 'platform')

/** The guard runs before the input is read: a call with an unknown field gets that far and changes nothing. */
async function codesAt(
  app: typeof twin.app,
  headers: Record<string, string>,
): Promise<Map<string, string | undefined>> {
  const found = new Map<string, string | undefined>()
  for (const { name, route } of ofReseller) {
    const wrong = { 'no-such-field': '1' }
    const carrier = route.method === 'GET' ? { query: wrong } : { payload: wrong }
    const answer = await app.inject({ method: route.method, url: route.path, headers, ...carrier })
    found.set(name, (answer.json() as { code?: string }).code)
  }
  return found
}

describe('suspended', () => {
  test('staff sign in, read, decide withdrawals and top up; every other change is refused in every process', async () => {
    const resellerId = 7501
    const owner = await buildStaff(made, { resellerId })
    const boss = await buildStaff(made, { resellerId: null })
    expect((await boss.call(resellers.suspend, { resellerId, on: true, reason: '欠款未结' })).status).toBe(200)

    const again = await staffCalls(twin.app, null).call(consoleApi.session.signIn, {
      name: owner.name,
      passWord: owner.password,
    })
    expect(again.status, again.text).toBe(200)
    const codes = await codesAt(twin.app, owner.headers)
    const stopped = [...codes].filter(([, code]) => code === 'reseller.suspended').map(([name]) => name)
    const changes = ofReseller.filter(({ route }) => route.method === 'POST' && route.permission !== 'own')
    const open = changes.map(({ name }) => name).filter((name) => !stopped.includes(name))
    // Still open: money that users wait for, the way out of debt, a word to the platform, the help desk, and calls that only
    // look.
    expect(open).toEqual(expect.arrayContaining(['withdrawals.pay', 'withdrawals.reject', 'money.topUp']))
    const may =
      /^(withdrawals|tickets|ticketTemplates)\.|^money\.(topUp|followTopUp)|preview|quote|price|find|reveal|check|plan/i
    // Bought keys are lost if nobody may read them within a day.
    const also = ['cards.showKeys', 'cards.confirmSaved', 'keys.revoke', 'network.tell', 'users.exportTicked']
    expect(open.filter((name) => !may.test(name)).sort()).toEqual(also.sort())
    for (const name of ['users.create', 'user.give', 'cards.buy', 'prices.set', 'notices.publish', 'staff.invite']) {
      expect([name, codes.get(name)]).toEqual([name, 'reseller.suspended'])
    }
    const reads = ofReseller.filter(({ route }) => route.method === 'GET').map(({ name }) => codes.get(name))
    expect(reads).not.toContain('reseller.suspended')
    // The platform itself can still work in this office.
    const asBoss = { ...boss.headers }
    const inside = await twin.app.inject({
      method: 'POST',
      url: `${consoleApi.users.create.path}?reseller=${resellerId}`,
      headers: asBoss,
      payload: { 'no-such-field': '1' },
    })
    expect((inside.json() as { code: string }).code).toBe('request.invalid')

    const elsewhere = staffCalls(twin.app, boss.token)
    expect((await elsewhere.call(resellers.suspend, { resellerId, on: false })).status).toBe(200)
    expect([...(await codesAt(made.app, owner.headers)).values()]).not.toContain('reseller.suspended')
  })

  test('users sign in and use what they have; nobody registers or pays until the suspension ends', async () => {
    const resellerId = 7502
    const plan = await buildPackage(db, { resellerId, prices: { month: 3000 } })
    await db.kysely.updateTable('resellers').set({ isWhitelisted: true }).where('id', '=', resellerId).execute()
    await buildMerchantRow(made, resellerId)
    const shop = openShop(twin)
    const [holder, buyer] = [await shop.buildBuyer({ resellerId }), await shop.buildBuyer({ resellerId })]
    await shop.purchase(holder, plan)
    const { quoteId } = (await shop.quote(buyer, plan)).data
    const user = await buildAccount(db, { resellerId })
    const login = { userName: user.userName, passWord: user.password, dailiKey: resellerId }
    const form = (userName: string) => ({
      userName,
      passWord: PASSWORD,
      captcha: makeCaptcha(config),
      daili: resellerId,
    })
    const ways = async () => (await twin.call(api.payments.payTypes, { paytype: 'user', dailiKey: resellerId })).data
    const offered = await ways()
    const bill = { type: 'user', amountFen: 1000, payType: offered[0]!.id, device: 'qr' } as const

    const boss = await buildStaff(made, { resellerId: null })
    await boss.call(resellers.suspend, { resellerId, on: true, reason: '欠款未结' })
    expect((await twin.call(api.sessions.login, login)).status).toBe(200)
    expect(await shop.infoOf(holder)).toMatchObject({ state: 'active' })
    expect((await twin.call(api.lines.list, {}, { token: holder.token })).status).toBe(200)
    expect(await ways()).toEqual([])
    for (const answer of [
      await twin.call(api.accounts.register, form('too.late')),
      await shop.quote(buyer, plan),
      await shop.buy(buyer, quoteId),
      await twin.call(api.payments.pay, { ...bill, key: randomUUID() }, { token: buyer.token }),
    ]) {
      expect(refused(answer)).toEqual([403, 'reseller.suspended'])
    }
    expect(await shop.balanceOf(buyer)).toBe(10_000)

    await staffCalls(twin.app, boss.token).call(resellers.suspend, { resellerId, on: false })
    expect((await made.call(api.accounts.register, form('in.time'))).status).toBe(200)
    expect((await shop.buy(buyer, quoteId)).status).toBe(200)
    expect(await ways()).toEqual(offered)
  })

  test('scheduled notices and bulk work stop; no payout can be asked for, and an open one waits for the operator', async () => {
    const resellerId = 7506
    const owner = await buildStaff(made, { resellerId })
    const boss = await buildStaff(made, { resellerId: null })
    const plan = await buildPackage(db, { resellerId, prices: { month: { retailFen: 3000, wholesaleFen: 1500 } } })
    await fundReseller(db, resellerId, 100_000, new Date(clock.now().getTime() - limits.payoutTopUpMs))
    const person = await openShop(made).buildBuyer({ resellerId })
    await openShop(made).purchase(person, plan)
    const publishAt = new Date(clock.now().getTime() + 60_000).toISOString()
    const notice = { title: 'later', body: 'later', audience: { kind: 'all' }, isPinned: false, publishAt } as const
    const { noticeId } = (await owner.call(consoleApi.notices.publish, notice)).data
    const selection = { ids: String(person.account.id) }
    const work = { kind: 'days', days: 3 } as const
    const { people, costFen } = (await owner.call(consoleApi.bulk.preview, { selection, work })).data
    const wish = { selection, work, people, costFen, key: randomUUID() }
    const { id: bulkId } = (await owner.call(consoleApi.bulk.start, wish)).data
    const payee = { method: 'alipay', account: 'heron@pay.example', name: 'Heron' } as const
    const longAgo = new Date(clock.now().getTime() - limits.payeeRestMs)
    await setPayee({ db, config, now: longAgo }, resellerId, payee, 'operator:test')
    const { payoutId } = await askPayout({ db, config, now: clock.now() }, { resellerId, amountFen: 10_000 }, 'staff:0')

    await boss.call(resellers.suspend, { resellerId, on: true, reason: '欠款未结' })
    clock.shift(120_000)
    const job = { db: twin.db, config: twin.config, now: clock.now(), log: createLog('silent'), isLastAttempt: false }
    await sendNoticeJob(job, { resellerId, noticeId })
    await runBulk(job, { resellerId, bulkId })
    const elsewhere = staffCalls(twin.app, owner.token)
    expect((await elsewhere.call(consoleApi.notices.list, {})).data.rows).toMatchObject([{ state: 'stopped' }])
    expect((await elsewhere.call(consoleApi.bulk.show, { id: bulkId })).data).toMatchObject({
      state: 'stopped',
      done: 0,
    })
    expect(await loadBalanceFen({ db }, { kind: 'bulk_hold', resellerId })).toBe(0)
    const ask = await elsewhere.call(consoleApi.money.askPayout, { amountFen: 10_000 })
    expect(refused(ask)).toEqual([403, 'reseller.suspended'])
    expect(await loadBalanceFen({ db }, { kind: 'payout_hold', resellerId })).toBe(10_000)
    const open = { kind: 'payout', resellerId, id: payoutId } as const
    expect((await staffCalls(twin.app, boss.token).call(consoleApi.payouts.pay, open)).status).toBe(200)
    expect(await loadBalanceFen({ db }, { kind: 'payout_hold', resellerId })).toBe(0)
  })
})

describe('handed over', () => {
  test('team, sessions, invitations and payee end and merchants are off; money, debt and users stay', async () => {
    const resellerId = 7503
    const [old, next] = [
      await buildAccount(db, { email: 'old@hands.example' }),
      await buildAccount(db, { email: 'new@hands.example' }),
    ]
    const [owner, helper] = [
      await buildStaff(made, { resellerId }),
      await buildStaff(made, { resellerId, role: 'support' }),
    ]
    const { link } = (await owner.call(consoleApi.staff.invite, { role: { name: 'owner' } })).data
    const named = { ownerResellerId: 0, ownerAccountId: old.id, agencyName: 'Crane' }
    await db.kysely.updateTable('resellers').set(named).where('id', '=', resellerId).execute()
    await fundReseller(db, resellerId, 12_345)
    const merchant = await buildMerchantRow(made, resellerId)
    const payee = { method: 'alipay', account: 'old@pay.example', name: 'Old Owner' } as const
    await setPayee({ db, config, now: clock.now() }, resellerId, payee, 'operator:test')
    const user = await buildAccount(db, { resellerId })
    await fund(db, user, 500)
    const kept = async () =>
      Promise.all([
        loadBalanceFen({ db }, { kind: 'reseller', resellerId }),
        loadBalanceFen({ db }, { kind: 'receivable', resellerId }),
        loadBalanceFen({ db }, { kind: 'liability', resellerId }),
        loadBalanceFen({ db }, { kind: 'user', resellerId, accountId: user.id }),
      ])
    const before = await kept()

    const boss = await buildStaff(made, { resellerId: null })
    const to = { resellerId: 0, userName: next.userName }
    const answer = await boss.call(resellers.handOver, { resellerId, to })
    expect(answer.status, answer.text).toBe(200)

    for (const { token } of [owner, helper]) {
      expect((await staffCalls(twin.app, token).call(consoleApi.session.show, {})).status).toBe(401)
    }
    const again = { name: owner.name, passWord: owner.password }
    const door = staffCalls(twin.app, null)
    expect((await door.call(consoleApi.session.signIn, again)).code).toBe('auth.bad_credentials')
    expect((await door.call(consoleApi.join.show, { token: link!.split('#')[1]! })).code).toBe('staff.invitation_gone')
    expect(
      await db.kysely.selectFrom('payeeAccounts').selectAll().where('resellerId', '=', resellerId).execute(),
    ).toEqual([])
    const row = await db.kysely
      .selectFrom('merchants')
      .select('disabledAt')
      .where('id', '=', merchant.id)
      .executeTakeFirstOrThrow()
    expect(row.disabledAt).not.toBeNull()
    expect(await kept()).toEqual(before)
    const session = await buildSession(db, user)
    expect((await twin.call(api.accounts.info, { dailiKey: resellerId }, { token: session })).status).toBe(200)
    expect((await mailsOf(db, old)).map(({ template }) => template)).toEqual(['agency_given_away'])
    expect((await mailsOf(db, next)).map(({ template }) => template)).toEqual(['agency_received'])
    // The new owner gets the link; the old owner no longer does.
    const link2 = await twin.call(
      api.agencies.console,
      { passWord: next.password },
      { token: await buildSession(db, next) },
    )
    expect(link2.status, link2.text).toBe(200)
    const late = await twin.call(
      api.agencies.console,
      { passWord: old.password },
      { token: await buildSession(db, old) },
    )
    expect(late.status).not.toBe(200)
  })

  test('is refused for an account with an agency and for an unknown account, and then nothing ends', async () => {
    const resellerId = 7504
    const owner = await buildStaff(made, { resellerId })
    const busy = await buildAccount(db)
    await buildReseller(db, { id: 7505 })
    const owned = { ownerResellerId: 0, ownerAccountId: busy.id }
    await db.kysely.updateTable('resellers').set(owned).where('id', '=', 7505).execute()
    const boss = await buildStaff(made, { resellerId: null })
    const give = (userName: string) => boss.call(resellers.handOver, { resellerId, to: { resellerId: 0, userName } })
    expect((await give(busy.userName)).code).toBe('account.has_agency')
    expect(refused(await give('nobody.of.that.name'))).toEqual([422, 'object.unknown'])
    expect((await staffCalls(twin.app, owner.token).call(consoleApi.session.show, {})).status).toBe(200)
  })
})
