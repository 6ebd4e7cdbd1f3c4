import { randomUUID } from 'node:crypto'
import type { Static } from 'typebox'
import { beforeEach, describe, expect, test } from 'vitest'

import { api } from '../../contract/api.ts'
import { consoleApi } from '../../contract/console/api.ts'
import { HOUR_MS } from '../../contract/durations.ts'
import { limits } from '../../contract/limits.ts'
import { loadBalanceFen } from '../domains/ledger/load-balance.ts'
import { clock } from '../platform/clock.ts'
import { checkDial, PointsInside } from '../platform/dial/dial-public.ts'
import { fundCommission } from '../test/attack/commission-races.ts'
import { buildSession } from '../test/build/build-session.ts'
import { buildStaff } from '../test/build/build-staff.ts'
import { buildAccount, buildReseller, PASSWORD } from '../test/build/factories.ts'
import { buildPackage, fund, fundReseller } from '../test/build/money-factories.ts'
import { openShop } from '../test/build/shop.ts'
import { checkBooksAfterEach } from '../test/look/books.ts'
import { appCode } from '../test/outside/authenticator-app.ts'
import { mailsOf } from '../test/outside/mails-of.ts'
import { openNameServer } from '../test/outside/name-server.ts'
import { makeCashierApp } from '../test/run/make-cashier-app.ts'

// Every way in which a staff member might take over a user's account or money through the console's calls: each is
// refused, reported to the people concerned and logged. The legitimate way beside it stays open.
const names = await openNameServer()
const app = await makeCashierApp({ DNS_SERVERS: names.address })
const { db, call } = app
const { user, money, merchants, brand } = consoleApi
checkBooksAfterEach(db)
beforeEach(() => clock.reset())

let reseller = 7000
async function buildOffice() {
  const resellerId = (reseller += 1)
  await buildReseller(db, { id: resellerId })
  await fundReseller(db, resellerId, 50_000, new Date(clock.now().getTime() - limits.payoutTopUpMs))
  const join = (email?: string) => buildStaff(app, { resellerId, ...(email ? { email } : {}) })
  return { resellerId, join, anna: await join(`anna-${resellerId}@team.example`), bert: await join() }
}
/** Platform staff who work inside the reseller. */
async function buildOperator(resellerId: number) {
  const { call: ask } = await buildStaff(app, { resellerId: null })
  const inside: typeof ask = (route, input) => ask(route, input, { reseller: resellerId })
  return inside
}

async function buildWithTotp(resellerId: number, email?: string) {
  const account = await buildAccount(db, { resellerId, ...(email ? { email } : {}) })
  const token = await buildSession(db, account)
  const { secret } = (await call(api.factors.totpBegin, { passWord: PASSWORD }, { token })).data
  expect((await call(api.factors.totpConfirm, { code: appCode(secret) }, { token })).status).toBe(200)
  return account
}

type Account = { id: number }
const accountRow = ({ id }: Account) =>
  db.kysely.selectFrom('accounts').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const auditOf = async (resellerId: number, action: string) =>
  db.kysely
    .selectFrom('auditLog')
    .select(['actor', 'subject', 'detail'])
    .where('resellerId', '=', resellerId)
    .where('action', '=', action)
    .orderBy('id')
    .execute()
const alertsOf = (resellerId: number) =>
  db.kysely.selectFrom('alerts').select(['kind', 'subject', 'detail']).where('resellerId', '=', resellerId).execute()
const noticesOf = async (account: { id: number; resellerId: number }) =>
  (await call(api.notices.list, {}, { token: await buildSession(db, account) })).data.items.map(({ title }) => title)

