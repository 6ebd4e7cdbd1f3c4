import { randomUUID } from 'node:crypto'
import { afterEach, describe, expect, test } from 'vitest'

import { api } from '../../../contract/api.ts'
import { consoleApi } from '../../../contract/console/api.ts'
import { DAY_MS } from '../../../contract/durations.ts'
import { limits } from '../../../contract/limits.ts'
import { clock } from '../../platform/clock.ts'
import { removeOutdatedRows } from '../../retention.ts'
import { buildSession } from '../../test/build/build-session.ts'
import { buildStaff } from '../../test/build/build-staff.ts'
import { buildTicket } from '../../test/build/build-ticket.ts'
import { buildAccount, buildReseller } from '../../test/build/factories.ts'
import { buildLine, buildNode } from '../../test/build/line-desk.ts'
import { makeApp } from '../../test/run/make-app.ts'
import { setAlertRule } from '../alerts/alert-rules.ts'
import { watchTickets } from './watch-tickets.ts'

const made = await makeApp()
const { call, db, config } = made
const { tickets } = api
const PHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile/15E148 Safari/604.1'
const HOSTILE = '<img src=x onerror=alert(1)> [free](https://evil.example) **now** {{user}} \u202Egnp.exe'
let nextReseller = 7400

afterEach(() => clock.reset())

async function buildUser(resellerId = (nextReseller += 1)) {
  await buildReseller(db, { id: resellerId })
  const account = await buildAccount(db, { resellerId })
  const token = await buildSession(db, account)
  const ask = <R extends (typeof tickets)[keyof typeof tickets]>(route: R, input: object) =>
    call(route, input as never, { token, headers: { 'user-agent': PHONE } })
  const open = async (text = 'nothing loads') => {
    const answer = await ask(tickets.open, { category: 'dead', text, key: randomUUID() })
    return (answer.data as { ticketId: number }).ticketId
  }
  return { resellerId, account, token, ask, open }
}

/** An answer of the reseller's support. */
async function answer(resellerId: number, ticketId: number, closes = false) {
  const { call: ask } = await buildStaff(made, { resellerId, role: 'support' })
  const input = { ticketId, text: 'Restart it, please', closes, key: randomUUID() }
  expect((await ask(consoleApi.tickets.answer, input)).status).toBe(200)
}

const rowOf = (ticketId: number) => db.kysely.selectFrom('tickets').selectAll().where('id', '=', ticketId)

/** As if the user had come by every day meanwhile. */
async function keepSessions() {
  const now = clock.now()
  const kept = { seenAt: now, rotatedAt: now, expiresAt: new Date(now.getTime() + DAY_MS) }
  await db.kysely.updateTable('sessions').set(kept).execute()
}

