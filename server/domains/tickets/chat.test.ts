import { randomUUID } from 'node:crypto'
import { afterEach, expect, test } from 'vitest'

import { api } from '../../../contract/api.ts'
import { consoleApi } from '../../../contract/console/api.ts'
import { limits } from '../../../contract/limits.ts'
import type { RoleName } from '../../../contract/role-names.ts'
import { clock } from '../../platform/clock.ts'
import { inTx } from '../../platform/context.ts'
import { randomId } from '../../platform/secrets/crypto.ts'
import { buildSession } from '../../test/build/build-session.ts'
import { buildStaff } from '../../test/build/build-staff.ts'
import { buildAccount, buildReseller } from '../../test/build/factories.ts'
import { telegramDesk } from '../../test/build/telegram-desk.ts'
import { startTestBotApi } from '../../test/outside/bot-api.ts'
import { makeApp } from '../../test/run/make-app.ts'
import { removeMember } from '../staff/team/change-member.ts'
import { setSuspended } from '../staff/team/set-suspended.ts'
import { handleUpdate } from '../telegram/handle-update.ts'
import { words } from '../telegram/words.ts'
import { chatWords } from './chat-words.ts'
import { forgetTickets } from './own-tickets.ts'

const bots = await startTestBotApi()
const made = await makeApp({ TELEGRAM_API_URL: bots.url })
const { call, db } = made
const desk = telegramDesk(made, bots)
const HOSTILE = '<b>没反应</b> [点这里](https://evil.example) *x* <a href="tg://user?id=1">&amp;'
const zh = chatWords['zh-CN']
let nextReseller = 7800
let nextChat = 6000

afterEach(() => clock.reset())

async function buildShop() {
  const resellerId = (nextReseller += 1)
  await buildReseller(db, { id: resellerId })
  const { bot, token } = await desk.setTeamBot(resellerId)
  const account = await buildAccount(db, { resellerId, userName: `asks${resellerId}` })
  // Somebody who is here since yesterday may write links.
  const createdAt = new Date(clock.now().getTime() - 2 * 86_400_000)
  await db.kysely.updateTable('accounts').set({ createdAt }).where('id', '=', account.id).execute()
  const session = await buildSession(db, account)
  const ask = (text = '网页打不开', category: 'dead' | 'other' = 'dead') =>
    call(api.tickets.open, { category, text, key: randomUUID() }, { token: session })
  const write = (ticketId: number, text: string) =>
    call(api.tickets.write, { ticketId, text, key: randomUUID() }, { token: session })
  const thread = async (ticketId: number) => (await call(api.tickets.show, { ticketId }, { token: session })).data
  return { resellerId, bot, token, account, session, ask, write, thread }
}
type Shop = Awaited<ReturnType<typeof buildShop>>
type Speaker = Pick<Shop, 'bot' | 'token'> & { resellerId: number | null }

async function buildMember(shop: Speaker, role: RoleName = 'support') {
  const staff = await buildStaff(made, { resellerId: shop.resellerId, role })
  const chatId = (nextChat += 1)
  const row = { id: randomId(), botId: shop.bot.id, resellerId: shop.resellerId, staffId: staff.staffId, chatId }
  await db.kysely
    .insertInto('telegramBindings')
    .values({ ...row, chatName: '客服', createdAt: clock.now() })
    .execute()
  const heard = () => bots.said.filter((said) => said.chatId === chatId)
  const reply = (to: number, text: string) => desk.reply(shop.resellerId, shop.token, chatId, to, text)
  return { ...staff, chatId, heard, reply, last: () => heard().at(-1)! }
}

const run = () => desk.run('tickets.tell_staff', 'tickets.chat_reply', 'telegram.send')
const ticketOf = (answer: { data: { ticketId: number } }) => answer.data.ticketId

test('a new ticket comes to staff who may answer, as text, and a reply to it answers the user', async () => {
  const shop = await buildShop()
  const support = await buildMember(shop)
  const finance = await buildMember(shop, 'finance')
  const stranger = await buildMember(await buildShop())
  const ticketId = ticketOf(await shop.ask(HOSTILE))
  await run()
  expect([finance.heard(), stranger.heard()]).toEqual([[], []])
  expect(support.heard()).toHaveLength(1)
  const { text, params, messageId } = support.last()
  expect(text).toContain(`新工单 #${ticketId} · 没反应 · ${shop.account.userName}`)
  expect(text).toContain(HOSTILE)
  expect(text).toContain(`/console/tickets/${ticketId}`)
  for (const name of ['parse_mode', 'entities']) expect(params).not.toHaveProperty(name)

  await support.reply(messageId, HOSTILE)
  await run()
  expect(support.last().text).toBe(zh.answered(ticketId))
  const thread = await shop.thread(ticketId)
  expect(thread.state).toBe('answered')
  expect(thread.messages.map(({ by, body }) => [by, body])).toEqual([
    ['user', HOSTILE],
    ['staff', HOSTILE],
  ])
  const audit = db.kysely.selectFrom('auditLog').select(['action', 'actor']).where('subject', '=', `ticket:${ticketId}`)
  expect(await audit.execute()).toEqual([{ action: 'ticket.answered', actor: `staff:${support.staffId}` }])
  // The words of a reply are kept only until it is dealt with.
  const { rows } = await db.pool.query('select text from telegram_replies')
  expect(rows.filter((row) => row.text !== null)).toEqual([])
})

