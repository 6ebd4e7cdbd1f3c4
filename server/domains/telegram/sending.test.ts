import { afterEach, beforeEach, expect, test } from 'vitest'

import { civilTime } from '../../../contract/civil-time.ts'
import { HOUR_MS } from '../../../contract/durations.ts'
import { clock } from '../../platform/clock.ts'
import { inTx } from '../../platform/context.ts'
import { randomId } from '../../platform/secrets/crypto.ts'
import { buildStaff } from '../../test/build/build-staff.ts'
import { buildAccount, buildReseller } from '../../test/build/factories.ts'
import { buildNode } from '../../test/build/line-desk.ts'
import { takeJobs, telegramDesk } from '../../test/build/telegram-desk.ts'
import { startTestBotApi, type BotCall } from '../../test/outside/bot-api.ts'
import { makeApp } from '../../test/run/make-app.ts'
import { markReminded } from '../notices/reminders/marks.ts'
import { remind } from '../notices/reminders/remind.ts'
import { switchReseller } from '../resellers/switch-reseller.ts'
import { callBot } from './bot-api.ts'
import { loadBotOf } from './bot-queries.ts'
import { queueMessage } from './queue-message.ts'
import { sendMessages } from './send-messages.ts'
import { tellNode } from './tell-node.ts'
import { tellStaffOf } from './tell-staff.ts'

const bots = await startTestBotApi()
const made = await makeApp({ TELEGRAM_API_URL: bots.url })
const { db, config } = made
const desk = telegramDesk(made, bots)
beforeEach(() => clock.shift(((24 + 10 - civilTime(clock.now(), config.businessTz).hour) % 24) * HOUR_MS))
afterEach(() => {
  clock.reset()
  bots.failBy(() => null)
})

let nextChat = 2000
let nextReseller = 6000
async function buildShop() {
  const resellerId = (nextReseller += 1)
  await buildReseller(db, { id: resellerId })
  return { resellerId, ...(await desk.setTeamBot(resellerId)) }
}
type Shop = Awaited<ReturnType<typeof buildShop>>

async function bindRow(shop: Shop, whose: { accountId: number } | { staffId: number }, chatId = (nextChat += 1)) {
  const id = randomId()
  const row = { id, botId: shop.bot.id, resellerId: shop.resellerId, chatId, chatName: '小明', createdAt: clock.now() }
  await db.kysely
    .insertInto('telegramBindings')
    .values({ ...row, ...whose })
    .execute()
  return { id, chatId }
}

async function buildReader(shop: Shop) {
  const account = await buildAccount(db, {
    resellerId: shop.resellerId,
    userName: `r-${crypto.randomUUID().slice(0, 8)}`,
  })
  const bound = await bindRow(shop, { accountId: account.id })
  return { account, owner: { resellerId: shop.resellerId, accountId: account.id }, ...bound }
}

const queue = (shop: Shop, to: { id: string | null; chatId: number }, key: string, text = `text ${key}`) =>
  inTx(desk.ctx(), (tx) => {
    const { bot, resellerId } = shop
    const message = { botId: bot.id, bindingId: to.id, resellerId, chatId: to.chatId, kind: 'ends', key, text }
    return queueMessage(tx, message)
  })
const rowsOf = (shop: Shop) =>
  db.kysely.selectFrom('telegramMessages').selectAll().where('botId', '=', shop.bot.id).orderBy('id').execute()
const heard = (shop: Shop) => bots.said.filter(({ token }) => token === shop.token)
const openAlerts = (shop: Shop) =>
  db.kysely
    .selectFrom('alerts')
    .select(['kind', 'detail'])
    .where('subject', '=', `bot:${shop.bot.id}`)
    .where('resolvedAt', 'is', null)
    .execute()

