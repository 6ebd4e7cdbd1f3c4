import { randomBytes, randomUUID } from 'node:crypto'
import { afterEach, expect, test } from 'vitest'

import { api } from '../../../contract/api.ts'
import { consoleApi } from '../../../contract/console/api.ts'
import { DAY_MS } from '../../../contract/durations.ts'
import { clock } from '../../platform/clock.ts'
import { removeOutdatedRows } from '../../retention.ts'
import { buildCards } from '../../test/build/build-cards.ts'
import { buildSession } from '../../test/build/build-session.ts'
import { buildStaff } from '../../test/build/build-staff.ts'
import { buildAccount, buildReseller } from '../../test/build/factories.ts'
import { buildLine, buildNode } from '../../test/build/line-desk.ts'
import { buildMerchantRow } from '../../test/build/own-merchant.ts'
import { takeJobs } from '../../test/build/telegram-desk.ts'
import { makeApp } from '../../test/run/make-app.ts'
import { watchTickets } from './watch-tickets.ts'

const made = await makeApp()
const { call, db, config } = made
const { tickets } = consoleApi
const LINK = '免费节点 https://evil.example/join'
let nextReseller = 7900

afterEach(() => clock.reset())

async function buildDesk() {
  const resellerId = (nextReseller += 1)
  await buildReseller(db, { id: resellerId })
  const { call: ask } = await buildStaff(made, { resellerId, role: 'support' })
  const listed = async (input: object) => (await ask(tickets.list, input)).data.rows.map((row) => row.ticketId)
  return { resellerId, ask, listed, held: () => listed({ state: 'held' }), queue: () => listed({ state: 'open' }) }
}

async function buildUser(resellerId: number) {
  const account = await buildAccount(db, { resellerId, userName: `w-${randomUUID().slice(0, 12)}` })
  const created = { createdAt: clock.now() }
  await db.kysely.updateTable('accounts').set(created).where('id', '=', account.id).execute()
  const token = await buildSession(db, account)
  const open = async (text: string) => {
    const answer = await call(api.tickets.open, { category: 'other', text, key: randomUUID() }, { token })
    expect(answer.status, answer.text).toBe(200)
    return answer.data.ticketId
  }
  const write = (ticketId: number, text: string) =>
    call(api.tickets.write, { ticketId, text, key: randomUUID() }, { token })
  const show = async (ticketId: number) => (await call(api.tickets.show, { ticketId }, { token })).data
  return { account, token, open, write, show }
}

/** How many messages to staff wait to be made. */
const toldStaff = async () => (await takeJobs(db, ['tickets.tell_staff'])).length
const age = (id: number, ageMs: number) =>
  db.kysely
    .updateTable('accounts')
    .set({ createdAt: new Date(clock.now().getTime() - ageMs) })
    .where('id', '=', id)
    .execute()

test('a link of a new user is held: seen by staff apart, told to nobody, and sent as its user sees it', async () => {
  const desk = await buildDesk()
  const user = await buildUser(desk.resellerId)
  await toldStaff()
  const ticketId = await user.open(LINK)
  expect(await toldStaff()).toBe(0)
  expect([await desk.held(), await desk.queue(), await desk.listed({})]).toEqual([[ticketId], [], []])
  expect((await desk.ask(tickets.counts, {})).data.held).toBe(1)
  expect(await desk.listed({ search: `#${ticketId}` })).toEqual([ticketId])
  expect((await desk.ask(tickets.show, { ticketId })).data).toMatchObject({ isHeld: true, state: 'open' })
  const shown = await user.show(ticketId)
  expect(shown.state).toBe('open')
  expect(JSON.stringify(shown)).not.toContain('eld"')
  // It waits for nobody: no alert.
  clock.shift(config.alerts.ticketWaitH * 3_600_000 + 60_000)
  await watchTickets({ db, config, log: made.app.log as never, now: clock.now(), isLastAttempt: false })
  const alerts = db.kysely.selectFrom('alerts').select('id').where('resellerId', '=', desk.resellerId)
  expect(await alerts.where('kind', '=', 'ticket.waiting').execute()).toEqual([])
})

test('released it is a ticket like any other, and not held again', async () => {
  const desk = await buildDesk()
  const user = await buildUser(desk.resellerId)
  const ticketId = await user.open(LINK)
  await toldStaff()
  await desk.ask(tickets.release, { ticketId })
  await desk.ask(tickets.release, { ticketId })
  expect(await toldStaff()).toBe(1)
  expect([await desk.held(), await desk.queue()]).toEqual([[], [ticketId]])
  await user.write(ticketId, 'and https://other.example')
  expect(await desk.queue()).toEqual([ticketId])
  expect((await desk.ask(tickets.discard, { ticketId })).code).toBe('help.wrong_state')
})

test('discarded it is closed without a word, and stays apart when its user opens it again', async () => {
  const desk = await buildDesk()
  const user = await buildUser(desk.resellerId)
  const ticketId = await user.open(LINK)
  await toldStaff()
  expect((await desk.ask(tickets.discard, { ticketId })).status).toBe(200)
  expect((await desk.ask(tickets.counts, {})).data.held).toBe(0)
  expect((await call(api.notices.list, {}, { token: user.token })).data.items).toEqual([])
  expect((await desk.ask(tickets.release, { ticketId })).code).toBe('help.wrong_state')
  await call(api.tickets.reopen, { ticketId, text: 'again', key: randomUUID() }, { token: user.token })
  expect([await desk.held(), await desk.queue(), await toldStaff()]).toEqual([[ticketId], [], 0])
})