test('staff of the reseller above cannot touch an agency owner’s account; the operator helps', async () => {
  const { resellerId, anna } = await buildOffice()
  const owner = await buildWithTotp(resellerId, 'owner@agency.example')
  const agency = { id: 17_000 + resellerId, ownerResellerId: resellerId, ownerAccountId: owner.id, agencyName: '蓝鲸' }
  await db.kysely.insertInto('resellers').values(agency).execute()
  const before = await accountRow(owner)
  const mails = await mailsOf(db, owner)
  const { id } = owner
  const tries = [
    await anna.call(user.resetCode, { id }),
    await anna.call(user.clearFactor, { id }),
    await anna.call(user.block, { id, reason: 'spam' }),
    await anna.call(user.delete, { id }),
  ]
  expect(tries.map(({ status, code }) => `${status} ${code}`)).toEqual(Array(4).fill('403 staff.operator_only'))
  expect(await accountRow(owner)).toEqual(before)
  expect(await mailsOf(db, owner), 'no code left the house').toEqual(mails)
  const actor = `staff:${anna.staffId}`
  const written = ['reset-code', 'clear-factor', 'block', 'delete'].map((verb) => ({
    actor,
    subject: `account:${id}`,
    detail: { call: `/api/console/users/${verb}`, code: 'staff.operator_only' },
  }))
  expect(await auditOf(resellerId, 'staff.refused')).toEqual(written)
  expect(await alertsOf(resellerId), 'the operator hears of it').toMatchObject([
    { kind: 'staff.refused', subject: actor },
  ])

  const operator = await buildOperator(resellerId)
  expect((await operator(user.resetCode, { id })).data).toEqual({
    sentTo: 'o***@agency.example',
    code: null,
    link: null,
  })
  expect((await operator(user.clearFactor, { id })).status).toBe(200)
  const told = (await mailsOf(db, owner)).map(({ template }) => template)
  expect(told.slice(mails.length).sort()).toEqual(['code_staff', 'totp_turned_off'])
})

test('one member cannot both reset the password and clear the factor within 72 hours; two members can', async () => {
  const { resellerId, anna, bert } = await buildOffice()
  const account = await buildWithTotp(resellerId, 'helped@example.com')
  const { id } = account
  const { data } = await anna.call(user.resetCode, { id })
  expect(data, 'the code goes to the user, not to staff').toEqual({
    sentTo: 'h***@example.com',
    code: null,
    link: null,
  })
  const alone = await anna.call(user.clearFactor, { id })
  expect([alone.status, alone.code]).toEqual([403, 'staff.second_member'])
  expect((await accountRow(account)).totpSecret).not.toBeNull()
  expect(await auditOf(resellerId, 'staff.refused')).toEqual([
    {
      actor: `staff:${anna.staffId}`,
      subject: `account:${id}`,
      detail: { call: '/api/console/users/clear-factor', code: 'staff.second_member' },
    },
  ])
  expect((await mailsOf(db, account)).map(({ template }) => template)).toContain('code_staff')
  expect(await noticesOf(account)).toContain('客服为你的账号签发了重置密码的验证码')

  expect((await bert.call(user.clearFactor, { id })).status).toBe(200)
  expect((await accountRow(account)).totpSecret).toBeNull()
  expect((await mailsOf(db, account)).map(({ template }) => template)).toContain('totp_turned_off')
  expect(await noticesOf(account)).toContain('客服关闭了你的两步验证')
  // For three days nothing leaves the account, whoever is signed in now.
  await fundCommission(db, account, 5000)
  const withdraw = async () => {
    const wish = { amountFen: 2000, method: 'alipay', account: 'zhang@example.com', key: randomUUID() } as const
    return call(api.invites.withdraw, wish, { token: await buildSession(db, account) })
  }
  expect((await withdraw()).code).toBe('account.helped_lately')
  clock.shift(limits.helpWaitMs + HOUR_MS)
  expect((await withdraw()).status).toBe(200)
})

