import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'

import { api } from '../../../../contract/api.ts'
import { consoleApi } from '../../../../contract/console/api.ts'
import { staffLimits } from '../../../../contract/console/staff-limits.ts'
import { limits } from '../../../../contract/limits.ts'
import { clock } from '../../../platform/clock.ts'
import { buildSession } from '../../../test/build/build-session.ts'
import { buildStaff } from '../../../test/build/build-staff.ts'
import { buildAccount } from '../../../test/build/factories.ts'
import { buildNode } from '../../../test/build/line-desk.ts'
import { buildPackage, fund, fundReseller } from '../../../test/build/money-factories.ts'
import { openShop } from '../../../test/build/shop.ts'
import { checkBooksAfterEach } from '../../../test/look/books.ts'
import { makeApp } from '../../../test/run/make-app.ts'
import { loadBalanceFen } from '../../ledger/load-balance.ts'

const made = await makeApp()
const { call, db } = made
checkBooksAfterEach(db)
beforeEach(() => clock.reset())
const shop = openShop(made)
const { user } = consoleApi
type Staff = Awaited<ReturnType<typeof buildStaff>>

const boss = await buildStaff(made, { resellerId: 260 })
const manager = await buildStaff(made, { resellerId: 260, role: 'manager' })
const support = await buildStaff(made, { resellerId: 260, role: 'support' })
const viewer = await buildStaff(made, { resellerId: 260, role: 'viewer' })
const operator = await buildStaff(made, { resellerId: null })
const neighbour = await buildStaff(made, { resellerId: 261 })
const plan = await buildPackage(db, { resellerId: 260, prices: { month: { retailFen: 3000, wholesaleFen: 1500 } } })
const better = await buildPackage(db, { resellerId: 260, prices: { month: { retailFen: 9000, wholesaleFen: 4500 } } })
await buildPackage(db, {
  resellerId: 260,
  kind: 'pack',
  trafficBytes: 10 * 1024 ** 3,
  prices: { once: { retailFen: 1000, wholesaleFen: 500 } },
})
await fundReseller(db, 260, 100_000)

const build = (email?: string) => buildAccount(db, { resellerId: 260, ...(email ? { email } : {}) })
const lastAudit = (id: number) =>
  db.kysely
    .selectFrom('auditLog')
    .select(['actor', 'action', 'before', 'after'])
    .where('subject', '=', `account:${id}`)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
const pocket = () => loadBalanceFen({ db }, { kind: 'reseller', resellerId: 260 })

test('a user is shown without any secret, and the look is audited', async () => {
  const account = await build('whole.mail@example.com')
  await db.kysely
    .insertInto('sessions')
    .values({
      resellerId: 260,
      accountId: account.id,
      tokenHash: Buffer.alloc(32, 7),
      strength: 'password',
      userAgent: 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0',
      address: '203.0.113.77',
      expiresAt: new Date(clock.now().getTime() + 1e9),
    })
    .execute()
  const nodeId = await buildNode(db, { name: '香港 09' })
  const line = { resellerId: 260, accountId: account.id, nodeId, sealedCredential: Buffer.from('sealed'), revision: 1 }
  await db.kysely
    .insertInto('lines')
    .values({ ...line, state: 'active', stateSince: clock.now(), createdAt: clock.now() })
    .execute()
  const { data, text } = await viewer.call(user.show, { id: account.id })
  expect(data).toMatchObject({
    userName: account.userName,
    email: 'w***@example.com',
    state: 'none',
    lines: [{ node: '香港 09', state: 'active' }],
    devices: [{ device: expect.stringContaining('Firefox'), network: '203.0.113' }],
  })
  expect(text).not.toMatch(/whole\.mail|203\.0\.113\.77|\/sub\/|sealed|password/i)
  expect(await lastAudit(account.id)).toMatchObject({ actor: `staff:${viewer.staffId}`, action: 'user.opened' })
})

test('the whole e-mail address needs its own call and permission, and is audited', async () => {
  const account = await build('hidden@example.com')
  expect((await viewer.call(user.reveal, { id: account.id })).code).toBe('staff.forbidden')
  expect((await support.call(user.reveal, { id: account.id })).data).toEqual({ email: 'hidden@example.com' })
  expect(await lastAudit(account.id)).toMatchObject({ action: 'user.email_revealed' })
})

