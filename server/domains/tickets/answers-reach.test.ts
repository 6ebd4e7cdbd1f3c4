import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, expect, test } from 'vitest'

import { api } from '../../../contract/api.ts'
import { civilTime } from '../../../contract/civil-time.ts'
import { consoleApi } from '../../../contract/console/api.ts'
import { HOUR_MS } from '../../../contract/durations.ts'
import { clock } from '../../platform/clock.ts'
import { randomId } from '../../platform/secrets/crypto.ts'
import { buildSession } from '../../test/build/build-session.ts'
import { buildStaff } from '../../test/build/build-staff.ts'
import { buildTicket } from '../../test/build/build-ticket.ts'
import { buildAccount, buildReseller } from '../../test/build/factories.ts'
import { takeJobs, telegramDesk } from '../../test/build/telegram-desk.ts'
import { startTestBotApi } from '../../test/outside/bot-api.ts'
import { startPushService } from '../../test/outside/push-service.ts'
import { makeApp } from '../../test/run/make-app.ts'
import { sendPush, spreadPush, type PushedNotice, type PushedTo } from '../sessions/push/send-push.ts'

const bots = await startTestBotApi()
const made = await makeApp({ TELEGRAM_API_URL: bots.url })
const { call, db, config } = made
const desk = telegramDesk(made, bots)
const service = await startPushService()
const HOSTILE = '<b>请重启</b> [点这里](https://evil.example) *now* &amp; <a href="tg://x">'
let nextReseller = 7700
let nextChat = 5000

/** At eleven in the evening: reminders would wait, an answer does not. */
beforeEach(() => clock.shift(((24 + 23 - civilTime(clock.now(), config.businessTz).hour) % 24) * HOUR_MS))
afterEach(() => clock.reset())

/** A user with a verified address, a browser that shows notices and a chat in Telegram. */
async function buildAsker() {
  const resellerId = (nextReseller += 1)
  await buildReseller(db, { id: resellerId })
  const account = await buildAccount(db, { resellerId, email: `reach${resellerId}@example.com` })
  const token = await buildSession(db, account)
  const { key } = (await call(api.push.show, {}, { token })).data
  expect((await call(api.push.start, service.subscribe(key), { token })).status).toBe(200)
  const { bot } = await desk.setTeamBot(resellerId)
  const chatId = (nextChat += 1)
  const bound = { id: randomId(), botId: bot.id, resellerId, accountId: account.id, chatId, chatName: '小明' }
  await db.kysely
    .insertInto('telegramBindings')
    .values({ ...bound, createdAt: clock.now() })
    .execute()
  const support = await buildStaff(made, { resellerId, role: 'support' })
  const ticketId = Number(await buildTicket(db, account))
  const answer = (text: string, requestKey: string = randomUUID()) =>
    support.call(consoleApi.tickets.answer, { ticketId, text, key: requestKey })
  return { account, token, chatId, ticketId, answer }
}
type Asker = Awaited<ReturnType<typeof buildAsker>>

/** Everything that waits is sent, by each way. */
async function sendAll() {
  for (const { payload } of await takeJobs(db, ['push.spread'])) await spreadPush(desk.ctx(), payload as PushedNotice)
  for (const { payload } of await takeJobs(db, ['push.send'])) {
    await sendPush(desk.ctx(), payload as PushedTo, service.dial)
  }
  await desk.run('telegram.user', 'telegram.send')
}

async function heardBy({ account, token, chatId }: Asker) {
  const mails = db.kysely.selectFrom('mails').select('template').where('accountId', '=', account.id)
  return {
    bell: (await call(api.notices.list, {}, { token })).data.items.length,
    mail: (await mails.execute()).length,
    push: service.pushed.length,
    telegram: bots.said.filter((said) => said.chatId === chatId).length,
  }
}

test('an answer comes by bell, mail, browser and Telegram, once each, also when it is pressed twice', async () => {
  service.pushed.length = 0
  const asker = await buildAsker()
  const key = randomUUID()
  await Promise.all([asker.answer(HOSTILE, key), asker.answer(HOSTILE, key)])
  await asker.answer(HOSTILE, key)
  await sendAll()
  await sendAll()
  expect(await heardBy(asker)).toEqual({ bell: 1, mail: 1, push: 1, telegram: 1 })
  const said = bots.said.find(({ chatId }) => chatId === asker.chatId)!
  expect(said.text).toContain(`工单 #${asker.ticketId} 有新回复`)
  expect(said.text).toContain(HOSTILE)
  expect(said.text).toContain('/user/customer_service')
  // Without a parse mode Telegram shows what was written, whatever is in it.
  expect(said.params).not.toHaveProperty('parse_mode')
  expect(said.params).not.toHaveProperty('entities')
  // A lock screen is read by others: it says that there is an answer, not which.
  const { notification } = JSON.parse(service.pushed[0]!.text) as { notification: Record<string, string> }
  expect(notification).toMatchObject({ title: `工单 #${asker.ticketId} 有新回复` })
  expect(notification['navigate']).toContain('/user/customer_service')
  expect(notification['body']).not.toContain('请重启')
  expect(Number(service.pushed[0]!.headers['ttl'])).toBe(12 * 3600)
})

test('what is switched off does not come, and the bell has it in any case', async () => {
  service.pushed.length = 0
  const asker = await buildAsker()
  const hear = { kind: 'answers', on: false } as const
  expect((await call(api.telegram.hear, hear, { token: asker.token })).data.hears).toEqual(['ends', 'traffic', 'nodes'])
  await asker.answer('first')
  await sendAll()
  expect(await heardBy(asker)).toEqual({ bell: 1, mail: 1, push: 1, telegram: 0 })
  const off = await call(api.notices.remind, { kind: 'answer', on: false }, { token: asker.token })
  expect(off.data).toMatchObject({ answer: false, ends: true })
  await asker.answer('second')
  await sendAll()
  expect(await heardBy(asker)).toEqual({ bell: 2, mail: 1, push: 1, telegram: 0 })
})

test('an answer that is refused tells nobody', async () => {
  service.pushed.length = 0
  const asker = await buildAsker()
  await call(api.tickets.close, { ticketId: asker.ticketId }, { token: asker.token })
  expect((await asker.answer('too late')).code).toBe('help.wrong_state')
  await sendAll()
  expect(await heardBy(asker)).toEqual({ bell: 0, mail: 0, push: 0, telegram: 0 })
})