test('pays nothing out to a fresh account and tells the owners; after 72 hours it pays', async () => {
  const { resellerId, anna, bert, join } = await buildOffice()
  const payee = { method: 'alipay', account: 'thief@example.com', name: '王小明' } as const
  expect((await bert.call(money.setPayee, payee)).status).toBe(200)
  expect(await auditOf(resellerId, 'payee.changed')).toMatchObject([{ actor: `staff:${bert.staffId}` }])
  const mails = await db.kysely
    .selectFrom('mails')
    .select(['toAddress', 'template'])
    .where('resellerId', '=', resellerId)
    .execute()
  expect(mails).toEqual([{ toAddress: `anna-${resellerId}@team.example`, template: 'payee_changed' }])
  clock.shift(limits.payeeRestMs - HOUR_MS)
  const ask = async () => (await join()).call(money.askPayout, { amountFen: 10_000 })
  const early = await ask()
  expect([early.status, early.code]).toEqual([409, 'payout.account_fresh'])
  expect(await loadBalanceFen({ db }, { kind: 'payout_hold', resellerId })).toBe(0)
  expect(await auditOf(resellerId, 'staff.refused')).toMatchObject([
    { detail: { call: '/api/console/money/ask-payout', code: 'payout.account_fresh' } },
  ])
  clock.shift(2 * HOUR_MS)
  expect((await ask()).status).toBe(200)
  expect(await loadBalanceFen({ db }, { kind: 'payout_hold', resellerId })).toBe(10_000)
  expect(anna.staffId).not.toBe(bert.staffId)
})

test('staff cannot delete an account with money; they can delete an empty one, and its user can undo that', async () => {
  const { resellerId, anna } = await buildOffice()
  const account = await buildAccount(db, { resellerId, email: 'rich@example.com' })
  await fund(db, account, 1)
  const { id } = account
  const refused = await anna.call(user.delete, { id })
  expect([refused.status, refused.code]).toEqual([409, 'account.not_empty'])
  expect((await accountRow(account)).deleteAfter).toBeNull()
  expect(await mailsOf(db, account)).toEqual([])
  expect(await auditOf(resellerId, 'staff.refused')).toMatchObject([
    { subject: `account:${id}`, detail: { code: 'account.not_empty' } },
  ])
  const empty = await buildAccount(db, { resellerId, email: 'empty@example.com' })
  expect((await anna.call(user.delete, { id: empty.id })).status).toBe(200)
  expect((await mailsOf(db, empty)).map(({ template }) => template)).toEqual(['deletion_by_staff'])
  expect(await auditOf(resellerId, 'account.deletion_asked')).toMatchObject([{ subject: `account:${empty.id}` }])
  const token = await buildSession(db, empty)
  expect((await call(api.accounts.keep, {}, { token })).status).toBe(200)
  expect((await accountRow(empty)).deleteAfter).toBeNull()
})

test('gift money does not come back through an upgrade; what was paid for does', async () => {
  const { resellerId, anna } = await buildOffice()
  const { buildBuyer, purchase, quote } = openShop(app)
  const small = await buildPackage(db, { resellerId, prices: { month: 3000 } })
  const large = await buildPackage(db, { resellerId, prices: { month: 9000 } })
  const buyer = await buildBuyer({ resellerId, fen: 50_000 })
  await purchase(buyer, small)
  const creditOf = async () => (await quote(buyer, large, { action: 'upgrade' })).data.creditFen
  const paidFor = await creditOf()
  expect(paidFor).toBeGreaterThan(0)
  const { id } = buyer.account
  const wish = { kind: 'days', days: 300 } as const
  const { costFen } = (await anna.call(user.givePrice, { id, wish })).data
  expect((await anna.call(user.give, { id, wish, costFen, key: randomUUID() })).status).toBe(200)
  // Ten free months are worth nothing. What was paid for runs out meanwhile, a fen in minutes.
  const credited = await creditOf()
  expect(credited).toBeLessThanOrEqual(paidFor)
  expect(credited).toBeGreaterThan(0.9 * paidFor)
  expect(await auditOf(resellerId, 'gift.given')).toMatchObject([
    { actor: `staff:${anna.staffId}`, subject: `account:${id}`, detail: { costFen, paidBy: 'reseller' } },
  ])
  // Shown before paying: the quote names the credit.
  const { quote: seen } = await purchase(buyer, large, { action: 'upgrade' })
  expect(seen.creditFen).toBeLessThanOrEqual(credited)
})