test('staff hear once of each wait: not of a second message to an open ticket, but of one to an answered one', async () => {
  const shop = await buildShop()
  const support = await buildMember(shop)
  const ticketId = ticketOf(await shop.ask())
  await shop.write(ticketId, 'still nothing')
  await run()
  expect(support.heard()).toHaveLength(1)
  await support.reply(support.last().messageId, '请重启')
  await run()
  await shop.write(ticketId, '重启了也不行')
  await run()
  expect(support.last().text).toContain(`工单 #${ticketId} 用户又写了`)
  expect(support.last().text).toContain('重启了也不行')
  await support.call(consoleApi.telegram.hear, { kind: 'ticket', on: false })
  const before = support.heard().length
  await shop.ask('another')
  await run()
  expect(support.heard()).toHaveLength(before)
})

test('an update that comes again, at once or later, answers once; an edited message answers nothing', async () => {
  const shop = await buildShop()
  const support = await buildMember(shop)
  const ticketId = ticketOf(await shop.ask())
  await run()
  const { again, update } = await support.reply(support.last().messageId, '请重启')
  await Promise.all([again(), again()])
  await run()
  await again()
  await handleUpdate(desk.ctx(), shop.bot, { update_id: update.update_id + 5000, edited_message: update.message })
  await run()
  expect((await shop.thread(ticketId)).messages.filter(({ by }) => by === 'staff')).toHaveLength(1)
  expect(support.heard().filter(({ text }) => text === zh.answered(ticketId))).toHaveLength(1)
})

test('the role is looked at with each reply', async () => {
  const shop = await buildShop()
  const support = await buildMember(shop)
  const ticketId = ticketOf(await shop.ask())
  await run()
  const { messageId } = support.last()
  await db.kysely.updateTable('staff').set({ role: 'finance' }).where('id', '=', support.staffId).execute()
  await support.reply(messageId, 'no longer mine')
  await run()
  expect(support.last().text).toBe(zh.refused)
  await db.kysely.updateTable('staff').set({ role: 'support' }).where('id', '=', support.staffId).execute()
  await support.reply(messageId, 'mine again')
  await run()
  expect((await shop.thread(ticketId)).messages.map(({ body }) => body)).toEqual(['网页打不开', 'mine again'])
})

test('who left answers nothing, before the binding is swept and after', async () => {
  const shop = await buildShop()
  await buildStaff(made, { resellerId: shop.resellerId })
  const support = await buildMember(shop)
  const ticketId = ticketOf(await shop.ask())
  await run()
  const { messageId } = support.last()
  const by = { actor: 'operator:test', permissions: null }
  await removeMember({ db, now: clock.now() }, { team: shop.resellerId, id: support.staffId }, by)
  await support.reply(messageId, 'before the sweep')
  await run()
  expect(support.last().text).toBe(zh.refused)
  await desk.run('telegram.sweep')
  await support.reply(messageId, 'after the sweep')
  await run()
  expect(support.last().text).toBe(words['zh-CN'].help)
  expect((await shop.thread(ticketId)).messages).toHaveLength(1)
})

test('a suspended reseller’s staff answer nothing by Telegram', async () => {
  const shop = await buildShop()
  const support = await buildMember(shop)
  const ticketId = ticketOf(await shop.ask())
  await run()
  const { messageId } = support.last()
  await setSuspended({ db, now: clock.now() }, shop.resellerId, { on: true, reason: 'test' }, 'operator:test')
  await support.reply(messageId, 'suspended')
  await run()
  expect(support.last().text).toBe(zh.refused)
  await desk.run('telegram.sweep')
  await setSuspended({ db, now: clock.now() }, shop.resellerId, { on: false, reason: null }, 'operator:test')
  await support.reply(messageId, 'the binding is gone for good')
  await run()
  expect((await shop.thread(ticketId)).messages).toHaveLength(1)
})

