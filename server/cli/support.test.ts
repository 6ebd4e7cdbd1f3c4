import { beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { api } from '../../contract/api.ts'
import { DAY_MS } from '../../contract/durations.ts'
import { loadBalanceFen } from '../domains/ledger/load-balance.ts'
import { jobs } from '../jobs.ts'
import { clock } from '../platform/clock.ts'
import { createLog } from '../platform/log.ts'
import { buildCards } from '../test/build/build-cards.ts'
import { buildSession } from '../test/build/build-session.ts'
import { buildAccount, buildReseller } from '../test/build/factories.ts'
import { buildPackage, fund, fundReseller } from '../test/build/money-factories.ts'
import { checkBooksAfterEach } from '../test/look/books.ts'
import { makeApp } from '../test/run/make-app.ts'
import { makeCliHere } from '../test/run/run-cli.ts'

const SECRET_KEY = 'the secret of the support command test, long enough'
const { call, db, config } = await makeApp({ SECRET_KEY })
const yx = makeCliHere({ DATABASE_URL: config.databaseUrl ?? '', SECRET_KEY })
checkBooksAfterEach(db)
beforeEach(() => clock.reset())
beforeAll(() => buildReseller(db, { id: 260 }))

async function dataOf<T>(line: string | string[]): Promise<T> {
  const run = await yx(Array.isArray(line) ? [...line, '--json'] : `${line} --json`)
  expect(run.exitCode, run.out + run.err).toBe(0)
  return run.json.data as T
}

async function buildUser(email?: string) {
  const account = await buildAccount(db, { resellerId: 260, ...(email ? { email } : {}) })
  const plan = await buildPackage(db, { resellerId: 260 })
  const { codes } = await buildCards(db, { resellerId: 260, kind: 'days', packageId: plan.id, value: 10, count: 2 })
  const token = await buildSession(db, account)
  expect((await call(api.cards.redeem, { code: codes[0]! }, { token })).status).toBe(200)
  const who = ['--reseller', '260', '--user', account.userName]
  return { account, plan, code: codes[1]!, token, who }
}
type User = Awaited<ReturnType<typeof buildUser>>
type Shown = { user: { service: string; bankedSeconds: number; blockedReason: string | null; balanceFen: number } }
const show = ({ who }: User) => dataOf<Shown>(['users', 'show', ...who])

describe('a block', () => {
  test('stops service and spending, says why, and still lets its user sign in', async () => {
    const user = await buildUser('blocked@example.com')
    await fund(db, user.account, 5000)
    expect((await show(user)).user).toMatchObject({ service: 'active', balanceFen: 5000, blockedReason: null })
    const tried = await yx(['users', 'block', ...user.who, '--reason', 'spam', '--dry-run'])
    expect([tried.exitCode, (await show(user)).user.service]).toEqual([0, 'active'])
    await dataOf(['users', 'block', ...user.who, '--reason', '发送垃圾邮件'])
    expect((await yx(['users', 'block', ...user.who, '--reason', 'again'])).exitCode).toBe(1)
    const token = await buildSession(db, user.account)
    const wish = { action: 'renew' as const, packageId: user.plan.wireId, period: 'month' as const }
    const { quoteId } = (await call(api.packages.quote, wish, { token })).data
    const refusals = [
      await call(api.packages.buy, { quoteId, payBy: 'balance', key: 'block-test-1' }, { token }),
      await call(api.cards.redeem, { code: user.code }, { token }),
      await call(api.accounts.freeze, { type: 'resume' }, { token }),
      await call(
        api.payments.pay,
        { type: 'user', payType: 'alipay', amountFen: 1000, device: 'pc', key: 'block-test-2' },
        { token },
      ),
    ]
    expect(refusals.map(({ status, code }) => [status, code])).toEqual(refusals.map(() => [403, 'account.blocked']))
    for (const { text } of refusals) expect(text).toContain('原因：发送垃圾邮件')
    const info = async () => (await call(api.accounts.info, { dailiKey: 260 }, { token })).data
    expect(await info()).toMatchObject({ state: 'paused', blockedReason: '发送垃圾邮件' })
    expect((await show(user)).user).toMatchObject({
      service: 'paused',
      blockedReason: '发送垃圾邮件',
      balanceFen: 5000,
    })
    await dataOf(['users', 'unblock', ...user.who])
    expect(await info()).toMatchObject({ state: 'active', blockedReason: null })
  })

  test('keeps the remaining time without a limit and gives it back; it does not count as a pause', async () => {
    const user = await buildUser()
    await dataOf(['users', 'block', ...user.who, '--reason', 'a look at it'])
    const { bankedSeconds } = (await show(user)).user
    expect(bankedSeconds).toBeGreaterThan(9 * 86_400)
    clock.shift(200 * DAY_MS)
    const log = createLog('silent')
    await jobs['freeze.end_pauses']({ db, config, log, now: clock.now(), isLastAttempt: false }, {})
    expect((await show(user)).user).toMatchObject({ service: 'paused', bankedSeconds })
    await dataOf(['users', 'unblock', ...user.who])
    const token = await buildSession(db, user.account)
    const { state, expiresAt } = (await call(api.accounts.info, { dailiKey: 260 }, { token })).data
    expect(state).toBe('active')
    expect(Math.abs(Date.parse(expiresAt!) - clock.now().getTime() - bankedSeconds * 1000)).toBeLessThan(60_000)
    expect((await call(api.accounts.freezeState, {}, { token })).data.pausesLeft).toBe(2)
    expect((await yx(['users', 'unblock', ...user.who])).exitCode).toBe(1)
  })
})

test('finds audit entries by reseller, area, subject and actor', async () => {
  const user = await buildUser()
  await dataOf(['users', 'block', ...user.who, '--reason', 'audit'])
  await dataOf(['users', 'unblock', ...user.who])
  const subject = `account:${user.account.id}`
  const found = async (options: string) =>
    (await dataOf<{ entries: { action: string }[] }>(`audit list ${options}`)).entries.map(({ action }) => action)
  expect(await found(`--subject ${subject} --action account`)).toEqual(['account.unblocked', 'account.blocked'])
  expect(await found(`--subject ${subject} --action account.blocked --reseller 260`)).toEqual(['account.blocked'])
  expect(await found(`--subject ${subject} --limit 1`)).toHaveLength(1)
  expect(await found(`--actor nobody`)).toEqual([])
  expect((await found('--limit 1 --action operator.audit_listed'))[0]).toBe('operator.audit_listed')
})

test('a statement: opening plus every kind gives the closing, to the fen, and sales show their split', async () => {
  const resellerId = 262
  await buildReseller(db, { id: resellerId })
  await fundReseller(db, resellerId, 10_001)
  const month = () => clock.now().toLocaleDateString('sv', { timeZone: config.businessTz }).slice(0, 7)
  clock.shift(40 * DAY_MS)
  const account = await buildAccount(db, { resellerId })
  await fund(db, account, 7000, 'own')
  const plan = await buildPackage(db, { resellerId, prices: { month: { retailFen: 3000, wholesaleFen: 1201 } } })
  const token = await buildSession(db, account)
  const wish = { action: 'new' as const, packageId: plan.wireId, period: 'month' as const }
  const { quoteId } = (await call(api.packages.quote, wish, { token })).data
  const bought = await call(api.packages.buy, { quoteId, payBy: 'balance', key: 'statement-1' }, { token })
  expect(bought.status, bought.text).toBe(200)
  type Span = { openingFen: number; changeFen: number; closingFen: number }
  type Read = {
    statement: Span & { kinds: { kind: string; amountFen: number }[]; sales: object; beside: { liability: Span } }
  }
  const { statement } = await dataOf<Read>(`resellers statement --reseller ${resellerId} --month ${month()}`)
  expect(statement).toMatchObject({ openingFen: 10_001, closingFen: 8800, kinds: [{ kind: 'sale', amountFen: -1201 }] })
  expect(statement.closingFen).toBe(await loadBalanceFen({ db }, { kind: 'reseller', resellerId }))
  expect(statement.sales).toEqual({
    count: 1,
    priceFen: 3000,
    liabilitySettledFen: 3000,
    wholesaleFen: 1201,
    commissionFen: 0,
  })
  expect(statement.beside.liability).toEqual({ openingFen: 0, changeFen: -4000, closingFen: -4000 })
  const sheet = await yx(`resellers statement --reseller ${resellerId} --month ${month()}`)
  expect(sheet.out).toMatch(/opening +100\.01\nsale +-12\.01\nclosing +88\.00\n/)
  expect((await yx(`resellers statement --reseller ${resellerId} --month 2026-13`)).exitCode).toBe(2)
})

test('lists money that came for a deleted account and gives it back once', async () => {
  const account = await buildAccount(db, { resellerId: 260 })
  await db.kysely.updateTable('accounts').set({ deletedAt: clock.now() }).where('id', '=', account.id).execute()
  await fund(db, account, 900)
  const { unclaimed } = await dataOf<{ unclaimed: object[] }>('unclaimed list --reseller 260')
  expect(unclaimed).toMatchObject([{ resellerId: 260, accountId: account.id, balanceFen: 900, lastKind: 'topup' }])
  const pay = (fen: number, key: string) =>
    yx(`unclaimed pay-out --reseller 260 --account ${account.id} --fen ${fen} --reason bank --key ${key} --json`)
  expect((await pay(901, 'too-much-1')).json.code).toBe('balance.short')
  expect((await pay(900, 'giving-back')).json.data).toEqual({ leftFen: 0, isRepeated: false })
  expect((await pay(900, 'giving-back')).json.data).toEqual({ leftFen: 0, isRepeated: true })
  expect(await dataOf('unclaimed list --reseller 260')).toEqual({ unclaimed: [] })
})