describe('an address that points to an internal network', () => {
  const epay: Static<typeof merchants.add.input> = {
    provider: 'epay',
    name: '我的易支付',
    appId: app.shop.pid,
    secret: app.shop.epayKey,
    gatewayUrl: app.cashier.url,
    channels: ['alipay'],
  }

  test.each([
    '127.0.0.1',
    'localhost',
    '2130706433',
    '0x7f.1',
    '10.0.0.8',
    '172.16.5.4',
    '192.168.1.1:8443',
    '169.254.169.254',
    '100.64.0.1',
    '[::1]',
    '[::ffff:127.0.0.1]',
    '[::ffff:a00:8]',
    '[64:ff9b::a00:8]',
    '[fe80::1]',
    '[fd00::1]',
  ])('is refused as an EPay gateway: https://%s', async (place) => {
    const { resellerId, anna } = await buildOffice()
    const answer = await anna.call(merchants.add, { ...epay, gatewayUrl: `https://${place}` })
    expect([answer.status, answer.text]).toEqual([400, expect.stringContaining('gatewayUrl')])
    expect((await anna.call(merchants.list, {})).data.rows).toEqual([])
    const actor = `staff:${anna.staffId}`
    expect(await auditOf(resellerId, 'address.refused')).toMatchObject([{ actor, detail: { what: 'gateway' } }])
    expect(await alertsOf(resellerId)).toMatchObject([{ kind: 'address.inside', detail: { what: 'gateway' } }])
  })

  test.each([['10.0.0.8'], ['1.1.1.1', '127.0.0.1'], ['fe80::1'], ['::1'], ['::ffff:a00:8']])(
    'is not dialled under a name that has %s',
    async (...found) => {
      const dial = checkDial('https://pay.example', { findAddresses: async () => found })
      await expect(dial).rejects.toThrow(PointsInside)
      const good = await checkDial('https://pay.example', { findAddresses: async () => ['1.1.1.1'] })
      expect(good.dialled).toBe('1.1.1.1')
    },
  )

  test('is a gateway only for platform staff in a sandbox', async () => {
    const { resellerId, anna } = await buildOffice()
    const operator = await buildOperator(resellerId)
    expect((await operator(merchants.add, epay)).status).toBe(200)
    expect((await anna.call(merchants.list, {})).data.rows).toHaveLength(1)
    expect(await alertsOf(resellerId)).toEqual([])
  })

  test.each([['10.0.0.7'], ['1.1.1.1', '192.168.0.1'], ['fd00::7'], ['::1'], ['fe80::7'], ['1.1.1.1', '::ffff:a00:7']])(
    'is refused as a domain: a name that has %s',
    async (...found) => {
      const { resellerId, anna } = await buildOffice()
      const host = `line.shop${resellerId}.example`
      await anna.call(brand.addDomain, { host })
      const { record } = (await anna.call(brand.show, {})).data.domains[0]!
      names.records.set(record.name, [record.value])
      names.addresses.set(host, found)
      expect((await anna.call(brand.checkDomain, { host })).data.found).toBe('inside')
      expect((await anna.call(brand.show, {})).data.domains[0]!.verifiedAt).toBeNull()
      const detail = { what: 'domain', host }
      expect(await auditOf(resellerId, 'address.refused')).toMatchObject([{ actor: `staff:${anna.staffId}`, detail }])
      expect(await alertsOf(resellerId)).toMatchObject([{ kind: 'address.inside', detail }])
      names.addresses.set(host, ['1.1.1.1', '2606:4700:4700::1111'])
      expect((await anna.call(brand.checkDomain, { host })).data.found).toBe('verified')
    },
  )

  test.each(['box.local', 'db.internal', 'x.localhost', 'a.home.arpa'])('cannot even be added: %s', async (host) => {
    const { resellerId, anna } = await buildOffice()
    const answer = await anna.call(brand.addDomain, { host })
    expect([answer.status, answer.text]).toEqual([400, expect.stringContaining('host')])
    expect(await auditOf(resellerId, 'address.refused')).toMatchObject([{ detail: { what: 'domain', host } }])
    expect(await alertsOf(resellerId)).toMatchObject([{ kind: 'address.inside' }])
  })
})
