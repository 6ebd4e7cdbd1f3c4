import { afterEach, expect, test } from 'vitest'

import { api } from '../../../contract/api.ts'
import { consoleApi } from '../../../contract/console/api.ts'
import { clock } from '../../platform/clock.ts'
import { inTx } from '../../platform/context.ts'
import { sha256 } from '../../platform/secrets/crypto.ts'
import { buildSession } from '../../test/build/build-session.ts'
import { buildStaff } from '../../test/build/build-staff.ts'
import { buildAccount, buildReseller } from '../../test/build/factories.ts'
import { telegramDesk } from '../../test/build/telegram-desk.ts'
import { startTestBotApi } from '../../test/outside/bot-api.ts'
import { makeApp } from '../../test/run/make-app.ts'
import { removeMember } from '../staff/team/change-member.ts'
import { setSuspended } from '../staff/team/set-suspended.ts'
import { forgetTelegram } from './bindings.ts'
import { webhookSecret } from './bot-token.ts'
import { lookAfterBots, pollUpdates } from './poll-updates.ts'
import { words } from './words.ts'

const bots = await startTestBotApi()
const made = await makeApp({ TELEGRAM_API_URL: bots.url })
const { call, db, config, inject, logged } = made
const desk = telegramDesk(made, bots)
afterEach(() => clock.reset())

let nextChat = 1000
let nextReseller = 5000
async function buildShop() {
  const resellerId = (nextReseller += 1)
  await buildReseller(db, { id: resellerId })
  const bot = await desk.setTeamBot(resellerId)
  return { resellerId, ...bot }
}

async function buildReader(resellerId: number) {
  const account = await buildAccount(db, { resellerId, userName: `reader-${crypto.randomUUID().slice(0, 8)}` })
  const token = await buildSession(db, account)
  const link = async () => {
    const answer = await call(api.telegram.link, {}, { token })
    expect(answer.status, answer.text).toBe(200)
    return new URL(answer.data.url)
  }
  const show = async () => (await call(api.telegram.show, {}, { token })).data
  return { account, token, link, show }
}
const codeOf = (url: URL) => url.searchParams.get('start')!
const saidTo = (chatId: number) => bots.said.filter((one) => one.chatId === chatId).map(({ text }) => text)

test('a link binds the chat that opens it, once; twice, late, void, by another bot or foreign is refused', async () => {
  const shop = await buildShop()
  const other = await buildShop()
  const reader = await buildReader(shop.resellerId)
  expect(await reader.show()).toEqual({
    bot: shop.username,
    bound: null,
    hears: ['ends', 'traffic', 'answers', 'nodes'],
  })
  const link = await reader.link()
  expect(link.href).toMatch(new RegExp(`^https://t\\.me/${shop.username}\\?start=[\\w-]{22}$`))
  const [mine, thief, late] = [(nextChat += 1), (nextChat += 1), (nextChat += 1)]
  // Only the hash is kept.
  const { rows } = await db.pool.query('select code_hash from telegram_codes')
  expect(rows).toContainEqual({ code_hash: sha256(codeOf(link)) })
  // The code of one bot is nothing to another.
  await desk.write(other.resellerId, other.token, thief, `/start ${codeOf(link)}`)
  expect((await reader.show()).bound).toBeNull()
  await desk.write(shop.resellerId, shop.token, mine, `/start ${codeOf(link)}`, { first_name: '小明<b>' })
  expect((await reader.show()).bound).toEqual({ name: '小明<b>', since: expect.any(String), isBlocked: false })
  // Used twice, by the same chat or another.
  await desk.write(shop.resellerId, shop.token, thief, `/start ${codeOf(link)}`)
  await desk.write(shop.resellerId, shop.token, mine, `/start ${codeOf(link)}`)
  // A newer link voids the older one, and ten minutes later it is late.
  const [old, fresh] = [await reader.link(), await reader.link()]
  await desk.write(shop.resellerId, shop.token, late, `/start ${codeOf(old)}`)
  clock.shift(10 * 60_000 + 1)
  await desk.write(shop.resellerId, shop.token, late, `/start ${codeOf(fresh)}`)
  clock.reset()
  await desk.run('telegram.send')
  const bound = await db.kysely
    .selectFrom('telegramBindings')
    .selectAll()
    .where('accountId', '=', reader.account.id)
    .execute()
  expect(bound.map(({ chatId }) => chatId)).toEqual([mine])
  expect(saidTo(mine)).toEqual([words['zh-CN'].bound, words['zh-CN'].late])
  expect([...new Set([...saidTo(thief), ...saidTo(late)])]).toEqual([words['zh-CN'].late])
})