test('every call treats another reseller’s user as unknown', async () => {
  const account = await build()
  const wish = { kind: 'days', days: 3 } as const
  for (const id of [account.id, 999_999_999]) {
    const answers = [
      await neighbour.call(user.show, { id }),
      await neighbour.call(user.history, { id, kind: 'orders' }),
      await neighbour.call(user.traffic, { id }),
      await neighbour.call(user.reveal, { id }),
      await neighbour.call(user.resetCode, { id }),
      await neighbour.call(user.block, { id, reason: 'x' }),
      await neighbour.call(user.endSessions, { id }),
      await neighbour.call(user.resetFeed, { id }),
      await neighbour.call(user.note, { id, body: 'x' }),
      await neighbour.call(user.delete, { id }),
      await neighbour.call(user.give, { id, wish, costFen: 150, key: randomUUID() }),
    ]
    expect(answers.map(({ status, code }) => `${status} ${code}`)).toEqual(
      Array(answers.length).fill('422 object.unknown'),
    )
  }
})

test('history pages through what a user did, and its audit part needs the permission', async () => {
  const buyer = await shop.buildBuyer({ resellerId: 260, fen: 10_000 })
  await shop.purchase(buyer, plan)
  const rows = async (kind: 'orders' | 'ledger' | 'audit', by: Staff) =>
    (await by.call(user.history, { id: buyer.account.id, kind })).data
  expect((await rows('orders', viewer)).rows).toMatchObject([{ what: 'new', state: 'paid', amountFen: 3000 }])
  expect((await rows('ledger', viewer)).rows).toMatchObject([
    { what: 'sale', amountFen: -3000, balanceFen: 7000 },
    { what: 'topup', amountFen: 10_000 },
  ])
  expect((await support.call(user.history, { id: buyer.account.id, kind: 'audit' })).code).toBe('staff.forbidden')
  expect((await rows('audit', boss)).rows).toEqual(expect.any(Array))
  for (let entry = 0; entry < 25; entry += 1) await fund(db, buyer.account, 1)
  const first = await rows('ledger', boss)
  const next = await boss.call(user.history, { id: buyer.account.id, kind: 'ledger', cursor: first.nextCursor! })
  expect([first.rows.length, next.data.rows.length, next.data.nextCursor]).toEqual([20, 7, null])
})

test('looks at a user’s traffic and history are audited; further pages count as the same look', async () => {
  const { id } = await build()
  await viewer.call(user.traffic, { id, days: 7 })
  expect(await lastAudit(id)).toMatchObject({ actor: `staff:${viewer.staffId}`, action: 'user.traffic_opened' })
  for (let entry = 0; entry < 25; entry += 1) await fund(db, { id, resellerId: 260 }, 1)
  const { nextCursor } = (await viewer.call(user.history, { id, kind: 'ledger' })).data
  await viewer.call(user.history, { id, kind: 'ledger', cursor: nextCursor! })
  const looks = await db.kysely
    .selectFrom('auditLog')
    .select(['action', 'detail'])
    .where('subject', '=', `account:${id}`)
    .orderBy('id')
    .execute()
  expect(looks).toEqual([
    { action: 'user.traffic_opened', detail: { days: 7 } },
    { action: 'user.history_opened', detail: { kind: 'ledger' } },
  ])
})

test('each part of a history needs its own permission', async () => {
  const { id } = await build()
  const plain = await buildStaff(made, { resellerId: 260, permissions: ['users.read'] })
  const kinds = ['orders', 'payments', 'ledger', 'gifts', 'cards', 'invited', 'audit'] as const
  const open: string[] = []
  for (const kind of kinds) if ((await plain.call(user.history, { id, kind })).status === 200) open.push(kind)
  expect(open).toEqual(['ledger', 'gifts'])
  const seller = await buildStaff(made, { resellerId: 260, permissions: ['users.read', 'orders.read'] })
  expect((await seller.call(user.history, { id, kind: 'orders' })).status).toBe(200)
})

test('calls that open an account ask for the factor again after ten minutes', async () => {
  const account = await build()
  const late = await buildStaff(made, { resellerId: 260 })
  clock.shift(staffLimits.proofMs + 1000)
  for (const route of [user.resetCode, user.endSessions, user.clearFactor, user.unlock]) {
    expect((await late.call(route, { id: account.id })).code).toBe('staff.step_up')
  }
})

test('a block shows its reason, keeps the remaining time and stops buying; unblocking gives the time back', async () => {
  const buyer = await shop.buildBuyer({ resellerId: 260, fen: 10_000 })
  await shop.purchase(buyer, plan)
  const { id } = buyer.account
  expect((await support.call(user.block, { id, reason: 'spam' })).code).toBe('staff.forbidden')
  expect((await manager.call(user.block, { id, reason: '投诉核实中' })).status).toBe(200)
  expect(await lastAudit(id)).toMatchObject({
    before: { blocked: false },
    after: { blocked: true, reasonCharacters: 5 },
  })
  expect((await boss.call(user.show, { id })).data).toMatchObject({ state: 'blocked', blockedReason: '投诉核实中' })
  const quoted = await shop.quote(buyer, plan, { action: 'renew' })
  expect((await shop.buy(buyer, quoted.data.quoteId)).code).toBe('account.blocked')
  expect((await call(api.accounts.info, { dailiKey: 260 }, { token: buyer.token })).status, 'reads').toBe(200)
  clock.shift(200 * 86_400_000)
  const later = await buildStaff(made, { resellerId: 260 })
  expect((await later.call(user.show, { id })).data.package!.bankedSeconds).toBeGreaterThan(27 * 86_400)
  expect((await later.call(user.unblock, { id })).status).toBe(200)
  expect((await later.call(user.show, { id })).data.state).toBe('active')
})