describe('a new ticket', () => {
  test('carries exactly the facts that its user was shown', async () => {
    const { account, token, resellerId } = await buildUser()
    const owner = { resellerId, accountId: account.id }
    await buildLine(made, account, await buildNode(db, { resellerId, name: '香港 07' }))
    const fetched = { ...owner, device: 0, fetchedAt: clock.now(), client: 'Shadowrocket' }
    await db.kysely.insertInto('feedVisits').values(fetched).execute()
    const shown = await call(tickets.facts, {}, { token, headers: { 'user-agent': PHONE } })
    expect(shown.data.facts).toMatchObject({
      system: 'Safari · iOS',
      client: { name: 'Shadowrocket' },
      lines: [{ node: '香港 07', nodeState: 'up', lastByteAt: null }],
      payment: null,
    })
    await db.kysely.updateTable('nodes').set({ name: '香港 08' }).where('name', '=', '香港 07').execute()
    const input = { category: 'dead', text: '没反应', facts: shown.data.sealed, key: randomUUID() } as const
    const { ticketId } = (await call(tickets.open, input, { token })).data
    const thread = await call(tickets.show, { ticketId }, { token })
    expect(thread.data).toMatchObject({ category: 'dead', state: 'open', title: '没反应', facts: shown.data.facts })
    expect(thread.data.messages).toMatchObject([{ by: 'user', body: '没反应' }])
    expect(thread.text).not.toMatch(/credential|uri|password/i)
  })

  test('takes facts neither from another user nor from the day before', async () => {
    const one = await buildUser()
    const other = await buildUser(one.resellerId)
    const { sealed } = (await one.ask(tickets.facts, {})).data as { sealed: string }
    const wish = () => ({ category: 'dead', text: 'nothing', facts: sealed, key: randomUUID() })
    expect((await other.ask(tickets.open, wish())).code).toBe('request.invalid')
    clock.shift(limits.ticketFactsMs + 1000)
    expect((await one.ask(tickets.open, wish())).code).toBe('request.invalid')
    expect((await one.ask(tickets.list, {})).data).toEqual({ items: [], next: null })
  })

  test('is one ticket when it is sent twice', async () => {
    const { ask } = await buildUser()
    const input = { category: 'slow', text: 'slow today', key: randomUUID() }
    const [first, second] = await Promise.all([ask(tickets.open, input), ask(tickets.open, input)])
    expect(first.data).toEqual(second.data)
    expect((await ask(tickets.open, { ...input, text: 'another' })).code).toBe('request.key_reused')
  })

  test('keeps hostile text as text, without the signs that turn it around', async () => {
    const { ask, open } = await buildUser()
    const ticketId = await open(HOSTILE)
    const { messages } = (await ask(tickets.show, { ticketId })).data as { messages: { body: string }[] }
    expect(messages[0]!.body).toBe(HOSTILE.replace('\u202E', ''))
  })

  test.each([
    ['nothing but spaces', ' \n\t '],
    ['nothing but control characters', '\u0007\u202E'],
    ['too much', '字'.repeat(limits.ticketTextMax + 1)],
  ])('refuses %s and changes nothing', async (_name, text) => {
    const { ask } = await buildUser()
    const refused = await ask(tickets.open, { category: 'other', text, key: randomUUID() })
    expect([refused.status, refused.code]).toEqual([400, 'request.invalid'])
    expect((await ask(tickets.list, {})).data).toEqual({ items: [], next: null })
  })
})

describe('limits', () => {
  test('ten are open at most, also when eleven come at once; a closed one makes room', async () => {
    const { account, ask, open } = await buildUser()
    for (let made = 0; made < 8; made += 1) await buildTicket(db, account)
    const wishes = [1, 2, 3].map((at) =>
      ask(tickets.open, { category: 'other', text: `question ${at}`, key: randomUUID() }),
    )
    const codes = (await Promise.all(wishes)).map(({ code }) => code)
    expect(codes.toSorted()).toEqual(['help.open_max', null, null].toSorted())
    const { items } = (await ask(tickets.list, {})).data as { items: { ticketId: number }[] }
    expect(items).toHaveLength(limits.ticketsOpen)
    await ask(tickets.close, { ticketId: items[0]!.ticketId })
    expect(await open()).toBeGreaterThan(0)
  })

  test('twenty messages an hour, whatever the ticket', async () => {
    const { ask, open } = await buildUser()
    const ticketId = await open()
    for (let sent = 1; sent < limits.ticketMessages; sent += 1) {
      expect((await ask(tickets.write, { ticketId, text: `more ${sent}`, key: randomUUID() })).status).toBe(200)
    }
    const refused = await ask(tickets.write, { ticketId, text: 'too much', key: randomUUID() })
    expect([refused.status, refused.code]).toEqual([429, 'request.too_many'])
  })
})