test('of two chats that open one link at once, one is bound', async () => {
  const shop = await buildShop()
  const reader = await buildReader(shop.resellerId)
  const code = codeOf(await reader.link())
  const chats = Array.from({ length: 6 }, () => (nextChat += 1))
  await Promise.all(chats.map((chat) => desk.write(shop.resellerId, shop.token, chat, `/start ${code}`)))
  await desk.run('telegram.send')
  const heard = chats.map((chat) => saidTo(chat)[0])
  expect(heard.filter((text) => text === words['zh-CN'].bound)).toHaveLength(1)
})

test('choosing, unbinding on both sides, and a new binding takes the place of the old', async () => {
  const shop = await buildShop()
  const reader = await buildReader(shop.resellerId)
  expect((await call(api.telegram.hear, { kind: 'ends', on: false }, { token: reader.token })).code).toBe(
    'telegram.not_bound',
  )
  const chat = (nextChat += 1)
  const bind = async (to: number) =>
    desk.write(shop.resellerId, shop.token, to, `/start ${codeOf(await reader.link())}`)
  await bind(chat)
  expect((await call(api.telegram.hear, { kind: 'ends', on: false }, { token: reader.token })).data.hears).toEqual([
    'traffic',
    'answers',
    'nodes',
  ])
  expect((await call(api.telegram.hear, { kind: 'ends', on: true }, { token: reader.token })).data.hears).toContain(
    'ends',
  )
  const second = (nextChat += 1)
  await bind(second)
  await desk.write(shop.resellerId, shop.token, chat, '/stop')
  expect((await reader.show()).bound).not.toBeNull()
  await desk.write(shop.resellerId, shop.token, second, '/stop')
  expect((await reader.show()).bound).toBeNull()
  await bind(chat)
  expect((await call(api.telegram.unbind, {}, { token: reader.token })).data.bound).toBeNull()
  // An open link ends with it.
  const open = codeOf(await reader.link())
  await call(api.telegram.unbind, {}, { token: reader.token })
  await desk.write(shop.resellerId, shop.token, chat, `/start ${open}`)
  expect((await reader.show()).bound).toBeNull()
  // A group is not bound: others would read along.
  await desk.write(shop.resellerId, shop.token, chat, `/start ${codeOf(await reader.link())}`, { type: 'group' })
  expect((await reader.show()).bound).toBeNull()
})

