import { inTx, type TxCtx } from '../../platform/context.ts'
import type { JobCtx } from '../../platform/jobs/jobs.ts'
import { randomId, sha256 } from '../../platform/secrets/crypto.ts'
import { accountSubject, staffSubject, writeAudit } from '../audit/audit.ts'
import {
  blockChat,
  deleteBinding,
  deleteChat,
  insertBinding,
  loadPersonLanguage,
  takeCode,
  type Person,
  type TakenCode,
} from './binding-queries.ts'
import type { Bot } from './bot-queries.ts'
import { queueMessage } from './queue-message.ts'
import { isMembersChat, keepReply, loadRepliedTo } from './replies.ts'
import { chatLanguage, words } from './words.ts'

type UpdateCtx = Pick<JobCtx, 'now' | 'log' | 'config' | 'db'>
type Chat = { id: number; name: string; language: ReturnType<typeof chatLanguage> }

const CODE = /^[A-Za-z0-9_-]{22}$/
const NAME_MAX = 64

/** One update of Telegram, as it came: nothing in it is believed. Unknown kinds are left alone. */
export async function handleUpdate(ctx: UpdateCtx, bot: Bot, update: unknown): Promise<void> {
  const { message, my_chat_member: member, update_id: updateNumber } = asObject(update)
  if (member !== undefined) return noteMember(ctx, bot, asObject(member))
  const fields = asObject(message)
  const chat = privateChat(fields)
  if (!chat) return
  const { text } = fields
  if (typeof text !== 'string' || text.trim() === '') return refuseFile(ctx, bot, chat, fields)
  const [command = '', code = ''] = text.trim().split(/\s+/, 2)
  const name = command.replace(/@.*$/, '')
  await inTx(ctx, async (tx) => {
    if (name === '/start' && code !== '') return bind(tx, bot, chat, code)
    if (name === '/stop') return stop(tx, bot, chat)
    const { message_id: messageNumber } = asObject(fields['reply_to_message'])
    if (isNumber(messageNumber) && isNumber(updateNumber) && (await isMembersChat(tx.db, bot.id, chat.id))) {
      return takeReply(tx, bot, chat, { text, messageNumber, updateNumber })
    }
    // At most one answer a minute: a chat that talks much fills no queue.
    await reply(tx, bot, chat, 'help', `help:${minuteOf(ctx.now)}`)
  })
}

async function bind(tx: TxCtx, bot: Bot, chat: Chat, code: string): Promise<void> {
  const taken = CODE.test(code) ? await takeCode(tx.db, bot.id, sha256(code)) : null
  // Used before, late, or not ours: all get the same answer.
  const person = taken && taken.expiresAt > tx.now ? personOf(taken) : null
  const language = person && (await loadPersonLanguage(tx.db, person))
  if (!person || !language) return void (await reply(tx, bot, chat, 'late', `late:${minuteOf(tx.now)}`))
  await deleteBinding(tx.db, person)
  const id = randomId()
  await insertBinding(tx.db, person, { id, botId: bot.id, chatId: chat.id, chatName: chat.name, now: tx.now })
  const subject = 'staffId' in person ? staffSubject(person.staffId) : accountSubject(person.accountId)
  const entry = { resellerId: person.resellerId, actor: subject, action: 'telegram.bound', subject }
  await writeAudit(tx.db, entry, tx.now)
  const text = 'staffId' in person ? words[language].boundStaff : words[language].bound
  const to = { botId: bot.id, bindingId: id, resellerId: person.resellerId, chatId: chat.id }
  await queueMessage(tx, { ...to, kind: 'reply', key: `bound:${id}`, text })
}

type Replied = { text: string; messageNumber: number; updateNumber: number }

/** What a member answers to a message of ours; one that is too old, another's or unknown gets a sentence. */
async function takeReply(tx: TxCtx, bot: Bot, chat: Chat, { text, messageNumber, updateNumber }: Replied) {
  const to = await loadRepliedTo(tx.db, { botId: bot.id, chatId: chat.id, messageNumber })
  if (!to) return reply(tx, bot, chat, 'unknownReply', `reply:${updateNumber}`)
  const { id: messageId, resellerId } = to
  await keepReply(tx.db, { botId: bot.id, updateNumber, messageId, resellerId, text, now: tx.now })
}

const FILES = ['photo', 'document', 'video', 'animation', 'audio', 'voice', 'video_note', 'sticker']

/** What has no words of its own is not taken: nobody would read it. */
async function refuseFile(ctx: UpdateCtx, bot: Bot, chat: Chat, fields: Fields): Promise<void> {
  if (!FILES.some((name) => fields[name] !== undefined)) return
  await inTx(ctx, (tx) => reply(tx, bot, chat, 'noFiles', `files:${minuteOf(ctx.now)}`))
}

async function stop(tx: TxCtx, bot: Bot, chat: Chat): Promise<void> {
  for (const { resellerId, accountId, staffId } of await deleteChat(tx.db, bot.id, chat.id)) {
    const subject = accountId === null ? staffSubject(staffId!) : accountSubject(accountId)
    await writeAudit(tx.db, { resellerId, actor: subject, action: 'telegram.unbound', subject }, tx.now)
  }
  await reply(tx, bot, chat, 'stopped', `stop:${minuteOf(tx.now)}`)
}

type Word = 'help' | 'late' | 'stopped' | 'unknownReply' | 'noFiles'

async function reply(tx: TxCtx, bot: Bot, chat: Chat, word: Word, key: string): Promise<void> {
  const to = { botId: bot.id, bindingId: null, resellerId: bot.resellerId, chatId: chat.id }
  await queueMessage(tx, { ...to, kind: 'reply', key, text: words[chat.language][word] })
}

/** The reader stopped the bot in Telegram. */
async function noteMember(ctx: UpdateCtx, bot: Bot, member: Fields): Promise<void> {
  const chat = privateChat(member)
  if (!chat || asObject(member['new_chat_member'])['status'] !== 'kicked') return
  await inTx(ctx, ({ db }) => blockChat(db, bot.id, chat.id, { why: 'stopped in Telegram', now: ctx.now }))
}

function personOf({ resellerId, accountId, staffId }: TakenCode): Person {
  return accountId === null ? { resellerId, staffId: staffId! } : { resellerId: resellerId!, accountId }
}

type Fields = Record<string, unknown>

function isNumber(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value)
}

function asObject(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? (value as Fields) : {}
}

/** Null for groups and channels: what a user hears is not for others. */
function privateChat({ chat, from }: Fields): Chat | null {
  const { id, type, first_name: first, username } = asObject(chat)
  if (type !== 'private' || typeof id !== 'number' || !Number.isSafeInteger(id)) return null
  const name = [first, username].find((one) => typeof one === 'string' && one.trim() !== '')
  return { id, name: plainName(String(name ?? id)), language: chatLanguage(asObject(from)['language_code']) }
}

/** Without control characters and marks that turn the direction of what follows. */
function plainName(text: string): string {
  const plain = text.replaceAll(/[\p{Cc}\p{Cf}]/gu, '').trim()
  return [...plain].slice(0, NAME_MAX / 2).join('')
}

function minuteOf(now: Date): number {
  return Math.floor(now.getTime() / 60_000)
}