describe('from question to rating', () => {
  test('waits for staff, then for the user, and a second message keeps its place in the queue', async () => {
    const { resellerId, ask, open } = await buildUser()
    const ticketId = await open()
    const began = (await rowOf(ticketId).executeTakeFirstOrThrow()).waitsSince
    clock.shift(60_000)
    await ask(tickets.write, { ticketId, text: 'still nothing', key: randomUUID() })
    expect(await rowOf(ticketId).executeTakeFirstOrThrow()).toMatchObject({ state: 'open', waitsSince: began })
    await answer(resellerId, ticketId)
    expect((await ask(tickets.show, { ticketId })).data).toMatchObject({
      state: 'answered',
      messages: [{ by: 'user' }, { by: 'user' }, { by: 'staff', body: 'Restart it, please' }],
    })
    await ask(tickets.write, { ticketId, text: 'no', key: randomUUID() })
    expect((await ask(tickets.show, { ticketId })).data).toMatchObject({ state: 'open' })
  })

  test('is rated once for each closing, and only after an answer', async () => {
    const { resellerId, ask, open } = await buildUser()
    const ticketId = await open()
    const rate = (rating = 'good') => ask(tickets.rate, { ticketId, rating, word: ' 很快 ' })
    await ask(tickets.close, { ticketId })
    expect((await rate()).code).toBe('help.wrong_state')
    await ask(tickets.reopen, { ticketId, text: 'again', key: randomUUID() })
    await answer(resellerId, ticketId, true)
    expect((await ask(tickets.show, { ticketId })).data).toMatchObject({ state: 'closed', canRate: true })
    expect((await rate()).status).toBe(200)
    expect((await rate('bad')).code).toBe('help.wrong_state')
    expect(await rowOf(ticketId).executeTakeFirstOrThrow()).toMatchObject({ rating: 'good', ratingWord: '很快' })
    await ask(tickets.reopen, { ticketId, text: 'not solved', key: randomUUID() })
    await ask(tickets.close, { ticketId })
    expect((await rate('bad')).status).toBe(200)
  })

  test('a closed one takes no message, and opens again for 14 days', async () => {
    const { ask, open } = await buildUser()
    const ticketId = await open()
    const again = () => ask(tickets.reopen, { ticketId, text: 'again', key: randomUUID() })
    expect((await again()).code).toBe('help.wrong_state')
    await ask(tickets.close, { ticketId })
    expect((await ask(tickets.close, { ticketId })).status).toBe(200)
    expect((await ask(tickets.write, { ticketId, text: 'more', key: randomUUID() })).code).toBe('help.wrong_state')
    clock.shift(limits.ticketReopenMs - 60_000)
    await keepSessions()
    expect((await again()).status).toBe(200)
    await ask(tickets.close, { ticketId })
    clock.shift(limits.ticketReopenMs + 60_000)
    await keepSessions()
    expect((await again()).code).toBe('help.reopen_over')
  })

  test('a long thread comes in pages', async () => {
    const { account, ask, resellerId } = await buildUser()
    const ticketId = Number(await buildTicket(db, account))
    const more = Array.from({ length: 120 }, (_, at) => ({
      resellerId,
      ticketId,
      author: 'user' as const,
      createdAt: clock.now(),
      body: `message ${at}`,
    }))
    await db.kysely.insertInto('ticketMessages').values(more).execute()
    type Page = { messages: { messageId: number; body: string }[]; hasEarlier: boolean }
    const last = (await ask(tickets.show, { ticketId })).data as unknown as Page
    expect([last.messages.length, last.messages.at(-1)!.body, last.hasEarlier]).toEqual([100, 'message 119', true])
    const before = last.messages[0]!.messageId
    const first = (await ask(tickets.show, { ticketId, before })).data as unknown as Page
    expect([first.messages.length, first.hasEarlier]).toEqual([21, false])
  })
})

test('another user’s ticket is unknown to every call', async () => {
  const owner = await buildUser()
  const ticketId = await owner.open()
  for (const stranger of [await buildUser(owner.resellerId), await buildUser()]) {
    const key = randomUUID()
    const codes = [
      await stranger.ask(tickets.show, { ticketId }),
      await stranger.ask(tickets.write, { ticketId, text: 'hello', key }),
      await stranger.ask(tickets.close, { ticketId }),
      await stranger.ask(tickets.reopen, { ticketId, text: 'hello', key }),
      await stranger.ask(tickets.rate, { ticketId, rating: 'bad' }),
    ].map(({ code }) => code)
    expect(new Set(codes)).toEqual(new Set(['object.unknown']))
  }
})