test('a binding ends with the account, the membership and the suspension', async () => {
  const shop = await buildShop()
  const reader = await buildReader(shop.resellerId)
  await desk.write(shop.resellerId, shop.token, (nextChat += 1), `/start ${codeOf(await reader.link())}`)
  await inTx(desk.ctx(), ({ db: tx }) =>
    forgetTelegram(tx, { resellerId: shop.resellerId, accountId: reader.account.id }),
  )
  expect((await reader.show()).bound).toBeNull()

  const owner = await buildStaff(made, { resellerId: shop.resellerId })
  const member = await buildStaff(made, { resellerId: shop.resellerId, role: 'support' })
  for (const one of [owner, member]) {
    const link = await one.call(consoleApi.telegram.link, {})
    await desk.write(shop.resellerId, shop.token, (nextChat += 1), `/start ${codeOf(new URL(link.data.url))}`)
    expect((await one.call(consoleApi.telegram.show, {})).data.bound).not.toBeNull()
  }
  const bindings = () =>
    db.kysely.selectFrom('telegramBindings').select('staffId').where('resellerId', '=', shop.resellerId).execute()
  expect(await bindings()).toHaveLength(2)
  const by = { actor: 'operator:test', permissions: null }
  const waiting = codeOf(new URL((await member.call(consoleApi.telegram.link, {})).data.url))
  await removeMember({ db, now: clock.now() }, { team: shop.resellerId, id: member.staffId }, by)
  // Even before the job has swept, the open link of somebody who left binds nothing.
  await desk.write(shop.resellerId, shop.token, (nextChat += 1), `/start ${waiting}`)
  await desk.run('telegram.sweep')
  expect(await bindings()).toEqual([{ staffId: owner.staffId }])
  await setSuspended({ db, now: clock.now() }, shop.resellerId, { on: true, reason: 'test' }, 'operator:test')
  await desk.run('telegram.sweep')
  expect(await bindings()).toEqual([])
})

test('the webhook takes only what carries its secret, and little', async () => {
  const shop = await buildShop()
  const url = `/api/telegram/${shop.bot.id}`
  const secret = webhookSecret(config, shop.bot.id)
  const reader = await buildReader(shop.resellerId)
  const chat = (nextChat += 1)
  const payload = bots.write(shop.token, chat, `/start ${codeOf(await reader.link())}`)
  const send = (headers: Record<string, string>, to = url, body: object = payload) =>
    inject({ method: 'POST', url: to, headers, payload: body })
  const name = 'x-telegram-bot-api-secret-token'
  for (const wrong of ['', 'x', secret.slice(1), `${secret}x`]) {
    expect((await send({ [name]: wrong })).statusCode).toBe(403)
  }
  expect((await send({})).statusCode).toBe(403)
  expect((await send({ [name]: secret }, `/api/telegram/${crypto.randomUUID()}`)).statusCode).toBe(403)
  expect((await send({ [name]: webhookSecret(config, 'nonsense') }, '/api/telegram/nonsense')).statusCode).toBe(403)
  expect((await send({ [name]: secret }, url, { text: 'x'.repeat(70_000) })).statusCode).toBe(413)
  expect((await reader.show()).bound).toBeNull()
  expect((await send({ [name]: secret })).statusCode).toBe(200)
  // Telegram may repeat an update.
  expect((await send({ [name]: secret })).statusCode).toBe(200)
  expect((await reader.show()).bound).not.toBeNull()
  for (const odd of [
    [],
    3,
    { message: 3 },
    { message: { chat: { id: 'x', type: 'private' }, text: {} } },
    { my_chat_member: null },
  ]) {
    expect((await send({ [name]: secret }, url, odd as object)).statusCode).toBe(200)
  }
  const kicked = { my_chat_member: { chat: { id: chat, type: 'private' }, new_chat_member: { status: 'kicked' } } }
  await send({ [name]: secret }, url, kicked)
  expect((await reader.show()).bound?.isBlocked).toBe(true)
  expect(logged.join('')).not.toContain(secret)
})

test('asking for updates: each once, by one process at a time', async () => {
  const shop = await buildShop()
  const reader = await buildReader(shop.resellerId)
  const chat = (nextChat += 1)
  bots.write(shop.token, chat, `/start ${codeOf(await reader.link())}`)
  await Promise.all([pollUpdates(desk.ctx()), pollUpdates(desk.ctx())])
  expect((await reader.show()).bound).not.toBeNull()
  const asked = bots.calls.filter(({ token, method }) => token === shop.token && method === 'getUpdates')
  expect(asked).toHaveLength(1)
  await pollUpdates(desk.ctx())
  const [, second] = bots.calls.filter(({ token, method }) => token === shop.token && method === 'getUpdates')
  expect(Number(second!.params['offset'])).toBeGreaterThan(100)
})