test('200 messages through 429, 500, resets, blocked chats and odd ones: each once, or named as given up', async () => {
  const shop = await buildShop()
  const blocked = new Set<number>()
  for (let n = 0; n < 200; n += 1) {
    const chatId = n % 100 === 7 ? -1 - n : (nextChat += 1)
    if (n % 50 === 3) blocked.add(chatId)
    await queue(shop, { id: null, chatId }, `event:${n}`)
    // The same event again is not queued again.
    if (n % 10 === 0) expect(await queue(shop, { id: null, chatId }, `event:${n}`)).toBeNull()
  }
  for (const chatId of blocked) bots.blocked.add(chatId)
  const met = new Map<number, number>()
  bots.failBy(({ params }: BotCall) => {
    const chat = Number(params['chat_id'])
    const times = (met.get(chat) ?? 0) + 1
    met.set(chat, times)
    if (times > 1) return chat % 97 === 0 ? { status: 502 } : null
    if (chat % 11 === 0) return { status: 429, description: 'Too Many Requests', retryAfterS: 3 }
    if (chat % 13 === 0) return { status: 500 }
    if (chat % 97 === 0) return { status: 502 }
    return chat % 17 === 0 ? 'reset' : null
  })
  await desk.run('telegram.send')
  const rows = await rowsOf(shop)
  expect(rows).toHaveLength(200)
  const times = new Map<number, number>()
  for (const { chatId } of heard(shop)) times.set(chatId, (times.get(chatId) ?? 0) + 1)
  const endOf = (chatId: number) => {
    if (blocked.has(chatId)) return /^403 /
    if (chatId < 0) return /^400 .*chat not found/
    return chatId % 97 === 0 ? /^502 / : null
  }
  const endings = new Map<string, number>()
  for (const { chatId, state, problem } of rows) {
    const end = endOf(chatId)
    expect([times.get(chatId) ?? 0, state], `${chatId} ${problem}`).toEqual(end ? [0, 'given_up'] : [1, 'sent'])
    if (end) expect(problem).toMatch(end)
    endings.set(String(end), (endings.get(String(end)) ?? 0) + 1)
  }
  expect(Object.fromEntries(endings)).toEqual({ null: 192, '/^403 /': 4, '/^400 .*chat not found/': 2, '/^502 /': 2 })
})

test('a chat hears one message a second and a bot says at most 25', async () => {
  const shop = await buildShop()
  const chat = (nextChat += 1)
  for (let n = 0; n < 3; n += 1) await queue(shop, { id: null, chatId: chat }, `same:${n}`)
  for (let n = 0; n < 60; n += 1) await queue(shop, { id: null, chatId: (nextChat += 1) }, `many:${n}`)
  const batches: number[][] = [[]]
  await takeJobs(db, ['telegram.send'])
  const call: typeof callBot = (to, token, called) => {
    batches.at(-1)!.push(Number((called.params as { chat_id: number }).chat_id))
    return callBot(to, token, called)
  }
  const waits: number[] = []
  const wait = async (ms: number) => {
    waits.push(ms)
    batches.push([])
  }
  // Time stands still inside a batch; the wait between two makes the second full.
  // A slow machine needs more than one job.
  while (batches.flat().length < 63) await sendMessages(desk.ctx(), { botId: shop.bot.id }, { call, wait })
  const sent = batches.filter((batch) => batch.length > 0)
  expect(sent.flat()).toHaveLength(63)
  for (const batch of sent) {
    expect(batch.length).toBeLessThanOrEqual(25)
    expect(new Set(batch).size).toBe(batch.length)
  }
  expect(waits).toHaveLength(sent.length)
})

test('429 stops the whole bot until the time that Telegram names, and the message is no try poorer', async () => {
  const shop = await buildShop()
  await queue(shop, { id: null, chatId: (nextChat += 1) }, 'one')
  bots.fail({ status: 429, retryAfterS: 40 })
  await takeJobs(db, ['telegram.send'])
  await desk.sendNow({ botId: shop.bot.id })
  await queue(shop, { id: null, chatId: (nextChat += 1) }, 'two')
  await desk.sendNow({ botId: shop.bot.id })
  expect(heard(shop)).toEqual([])
  expect((await rowsOf(shop)).map(({ state, tries }) => [state, tries])).toEqual([
    ['waiting', 0],
    ['waiting', 0],
  ])
  clock.shift(41_000)
  await desk.run('telegram.send')
  expect(heard(shop)).toHaveLength(2)
  expect(await openAlerts(shop)).toEqual([])
})

test('a lost answer is tried again and named; one that never comes is given up', async () => {
  const shop = await buildShop()
  await queue(shop, { id: null, chatId: (nextChat += 1) }, 'twice')
  bots.fail('reset-late')
  await desk.run('telegram.send')
  clock.shift(60_000)
  await desk.run('telegram.send')
  // Telegram has no key against repeats, so the chat may have it twice: the row says so.
  expect(heard(shop)).toHaveLength(2)
  expect(await rowsOf(shop)).toMatchObject([{ state: 'sent', doubts: 1 }])
  await queue(shop, { id: null, chatId: (nextChat += 1) }, 'never')
  bots.failBy(() => 'reset')
  await desk.run('telegram.send')
  expect(heard(shop)).toHaveLength(2)
  expect((await rowsOf(shop))[1]).toMatchObject({ state: 'given_up', tries: 8 })
})