test('one member cannot both reset and clear, but another member can; every refusal changes nothing', async () => {
  const account = await build()
  await db.kysely
    .updateTable('accounts')
    .set({ totpConfirmedAt: clock.now(), totpSecret: Buffer.alloc(40) })
    .where('id', '=', account.id)
    .execute()
  const { data } = await boss.call(user.resetCode, { id: account.id })
  expect(data).toMatchObject({ sentTo: null, code: expect.stringMatching(/^\d{12}$/) })
  const words = new URLSearchParams(new URL(data.link!).hash.slice(1))
  expect([new URL(data.link!).pathname, words.get('user'), words.get('code')]).toEqual([
    '/find_pass',
    account.userName,
    data.code,
  ])
  expect(JSON.stringify(await lastAudit(account.id))).not.toContain(data.code)
  expect((await boss.call(user.clearFactor, { id: account.id })).code).toBe('staff.second_member')
  expect((await support.call(user.clearFactor, { id: account.id })).code).toBe('staff.forbidden')
  expect((await manager.call(user.clearFactor, { id: account.id })).status).toBe(200)
  expect(await lastAudit(account.id)).toMatchObject({ before: { totp: 'set' }, after: { totp: null } })
  const { hasTotp, helpedUntil } = (await boss.call(user.show, { id: account.id })).data
  expect(hasTotp).toBe(false)
  expect(Date.parse(helpedUntil!)).toBeGreaterThan(clock.now().getTime() + limits.helpWaitMs - 60_000)
})

test('only the operator may handle an account that runs an agency', async () => {
  const account = await build()
  const agency = { id: 90_260, ownerResellerId: 260, ownerAccountId: account.id, agencyName: '蓝鲸' }
  await db.kysely.insertInto('resellers').values(agency).execute()
  expect((await boss.call(user.resetCode, { id: account.id })).code).toBe('staff.operator_only')
  expect((await boss.call(user.block, { id: account.id, reason: 'x' })).code).toBe('staff.operator_only')
  expect((await boss.call(user.delete, { id: account.id })).code).toBe('staff.operator_only')
  expect((await operator.call(user.resetCode, { id: account.id }, { reseller: 260 })).status).toBe(200)
})

test('ending sessions signs the user out, and a new feed address is shown only to the user', async () => {
  const account = await build()
  const token = await buildSession(db, account)
  expect((await boss.call(user.endSessions, { id: account.id })).data).toEqual({ ended: 1 })
  expect((await call(api.accounts.info, { dailiKey: 260 }, { token })).status).toBe(401)
  const fresh = await buildSession(db, account)
  const before = (await call(api.lines.list, {}, { token: fresh })).data.subscriptionUrl
  const reset = await boss.call(user.resetFeed, { id: account.id })
  expect([reset.status, reset.data]).toEqual([200, {}])
  expect((await call(api.lines.list, {}, { token: fresh })).data.subscriptionUrl).not.toBe(before)
})

test('a note is kept with its author, and the log has only its length', async () => {
  const account = await build()
  await support.call(user.note, { id: account.id, body: '换了手机' })
  expect((await boss.call(user.show, { id: account.id })).data.notes).toMatchObject([
    { author: support.name, body: '换了手机' },
  ])
  const row = await db.kysely
    .selectFrom('auditLog')
    .select('after')
    .where('action', '=', 'account.note_added')
    .where('subject', '=', `account:${account.id}`)
    .executeTakeFirstOrThrow()
  expect(row.after).toEqual({ characters: 4 })
})