test('tickets go two years after their closing, with what was written in them', async () => {
  const { account, ask, resellerId } = await buildUser()
  const old = Number(await buildTicket(db, account))
  const open = Number(await buildTicket(db, account))
  await ask(tickets.close, { ticketId: old })
  clock.shift(2 * 365 * DAY_MS + DAY_MS)
  await removeOutdatedRows({ db, config, log: made.app.log as never, now: clock.now(), isLastAttempt: false })
  const left = await db.kysely.selectFrom('tickets').select('id').where('resellerId', '=', resellerId).execute()
  expect(left).toEqual([{ id: open }])
  const messages = db.kysely.selectFrom('ticketMessages').select('ticketId').where('resellerId', '=', resellerId)
  expect(await messages.execute()).toEqual([{ ticketId: open }])
})

describe('the watch', () => {
  const jobCtx = () => ({ db, config, log: made.app.log as never, now: clock.now(), isLastAttempt: false })
  const alertsOf = (resellerId: number) =>
    db.kysely
      .selectFrom('alerts')
      .select(['subject', 'detail', 'resolvedAt'])
      .where('kind', '=', 'ticket.waiting')
      .where('resellerId', '=', resellerId)
      .execute()

  test('tells once of users who wait too long, and ends it with the last answer', async () => {
    const { resellerId, account } = await buildUser()
    const ticketId = Number(await buildTicket(db, account))
    await buildTicket(db, account)
    await watchTickets(jobCtx())
    expect(await alertsOf(resellerId)).toEqual([])
    clock.shift(config.alerts.ticketWaitH * 3_600_000 + 60_000)
    await watchTickets(jobCtx())
    await watchTickets(jobCtx())
    const raised = await alertsOf(resellerId)
    expect(raised).toMatchObject([{ subject: `reseller:${resellerId}`, detail: { count: 2 }, resolvedAt: null }])
    await answer(resellerId, ticketId)
    await watchTickets(jobCtx())
    expect(await alertsOf(resellerId)).toMatchObject([{ resolvedAt: null }])
    await db.kysely.deleteFrom('tickets').where('resellerId', '=', resellerId).where('state', '=', 'open').execute()
    await watchTickets(jobCtx())
    expect((await alertsOf(resellerId))[0]!.resolvedAt).not.toBeNull()
  })

  test('the console says after how many hours', async () => {
    const { resellerId, account } = await buildUser()
    await buildTicket(db, account)
    clock.shift(2 * 3_600_000)
    await watchTickets(jobCtx())
    expect(await alertsOf(resellerId)).toEqual([])
    const ctx = { db, config, now: clock.now() }
    await setAlertRule(ctx, { name: 'ticketWaitH', value: 1 }, 'operator:test')
    await watchTickets(jobCtx())
    expect(await alertsOf(resellerId)).toMatchObject([{ detail: { count: 1, hours: 1 } }])
    await setAlertRule(ctx, { name: 'ticketWaitH', value: null }, 'operator:test')
  })

  test('closes what was answered two weeks ago, and the user can still open it again', async () => {
    const { resellerId, account, ask } = await buildUser()
    const ticketId = Number(await buildTicket(db, account))
    await answer(resellerId, ticketId)
    await watchTickets(jobCtx())
    expect(await rowOf(ticketId).executeTakeFirstOrThrow()).toMatchObject({ state: 'answered' })
    clock.shift(limits.ticketRestMs + 60_000)
    await keepSessions()
    await watchTickets(jobCtx())
    expect(await rowOf(ticketId).executeTakeFirstOrThrow()).toMatchObject({ state: 'closed', closedBy: 'time' })
    expect((await ask(tickets.reopen, { ticketId, text: 'again', key: randomUUID() })).status).toBe(200)
  })
})