test('an answer, and handing it over, release it', async () => {
  const desk = await buildDesk()
  const user = await buildUser(desk.resellerId)
  const [first, second] = [await user.open(LINK), await user.open('see www.evil.example')]
  expect(await desk.held()).toEqual([first, second])
  await desk.ask(tickets.answer, { ticketId: first, text: '请看帮助', key: randomUUID() })
  await desk.ask(tickets.hand, { ticketId: second, to: 'operator' })
  expect(await desk.held()).toEqual([])
  await user.write(first, 'my page is https://mine.example')
  expect(await desk.queue()).toContain(first)
})

test('links of who has paid, of who is here for a day, and the portal’s own address are not held', async () => {
  const desk = await buildDesk()
  const [payer, redeemer, old, asker] = [
    await buildUser(desk.resellerId),
    await buildUser(desk.resellerId),
    await buildUser(desk.resellerId),
    await buildUser(desk.resellerId),
  ]
  await payFor(payer.account)
  await redeemFor(redeemer.account)
  await age(old.account.id, DAY_MS + 60_000)
  const ids = [
    await payer.open(LINK),
    await redeemer.open(`other ${LINK}`),
    await old.open('look at www.mine.example'),
    await asker.open(`${config.publicUrl}/user does not open`),
  ]
  expect([await desk.held(), await desk.queue()]).toEqual([[], ids])
})

test('a link in a later message holds a ticket that nobody answered yet', async () => {
  const desk = await buildDesk()
  const user = await buildUser(desk.resellerId)
  const ticketId = await user.open('hello')
  expect(await desk.queue()).toEqual([ticketId])
  await user.write(ticketId, LINK)
  expect([await desk.held(), await desk.queue()]).toEqual([[ticketId], []])
})

test('the third ticket of a user with one text is held, also of who has paid; a day later it is not', async () => {
  const desk = await buildDesk()
  const user = await buildUser(desk.resellerId)
  await payFor(user.account)
  const ids = [await user.open('it is slow'), await user.open('It is  slow!'), await user.open('IT IS SLOW')]
  expect([await desk.held(), await desk.queue()]).toEqual([[ids[2]], ids.slice(0, 2)])
  clock.shift(DAY_MS + 60_000)
  await removeOutdatedRows({ db, config, log: made.app.log as never, now: clock.now(), isLastAttempt: false })
  expect(await db.kysely.selectFrom('ticketTexts').selectAll().execute()).toEqual([])
})

test('one text of several accounts is held from the third on, but not of users with a line or a payment', async () => {
  const desk = await buildDesk()
  const writers = []
  for (let at = 0; at < 5; at += 1) writers.push(await buildUser(desk.resellerId))
  for (const { account } of writers) await age(account.id, 3 * DAY_MS)
  const node = await buildNode(db, { resellerId: desk.resellerId })
  await buildLine(made, writers[3]!.account, node)
  await payFor(writers[4]!.account)
  const ids = []
  for (const writer of writers) ids.push(await writer.open('没反应，网页打不开。'))
  expect(await desk.held()).toEqual([ids[2]])
  // Another reseller's users count for themselves.
  const other = await buildDesk()
  const ticketId = await (await buildUser(other.resellerId)).open('没反应，网页打不开。')
  expect([await other.held(), await other.queue()]).toEqual([[], [ticketId]])
})

test('another reseller’s held ticket is unknown', async () => {
  const desk = await buildDesk()
  const ticketId = await (await buildUser(desk.resellerId)).open(LINK)
  const other = await buildDesk()
  expect((await other.ask(tickets.release, { ticketId })).code).toBe('object.unknown')
  expect((await other.ask(tickets.discard, { ticketId })).code).toBe('object.unknown')
  expect((await other.ask(tickets.counts, {})).data.held).toBe(0)
})

type Account = Awaited<ReturnType<typeof buildUser>>['account']

/** Money from a gateway that came in. */
async function payFor({ id: accountId, resellerId }: Account) {
  const { id: merchantId } = await buildMerchantRow({ db, config }, null)
  const number = randomUUID().replaceAll('-', '')
  const now = clock.now()
  const payment = {
    outTradeNo: `T${number}`,
    purpose: 'user',
    resellerId,
    accountId,
    merchantId,
    tradeNo: number,
  } as const
  const money = {
    channel: 'alipay',
    amountFen: 3000,
    state: 'paid',
    creditedTo: 'balance',
    countsBalance: true,
  } as const
  const keys = { merchantOwnerKey: -1, keyHash: randomBytes(32), askedHash: randomBytes(32) }
  await db.kysely
    .insertInto('payments')
    .values({ ...payment, ...money, ...keys, paidAt: now, createdAt: now, expiresAt: now })
    .execute()
}

async function redeemFor(account: Account) {
  const { code } = await buildCards(db, { resellerId: account.resellerId }, config.secretKey)
  const token = await buildSession(db, account)
  expect((await call(api.cards.redeem, { code }, { token })).status).toBe(200)
}