test('a token that Telegram refuses costs a line and an alert, and both end when it works again', async () => {
  const shop = await buildShop()
  const restore = bots.revoke(shop.token)
  await queue(shop, { id: null, chatId: (nextChat += 1) }, 'late')
  await takeJobs(db, ['telegram.send'])
  const before = desk.logged.length
  const lines = () => desk.logged.slice(before).filter((line) => line.includes('telegram fails'))
  await desk.sendNow({ botId: shop.bot.id })
  expect(await openAlerts(shop)).toMatchObject([{ kind: 'telegram.failing', detail: { problem: '401 Unauthorized' } }])
  expect(lines()).toEqual([expect.stringContaining('401 Unauthorized')])
  expect(desk.logged.join('')).not.toContain(shop.token)
  const failing = { problem: '401 Unauthorized', failingSince: expect.any(Date) }
  expect(await loadBotOf(db, shop.resellerId)).toMatchObject(failing)
  restore()
  await desk.run('telegram.send')
  expect(heard(shop).map(({ text }) => text)).toEqual(['text late'])
  expect(await openAlerts(shop)).toEqual([])
  expect(await loadBotOf(db, shop.resellerId)).toMatchObject({ problem: null, failingSince: null })
  expect(lines()).toHaveLength(1)
})

test('what a refused token holds back for a day is given up', async () => {
  const shop = await buildShop()
  bots.revoke(shop.token)
  await queue(shop, { id: null, chatId: (nextChat += 1) }, 'late')
  await takeJobs(db, ['telegram.send'])
  await desk.sendNow({ botId: shop.bot.id })
  // A day later nobody wants it any more.
  clock.shift(25 * HOUR_MS)
  await desk.sendNow({ botId: shop.bot.id })
  expect(await rowsOf(shop)).toMatchObject([{ state: 'given_up', problem: '401 Unauthorized' }])
})

test('a chat that blocked the bot is left alone from then on, also by what waits for it', async () => {
  const shop = await buildShop()
  const reader = await buildReader(shop)
  bots.blocked.add(reader.chatId)
  await queue(shop, reader, 'one')
  await queue(shop, reader, 'two')
  await desk.run('telegram.send')
  expect((await rowsOf(shop)).map(({ state }) => state)).toEqual(['given_up', 'given_up'])
  expect(bots.calls.filter(({ params }) => params['chat_id'] === reader.chatId)).toHaveLength(1)
  const remindHer = () =>
    inTx(desk.ctx(), (tx) =>
      remind(tx, reader.owner, 'traffic.used', () => ['traffic_used', { percent: '80', left: '1' }]),
    )
  await remindHer()
  await desk.run('telegram.user', 'telegram.send')
  expect(await rowsOf(shop)).toHaveLength(2)
})

test('what a process was sending when it died is named and never sent again', async () => {
  const shop = await buildShop()
  for (let n = 0; n < 5; n += 1) await queue(shop, { id: null, chatId: (nextChat += 1) }, `n:${n}`)
  await takeJobs(db, ['telegram.send'])
  const hangs: typeof callBot = () => new Promise(() => {})
  void sendMessages(desk.ctx(), { botId: shop.bot.id }, { call: hangs, wait: async () => {} })
  await expect.poll(async () => (await rowsOf(shop)).filter(({ state }) => state === 'sending').length).toBe(5)
  await queue(shop, { id: null, chatId: (nextChat += 1) }, 'later')
  // Its lease still runs: nobody else sends.
  await desk.sendNow({ botId: shop.bot.id })
  expect(heard(shop)).toEqual([])
  clock.shift(31_000)
  await desk.sendNow({ botId: shop.bot.id })
  expect(heard(shop).map(({ text }) => text)).toEqual(['text later'])
  const rows = await rowsOf(shop)
  expect(rows.filter(({ state }) => state === 'given_up').map(({ problem }) => problem)).toEqual(
    Array.from({ length: 5 }, () => 'the server ended before the answer: it may have arrived'),
  )
})