test('another’s message, another reseller’s, an old one, one that is no ticket’s: a sentence, and nothing changes', async () => {
  const shop = await buildShop()
  const other = await buildShop()
  const support = await buildMember(shop)
  const colleague = await buildMember(shop)
  const stranger = await buildMember(other)
  const ticketId = ticketOf(await shop.ask())
  await run()
  const mine = support.last().messageId
  await colleague.reply(mine, 'from another chat')
  await run()
  expect(colleague.last().text).toBe(words['zh-CN'].unknownReply)
  await stranger.reply(mine, 'from another shop')
  await run()
  expect(stranger.last().text).toBe(words['zh-CN'].unknownReply)
  // Even if a row named another reseller's ticket, the member's team decides.
  const foreign = ticketOf(await other.ask())
  await db.kysely
    .updateTable('ticketChats')
    .set({ resellerId: other.resellerId, ticketId: foreign })
    .where('messageId', 'in', (q) =>
      q.selectFrom('telegramMessages').select('id').where('chatId', '=', support.chatId).where('kind', '=', 'ticket'),
    )
    .execute()
  await support.reply(mine, 'of another shop')
  await run()
  expect(support.last().text).toBe(zh.refused)
  // The confirmation itself, and a message that is no longer kept.
  await support.reply(support.last().messageId, 'to a sentence')
  await run()
  expect(support.last().text).toBe(zh.notThis)
  await db.kysely.deleteFrom('telegramMessages').where('chatId', '=', support.chatId).execute()
  await support.reply(mine, 'too old')
  await run()
  expect(support.last().text).toBe(words['zh-CN'].unknownReply)
  expect((await shop.thread(ticketId)).messages).toHaveLength(1)
  expect((await other.thread(foreign)).messages).toHaveLength(1)
})

test('a closed ticket, too many words and a picture get a sentence', async () => {
  const shop = await buildShop()
  const support = await buildMember(shop)
  const ticketId = ticketOf(await shop.ask())
  await run()
  const { messageId } = support.last()
  await support.reply(messageId, '长'.repeat(limits.ticketTextMax + 1))
  await run()
  expect(support.last().text).toBe(zh.tooLong)
  const photo = bots.write(shop.token, support.chatId, '', {}, { photo: [{ file_id: 'x' }], caption: 'look' })
  await handleUpdate(desk.ctx(), shop.bot, photo)
  await run()
  expect(support.last().text).toBe(words['zh-CN'].noFiles)
  await call(api.tickets.close, { ticketId }, { token: shop.session })
  await support.reply(messageId, 'too late')
  await run()
  expect(support.last().text).toBe(zh.closed)
  expect((await shop.thread(ticketId)).messages).toHaveLength(1)
})

test('a reply to the message of a merged ticket answers the one that has its words', async () => {
  const shop = await buildShop()
  const support = await buildMember(shop)
  const ticketId = ticketOf(await shop.ask())
  await run()
  const { messageId } = support.last()
  const into = ticketOf(await shop.ask('还是打不开', 'other'))
  expect((await support.call(consoleApi.tickets.merge, { ticketId, into })).status).toBe(200)
  await support.reply(messageId, '请重启')
  await run()
  expect(support.last().text).toBe(zh.answered(into))
  expect((await shop.thread(into)).messages.map(({ body }) => body)).toContain('请重启')
})

test('a ticket that was handed over comes to the platform’s staff, who answer it until it is handed back', async () => {
  const shop = await buildShop()
  const support = await buildMember(shop)
  const platform = { resellerId: null, ...(await desk.setTeamBot(null)) }
  const operator = await buildMember(platform, 'support')
  const ticketId = ticketOf(await shop.ask())
  await run()
  expect(operator.heard()).toEqual([])
  await support.call(consoleApi.tickets.hand, { ticketId, to: 'operator' })
  await run()
  expect(operator.last().text).toContain(`工单 #${ticketId} 转给了你们`)
  expect(operator.last().text).toContain(`代理 ${shop.resellerId}`)
  expect(operator.last().text).toContain(`/console/r/${shop.resellerId}/tickets/${ticketId}`)
  const { messageId } = operator.last()
  await operator.reply(messageId, '平台来看')
  await run()
  expect(operator.last().text).toBe(zh.answered(ticketId))
  const own = support.heard().length
  await support.call(consoleApi.tickets.hand, { ticketId, to: 'reseller' })
  await run()
  expect(support.heard()).toHaveLength(own + 1)
  await operator.reply(messageId, 'not mine any more')
  await run()
  expect(operator.last().text).toBe(zh.refused)
  expect((await shop.thread(ticketId)).messages.map(({ body }) => body)).toEqual(['网页打不开', '平台来看'])
})

test('what was said of a ticket goes with its user', async () => {
  const shop = await buildShop()
  const support = await buildMember(shop)
  await shop.ask('private words')
  await run()
  expect(support.heard()).toHaveLength(1)
  const owner = { resellerId: shop.resellerId, accountId: shop.account.id }
  await inTx(desk.ctx(), ({ db: tx }) => forgetTickets(tx, owner))
  const left = db.kysely.selectFrom('telegramMessages').select('id').where('chatId', '=', support.chatId)
  expect(await left.execute()).toEqual([])
})