test('a gift costs the price on the button, once, from the reseller’s balance', async () => {
  const buyer = await shop.buildBuyer({ resellerId: 260, fen: 3000 })
  await shop.purchase(buyer, plan)
  const { id } = buyer.account
  const wish = { kind: 'days', days: 3 } as const
  const { costFen } = (await boss.call(user.givePrice, { id, wish })).data
  expect(costFen).toBe(150)
  const before = await pocket()
  const wrong = await boss.call(user.give, { id, wish, costFen: 149, key: randomUUID() })
  expect([wrong.status, wrong.code, await pocket()]).toEqual([409, 'order.price_changed', before])
  const key = randomUUID()
  const given = await boss.call(user.give, { id, wish, costFen, key })
  expect((await boss.call(user.give, { id, wish, costFen, key })).data).toEqual(given.data)
  expect(await pocket()).toBe(before - 150)
  expect((await support.call(user.give, { id, wish, costFen, key: randomUUID() })).code).toBe('staff.forbidden')
  expect((await boss.call(user.give, { id, wish, costFen, key: randomUUID(), paidBy: 'platform' })).code).toBe(
    'staff.forbidden',
  )
  const free = { id, wish, costFen, key: randomUUID(), paidBy: 'platform' } as const
  expect((await operator.call(user.give, free, { reseller: 260 })).status).toBe(200)
  expect(await pocket()).toBe(before - 150)
  const up = { kind: 'package', packageId: better.wireId, period: 'month' } as const
  const price = (await boss.call(user.givePrice, { id, wish: up })).data.costFen
  expect((await boss.call(user.give, { id, wish: up, costFen: price, key: randomUUID() })).status).toBe(200)
  expect((await boss.call(user.show, { id })).data.package).toMatchObject({ name: better.name })
  const rows = (await boss.call(user.history, { id, kind: 'gifts' })).data.rows
  expect(rows.map(({ what, who }) => [what, who])).toEqual([
    ['package', boss.name],
    ['days', operator.name],
    ['days', boss.name],
  ])
})

test('only an empty account can be deleted, and staff and the user can take that back', async () => {
  const account = await build()
  const rich = await build()
  await fund(db, rich, 1)
  expect((await boss.call(user.delete, { id: rich.id })).code).toBe('account.not_empty')
  expect((await boss.call(user.delete, { id: account.id })).status).toBe(200)
  expect((await boss.call(user.show, { id: account.id })).data).toMatchObject({ deletionByStaff: true })
  expect((await boss.call(user.keep, { id: account.id })).status).toBe(200)
  expect((await boss.call(user.keep, { id: account.id })).code).toBe('freeze.wrong_state')
})

test('staff pause and resume for a user within the user’s own limits, and are named for it', async () => {
  const buyer = await shop.buildBuyer({ resellerId: 260 })
  await shop.purchase(buyer, plan)
  const { id } = buyer.account
  expect((await support.call(user.pause, { id })).code).toBe('staff.forbidden')
  expect((await manager.call(user.pause, { id })).status).toBe(200)
  expect((await manager.call(user.show, { id })).data.state).toBe('paused')
  expect(await lastAudit(id)).toMatchObject({ action: 'user.opened' })
  expect((await manager.call(user.pause, { id })).code).toBe('freeze.wrong_state')
  // A member who comes later has signed in again.
  const after = async (ms: number) => {
    clock.shift(ms)
    return buildStaff(made, { resellerId: 260, role: 'manager' })
  }
  expect((await (await after(60 * 60_000)).call(user.resume, { id })).code).toBe('freeze.too_early')
  const later = await after(limits.pauseMinMs)
  expect((await later.call(user.resume, { id })).status).toBe(200)
  expect(await lastAudit(id)).toMatchObject({ action: 'service.resumed', actor: `staff:${later.staffId}` })
  expect((await later.call(user.pause, { id })).status).toBe(200)
  const last = await after(limits.pauseMinMs)
  expect((await last.call(user.resume, { id })).status).toBe(200)
  expect((await last.call(user.pause, { id })).code, 'the third in a month').toBe('freeze.too_often')
})

test('a message reaches one user, once per key, and needs the permission for notices', async () => {
  const [reader, other] = [await build(), await build()]
  const input = { id: reader.id, title: '线路已换', body: '请**更新**订阅。', key: randomUUID() }
  expect((await support.call(user.message, input)).code).toBe('staff.forbidden')
  const [sent, again] = [await manager.call(user.message, input), await manager.call(user.message, input)]
  expect([sent.status, again.data.noticeId]).toEqual([200, sent.data.noticeId])
  const titles = async (account: typeof reader) =>
    (await call(api.notices.list, {}, { token: await buildSession(db, account) })).data.items.map(({ title }) => title)
  expect([await titles(reader), await titles(other)]).toEqual([['线路已换'], []])
})

test('shows the last hour of use and the devices that are connected now, by their network alone', async () => {
  const account = await build()
  const nodeId = await buildNode(db, { name: '东京 01' })
  const seen = (address: string, at: Date) =>
    db.pool.query('insert into line_addresses values (260, $1, $2, $3, $4, $4)', [account.id, nodeId, address, at])
  await seen('198.51.100.7', clock.now())
  await seen('198.51.100.8', new Date(clock.now().getTime() - limits.deviceSeenMs - 1000))
  const { data, text } = await viewer.call(user.show, { id: account.id })
  expect(data.connected).toMatchObject([{ node: '东京 01', network: '198.51.100' }])
  expect([data.lastTrafficAt, text.includes('198.51.100.7')]).toEqual([null, false])
})