test('a reminder goes to the bound chat as plain text, by the switches, silent at night', async () => {
  const shop = await buildShop()
  const reader = await buildReader(shop)
  const tell = (mark: string, left = '<b>2</b> *GB* [x](https://evil.example)') =>
    inTx(desk.ctx(), async (tx) => {
      if (!(await markReminded(tx, reader.owner, { kind: 'traffic', mark }))) return
      await remind(tx, reader.owner, 'traffic.used', () => ['traffic_used', { percent: '80', left }])
    })
  await tell('a')
  await tell('a')
  await desk.run('telegram.user', 'telegram.send')
  const [said] = heard(shop)
  expect(heard(shop)).toHaveLength(1)
  expect(said!.text).toMatch(/^流量已用 80%\n\n[^]*\/user\/tcBuy/)
  expect(said!.text).not.toContain(reader.account.userName)
  expect(said!.params).not.toHaveProperty('parse_mode')
  expect(said!.params).toMatchObject({ disable_notification: false, link_preview_options: { is_disabled: true } })
  await db.kysely
    .updateTable('telegramBindings')
    .set({ muted: ['traffic'] })
    .where('id', '=', reader.id)
    .execute()
  await tell('b')
  await desk.run('telegram.user', 'telegram.send')
  expect(heard(shop)).toHaveLength(1)
  await db.kysely.updateTable('telegramBindings').set({ muted: [] }).where('id', '=', reader.id).execute()
  clock.shift(13 * HOUR_MS)
  await tell('c')
  await desk.run('telegram.user', 'telegram.send')
  expect(heard(shop).at(-1)!.params['disable_notification']).toBe(true)
})

test('staff hear what their role allows, once, and a suspended team nothing', async () => {
  const shop = await buildShop()
  const other = await buildShop()
  const members = {
    owner: await buildStaff(made, { resellerId: shop.resellerId }),
    support: await buildStaff(made, { resellerId: shop.resellerId, role: 'support' }),
    stranger: await buildStaff(made, { resellerId: other.resellerId }),
  }
  const owner = await bindRow(shop, { staffId: members.owner.staffId })
  const support = await bindRow(shop, { staffId: members.support.staffId })
  await bindRow(other, { staffId: members.stranger.staffId })
  const event = { resellerId: shop.resellerId, amountFen: 12_345 }
  const wished = { ...event, kind: 'withdrawal' as const, key: 'withdrawal:1' }
  await tellStaffOf(desk.ctx(), wished)
  await tellStaffOf(desk.ctx(), wished)
  await tellStaffOf(desk.ctx(), { ...event, kind: 'payment', key: 'payment:1' })
  await desk.run('telegram.send')
  expect(heard(shop).map(({ chatId, text }) => [chatId, text.split('\n')[0]])).toEqual([
    [owner.chatId, '有用户申请提现 ¥123.45，等你处理。'],
    [support.chatId, '有一笔 ¥123.45 的支付没有完成。'],
    [owner.chatId, '有一笔 ¥123.45 的支付没有完成。'],
  ])
  expect(heard(other)).toEqual([])
  await inTx(desk.ctx(), (tx) =>
    switchReseller(tx, shop.resellerId, { name: 'suspended', on: true, reason: 'test' }, 'operator:test'),
  )
  await tellStaffOf(desk.ctx(), { ...wished, key: 'withdrawal:2' })
  await desk.run('telegram.send')
  expect(heard(shop)).toHaveLength(3)
})

test('users with a line on a node hear that it is down and, if they heard that, that it is back', async () => {
  const shop = await buildShop()
  const here = await buildReader(shop)
  await buildReader(shop)
  const nodeId = await buildNode(db, { name: '香港 <07>' })
  const line = { nodeId, sealedCredential: Buffer.from('x'), revision: 1, stateSince: clock.now() }
  const install = ({ owner }: typeof here) =>
    db.kysely
      .insertInto('lines')
      .values({ ...owner, ...line, state: 'active', createdAt: clock.now() })
      .execute()
  await install(here)
  const alert = {
    kind: 'node.silent',
    subject: `node:${nodeId}`,
    severity: 'critical',
    createdAt: clock.now(),
    lastSeenAt: clock.now(),
  } as const
  const { id } = await db.kysely
    .insertInto('alerts')
    .values({ ...alert, detail: '{}' })
    .returning('id')
    .executeTakeFirstOrThrow()
  await tellNode(desk.ctx(), { nodeId, change: 'down' })
  await tellNode(desk.ctx(), { nodeId, change: 'down' })
  await tellNode(desk.ctx(), { nodeId, change: 'up' })
  await desk.run('telegram.send')
  expect(heard(shop).map(({ chatId, text }) => [chatId, text])).toEqual([
    [here.chatId, '线路“香港 <07>”暂时连不上，正在处理。可以先换一条线路。'],
  ])
  // Who came meanwhile has heard of no trouble.
  await install(await buildReader(shop))
  await db.kysely.updateTable('alerts').set({ resolvedAt: clock.now() }).where('id', '=', id).execute()
  await tellNode(desk.ctx(), { nodeId, change: 'down' })
  await tellNode(desk.ctx(), { nodeId, change: 'up' })
  await desk.run('telegram.send')
  expect(heard(shop).map(({ text }) => text)).toHaveLength(2)
  expect(heard(shop).at(-1)!.text).toBe('线路“香港 <07>”恢复了。')
})
