import { beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { api } from '../../../../contract/api.ts'
import { limits } from '../../../../contract/limits.ts'
import { clock } from '../../../platform/clock.ts'
import type { Ctx } from '../../../platform/context.ts'
import { buildCards } from '../../../test/build/build-cards.ts'
import { buildSession } from '../../../test/build/build-session.ts'
import { buildAccount, buildReseller } from '../../../test/build/factories.ts'
import { buildPackage, buildTrial, fund, fundReseller, GB } from '../../../test/build/money-factories.ts'
import { openShop, refused, type Buyer } from '../../../test/build/shop.ts'
import { checkBooksAfterEach } from '../../../test/look/books.ts'
import { makeApp } from '../../../test/run/make-app.ts'
import { loadBalanceFen } from '../../ledger/load-balance.ts'
import { giveGift } from '../give-gift.ts'
import { findOwnTrials } from './find-trials.ts'

const testApp = await makeApp()
const { db, call, config } = testApp
const { quote, buy, infoOf, purchase } = openShop(testApp)
checkBooksAfterEach(db)
const DAY_MS = 86_400_000
let nextReseller = 8700
let nextAddress = 0

beforeAll(() => testApp.app.listen({ port: 0, host: '127.0.0.1' }))
beforeEach(() => clock.reset())

/** A plan at ¥30 a month, and a trial of three days and 10 GB that costs the reseller ¥1; the reseller has ¥20. */
async function buildWorld({ paidBy = 'reseller' as 'reseller' | 'platform', fen = 2000 } = {}) {
  const resellerId = (nextReseller += 1)
  await buildReseller(db, { id: resellerId })
  if (fen > 0) await fundReseller(db, resellerId, fen)
  const plan = await buildPackage(db, { resellerId, prices: { month: { retailFen: 3000, wholesaleFen: 1000 } } })
  const trial = await buildTrial(db, { resellerId, days: 3, paidBy, wholesaleFen: 100 })
  const fenOf = (kind: 'reseller' | 'receivable') => loadBalanceFen({ db }, { kind, resellerId })
  return { resellerId, plan, trial, fenOf }
}

async function buildUser(resellerId: number, email?: string): Promise<Buyer> {
  const account = await buildAccount(db, { resellerId, ...(email ? { email } : {}) })
  return { account, token: await buildSession(db, account) }
}

const freshAddress = () => `203.0.113.${(nextAddress += 1)}`
const claim = ({ token }: Buyer, { wireId }: { wireId: string }, address = freshAddress()) =>
  call(api.packages.trial, { packageId: wireId }, { token, address })
const shown = async ({ token }: Buyer) => (await call(api.packages.list, {}, { token })).data.trials
const platformFen = () => loadBalanceFen({ db }, { kind: 'platform', resellerId: null })
const ownerOf = ({ account }: Buyer) => ({ resellerId: account.resellerId, accountId: account.id })

describe('a free trial', () => {
  test('is shown to who may have it, and gives its days and traffic at the cost of the reseller', async () => {
    const { resellerId, trial, fenOf } = await buildWorld()
    const user = await buildUser(resellerId, 'mei@mail.example')
    expect(await shown(user)).toMatchObject([{ id: trial.wireId, days: 3, trafficBytes: 10 * GB, needsEmail: false }])
    const [before, platform] = [await fenOf('reseller'), await platformFen()]
    const answer = await claim(user, trial)
    expect(answer.status, answer.text).toBe(200)
    const info = await infoOf(user)
    expect(Date.parse(info.expiresAt!) - clock.now().getTime()).toBeGreaterThan(3 * DAY_MS - 60_000)
    expect([info.totalBytes, info.state]).toEqual([10 * GB, 'active'])
    expect([(await fenOf('reseller')) - before, (await platformFen()) - platform]).toEqual([-100, 100])
    const { trials, current } = (await call(api.packages.list, {}, { token: user.token })).data
    expect([trials, current.isTrial]).toEqual([[], true])
  })

  test('costs the reseller nothing where the platform pays', async () => {
    const { resellerId, trial, fenOf } = await buildWorld({ paidBy: 'platform', fen: 0 })
    const user = await buildUser(resellerId, 'mei@mail.example')
    const platform = await platformFen()
    expect((await claim(user, trial)).status).toBe(200)
    expect([await fenOf('reseller'), await fenOf('receivable'), (await platformFen()) - platform]).toEqual([0, 0, 0])
  })

  test('needs a verified address', async () => {
    const { resellerId, trial } = await buildWorld()
    const user = await buildUser(resellerId)
    expect(await shown(user)).toMatchObject([{ needsEmail: true }])
    expect(refused(await claim(user, trial))).toEqual([422, 'email.not_bound'])
  })

  test('is not proposed to who would first have to verify an address where no mail is sent', async () => {
    const { resellerId } = await buildWorld()
    const withoutMail = { ...config, mode: 'production' as const, smtpUrl: null }
    const askAs = async ({ account }: Buyer) => {
      const owner = { resellerId, accountId: account.id }
      const ctx = { db, config: withoutMail, now: clock.now(), language: 'zh-CN', resellerId, owner }
      return (await findOwnTrials(ctx as unknown as Ctx<'user'>)).length
    }
    expect(await askAs(await buildUser(resellerId))).toBe(0)
    expect(await askAs(await buildUser(resellerId, 'mei@mail.example'))).toBe(1)
  })

  test('of a reseller without money is not shown, and asked for it answers a sentence', async () => {
    const { resellerId, trial, fenOf } = await buildWorld({ fen: 99 })
    const user = await buildUser(resellerId, 'mei@mail.example')
    expect(await shown(user)).toEqual([])
    expect(refused(await claim(user, trial))).toEqual([422, 'trial.gone'])
    expect([await fenOf('reseller'), await fenOf('receivable'), (await infoOf(user)).state]).toEqual([99, 0, 'none'])
  })

  test('is for nobody with a running package, no blocked user, no suspended or stopped shop', async () => {
    const { resellerId, trial, plan } = await buildWorld()
    const holder = await buildUser(resellerId, 'holder@mail.example')
    await fund(db, holder.account, 5000)
    await purchase(holder, plan)
    expect([await shown(holder), refused(await claim(holder, trial))]).toEqual([[], [409, 'order.wrong_action']])
    const blocked = await buildUser(resellerId, 'blocked@mail.example')
    await db.pool.query(`update accounts set blocked_at = now(), blocked_reason = 'spam' where id = $1`, [
      blocked.account.id,
    ])
    expect([await shown(blocked), refused(await claim(blocked, trial))]).toEqual([[], [403, 'account.blocked']])
    const user = await buildUser(resellerId, 'mei@mail.example')
    await db.pool.query('update packages set stock = 0 where id = $1', [trial.id])
    expect([await shown(user), refused(await claim(user, trial))]).toEqual([[], [409, 'package.sold_out']])
    await db.pool.query('update packages set stock = null where id = $1', [trial.id])
    await db.pool.query('update resellers set suspended_at = now() where id = $1', [resellerId])
    expect([await shown(user), refused(await claim(user, trial))]).toEqual([[], [403, 'reseller.suspended']])
    await db.pool.query('update resellers set suspended_at = null where id = $1', [resellerId])
    await db.pool.query(
      `insert into reseller_limits (reseller_id, users_max, users_count, at_limit, month, checked_at)
        values ($1, 1, 1, 'stop_selling', '2026-01-01', now())`,
      [resellerId],
    )
    expect([await shown(user), refused(await claim(user, trial))]).toEqual([[], [403, 'reseller.full']])
    await db.pool.query('delete from reseller_limits where reseller_id = $1', [resellerId])
    expect((await claim(user, trial)).status, 'the honest user gets it').toBe(200)
  })

  test('of another reseller, off the list, not given away or no trial at all is not for sale', async () => {
    const { resellerId, trial, plan } = await buildWorld()
    const other = await buildWorld()
    const user = await buildUser(resellerId, 'mei@mail.example')
    for (const wanted of [other.trial, plan, { wireId: '999999' }]) {
      expect(refused(await claim(user, wanted)), wanted.wireId).toEqual([422, 'package.not_for_sale'])
    }
    const list = (isListed: boolean) =>
      db.kysely.updateTable('packages').set({ isListed }).where('id', '=', trial.id).execute()
    await list(false)
    expect([await shown(user), refused(await claim(user, trial))]).toEqual([[], [422, 'package.not_for_sale']])
    await list(true)
    expect(await shown(user)).toHaveLength(1)
    await db.pool.query('delete from trial_offers where reseller_id = $1', [resellerId])
    expect([await shown(user), refused(await claim(user, trial))]).toEqual([[], [422, 'package.not_for_sale']])
  })
})

describe('once', () => {
  test('of fifty claims at once by one account one is answered with a trial', async () => {
    const { resellerId, trial, fenOf } = await buildWorld()
    const user = await buildUser(resellerId, 'mei@mail.example')
    const answers = await Promise.all(Array.from({ length: 50 }, () => claim(user, trial)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(new Set(answers.filter(({ status }) => status !== 200).map(({ code }) => code))).toEqual(
      new Set(['trial.used']),
    )
    expect(await fenOf('reseller')).toBe(1900)
    expect(refused(await claim(user, trial))).toEqual([409, 'trial.used'])
  })

  test('one mailbox has one trial, whatever dots, tags and capitals its fifty accounts use', async () => {
    const { resellerId, trial, fenOf } = await buildWorld()
    const users: Buyer[] = []
    for (let index = 0; index < 50; index += 1) {
      const dotted = [...'meili'].join(index % 2 === 0 ? '.' : '')
      users.push(await buildUser(resellerId, `${dotted}+${index}@${index % 3 === 0 ? 'GoogleMail' : 'gmail'}.com`))
    }
    const answers = await Promise.all(users.map((user) => claim(user, trial)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(await fenOf('reseller')).toBe(1900)
    for (const user of users.slice(0, 3)) expect(await shown(user)).toEqual([])
    const other = await buildUser(resellerId, 'meili2@gmail.com')
    expect((await claim(other, trial)).status, 'another mailbox').toBe(200)
  })

  test('not again with the address of an account that is gone', async () => {
    const { resellerId, trial } = await buildWorld()
    const first = await buildUser(resellerId, 'mei.li@gmail.com')
    expect((await claim(first, trial)).status).toBe(200)
    await db.pool.query(
      `update accounts set deleted_at = now(), email = null, email_verified_at = null, user_name = 'gone-' || id where id = $1`,
      [first.account.id],
    )
    const again = await buildUser(resellerId, 'meili+new@gmail.com')
    expect([await shown(again), refused(await claim(again, trial))]).toEqual([[], [409, 'trial.used']])
  })

  test('from one network address as often as allowed, and what is refused does not count', async () => {
    const { resellerId, trial } = await buildWorld()
    const address = freshAddress()
    const unbound = await buildUser(resellerId)
    for (let index = 0; index < 5; index += 1) {
      expect(refused(await claim(unbound, trial, address))).toEqual([422, 'email.not_bound'])
    }
    const early = await buildUser(resellerId, 'early@mail.example')
    const stock = (units: number | null) =>
      db.kysely.updateTable('packages').set({ stock: units }).where('id', '=', trial.id).execute()
    await stock(0)
    for (let index = 0; index <= limits.trialsPerAddress; index += 1) {
      expect(refused(await claim(early, trial, address))).toEqual([409, 'package.sold_out'])
    }
    await stock(null)
    const users: Buyer[] = []
    for (let index = 0; index < 20; index += 1) users.push(await buildUser(resellerId, `one${index}@mail.example`))
    const statuses = await Promise.all(users.map(async (user) => (await claim(user, trial, address)).status))
    expect(statuses.filter((status) => status === 200)).toHaveLength(limits.trialsPerAddress)
    expect(statuses.filter((status) => status === 429)).toHaveLength(20 - limits.trialsPerAddress)
    const elsewhere = await buildUser(resellerId, 'elsewhere@mail.example')
    expect((await claim(elsewhere, trial)).status, 'an honest user elsewhere').toBe(200)
  })
})

describe('nobody gets richer', () => {
  test('it counts nothing at an upgrade, which a user of a trial can make at once', async () => {
    const { resellerId, trial, plan } = await buildWorld()
    const user = await buildUser(resellerId, 'mei@mail.example')
    await fund(db, user.account, 5000)
    await claim(user, trial)
    const quoted = await quote(user, plan, { action: 'upgrade' })
    expect(quoted.data).toMatchObject({ creditFen: 0, totalFen: 3000, lapsingGiftDays: 3 })
    expect((await buy(user, quoted.data.quoteId)).status).toBe(200)
    expect((await infoOf(user)).totalBytes).toBe(100 * GB)
  })

  test('it is neither sold, renewed, given on nor made longer', async () => {
    const { resellerId, trial } = await buildWorld()
    const user = await buildUser(resellerId, 'mei@mail.example')
    await fund(db, user.account, 5000)
    await claim(user, trial)
    for (const period of ['month', 'once'] as const) {
      for (const action of ['new', 'renew', 'upgrade'] as const) {
        expect((await quote(user, trial, { action, period })).code, `${action} ${period}`).toBe('package.not_for_sale')
      }
    }
    const { token } = user
    expect((await call(api.packages.autoRenew, { on: true }, { token })).code).toBe('package.not_for_sale')
    expect((await call(api.gifts.offers, {}, { token })).data.offers).toEqual([])
    const giving = { ...ownerOf(user), wish: { kind: 'days' as const, days: 7 }, paidBy: 'reseller' as const }
    const given = giveGift({ db, now: clock.now(), config }, { ...giving, key: 'longer-trial' }, 'operator:test')
    await expect(given).rejects.toThrow('gift.no_package')
  })

  test('a key does not wait for its end', async () => {
    const { resellerId, trial, plan } = await buildWorld()
    const redeemer = await buildUser(resellerId, 'key@mail.example')
    await claim(redeemer, trial)
    const { code } = await buildCards(
      db,
      { resellerId, kind: 'package', packageId: plan.id, value: 1 },
      config.secretKey,
    )
    const answer = await call(api.cards.redeem, { code }, { token: redeemer.token })
    expect(answer.status, answer.text).toBe(200)
    expect((await infoOf(redeemer)).totalBytes).toBe(100 * GB)
  })
})