test('with an https address Telegram is told where to call, with a secret; a change of settings is told too', async () => {
  const shop = await buildShop()
  expect(bots.hooks.has(shop.token)).toBe(false)
  const webhook = {
    ...config,
    publicUrl: 'https://shop.example',
    telegram: { ...config.telegram, updates: 'webhook' as const },
  }
  await lookAfterBots({ ...desk.ctx(), config: webhook })
  expect(bots.hooks.get(shop.token)).toEqual({
    url: `https://shop.example/api/telegram/${shop.bot.id}`,
    secret_token: webhookSecret(config, shop.bot.id),
    allowed_updates: ['message', 'my_chat_member'],
    max_connections: 4,
  })
  expect(webhookSecret(config, shop.bot.id)).toMatch(/^[\w-]{1,256}$/)
  await lookAfterBots(desk.ctx())
  expect(bots.hooks.has(shop.token)).toBe(false)
})

test('the owner sets, renews and removes the bot; the token is tried first and nowhere to be seen', async () => {
  const resellerId = (nextReseller += 1)
  await buildReseller(db, { id: resellerId })
  const owner = await buildStaff(made, { resellerId })
  const { telegramBot } = consoleApi
  const bot = bots.makeBot('own_shop_bot')
  const unknown = '123456:abcdefghijklmnopqrstuvwxyz0123456789'
  expect((await owner.call(telegramBot.set, { token: unknown })).code).toBe('telegram.refused')
  expect((await owner.call(telegramBot.set, { token: 'nonsense' })).status).toBe(400)
  const set = await owner.call(telegramBot.set, { token: bot.token })
  expect(set.data).toMatchObject({ name: 'own_shop_bot', updates: 'polling', waiting: 0, problem: null })
  const reader = await buildReader(resellerId)
  await desk.write(resellerId, bot.token, (nextChat += 1), `/start ${codeOf(await reader.link())}`)
  // A new token of the same bot keeps what is bound.
  const renewed = bots.renew(bot.token)
  await owner.call(telegramBot.set, { token: renewed })
  expect((await reader.show()).bound).not.toBeNull()
  // Another team cannot take it: it has one webhook.
  const rival = await buildStaff(made, { resellerId: (nextReseller += 1) })
  expect((await rival.call(telegramBot.set, { token: renewed })).code).toBe('telegram.taken')
  // Platform staff look at it and change nothing.
  const operator = await buildStaff(made, { resellerId: null })
  expect((await operator.call(telegramBot.show, {}, { reseller: resellerId })).data.name).toBe('own_shop_bot')
  expect((await operator.call(telegramBot.remove, {}, { reseller: resellerId })).code).toBe('staff.forbidden')
  const shown = await owner.call(telegramBot.show, {})
  for (const text of [set.text, shown.text, logged.join(''), desk.logged.join('')]) {
    expect(text).not.toContain(bot.token)
    expect(text).not.toContain(renewed)
  }
  const { rows } = await db.pool.query('select sealed_token from telegram_bots where reseller_id = $1', [resellerId])
  expect(rows[0].sealed_token.toString('latin1')).not.toContain(renewed)
  expect((await owner.call(telegramBot.remove, {})).data.name).toBeNull()
  expect(await reader.show()).toMatchObject({ bound: null })
})

test("a reseller without a bot speaks by the platform's, and nobody without any", async () => {
  const resellerId = (nextReseller += 1)
  await buildReseller(db, { id: resellerId })
  const reader = await buildReader(resellerId)
  expect((await call(api.telegram.link, {}, { token: reader.token })).code).toBe('telegram.no_bot')
  const platform = await desk.setTeamBot(null)
  expect((await reader.show()).bot).toBe(platform.username)
  await desk.write(null, platform.token, (nextChat += 1), `/start ${codeOf(await reader.link())}`)
  expect((await reader.show()).bound).not.toBeNull()
})
