import type { Queryable, Tx } from '../../platform/db/db.ts'
import type { Outbox } from '../../platform/outbox/queries.ts'

export type NewMessage = {
  botId: string
  bindingId: string | null
  resellerId: number | null
  chatId: number
  kind: string
  key: string
  text: string
  isSilent: boolean
}

/** The row's number; null when this chat has had the event before. */
export async function insertMessage(db: Tx, message: NewMessage, now: Date): Promise<number | null> {
  const rows = await db.query<{ id: number }>({
    name: 'telegram.insert_message',
    text: `insert into telegram_messages (bot_id, binding_id, reseller_id, chat_id, kind, key, text, is_silent, not_before, created_at)
           values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $9) on conflict (bot_id, chat_id, key) do nothing returning id`,
    values: [
      message.botId,
      message.bindingId,
      message.resellerId,
      message.chatId,
      message.kind,
      message.key,
      message.text,
      message.isSilent,
      now,
    ],
  })
  return rows[0]?.id ?? null
}

/** A message that is tried again later lets the chat's next one pass. */
export const messages: Outbox = {
  name: 'telegram',
  items: 'telegram_messages',
  senders: 'telegram_bots',
  sender: 'bot_id',
  object: 'chat_id',
  keepsOrder: false,
  columns: 'i.id, i.chat_id, i.text, i.is_silent, i.tries, i.binding_id',
  isOn: 'true',
}

/**
 * For the holder of a fresh lease: what is still being sent was begun by a process that ended before the answer. It may
 * have arrived, so it is not sent again, and says so.
 */
export async function giveUpInterrupted(db: Queryable, botId: string, now: Date, problem: string): Promise<number> {
  const rows = await db.query({
    name: 'telegram.give_up_interrupted',
    text: `update telegram_messages set state = 'given_up', problem = $3, doubts = doubts + 1, ended_at = $2
            where bot_id = $1 and state = 'sending' returning id`,
    values: [botId, now, problem],
  })
  return rows.length
}

export async function giveUpOld(db: Queryable, botId: string, times: { now: Date; before: Date }): Promise<number> {
  const rows = await db.query({
    name: 'telegram.give_up_old',
    text: `update telegram_messages set state = 'given_up', problem = coalesce(problem, 'too late'), ended_at = $2
            where bot_id = $1 and state = 'waiting' and created_at < $3 returning id`,
    values: [botId, times.now, times.before],
  })
  return rows.length
}

export type Claimed = {
  id: number
  chatId: number
  text: string
  isSilent: boolean
  tries: number
  bindingId: string | null
}

/** The truth wins over what another process supposed. */
export async function markSent(db: Queryable, id: number, messageNumber: number | null, now: Date): Promise<void> {
  await db.query({
    name: 'telegram.mark_sent',
    text: `update telegram_messages set state = 'sent', message_number = $2, problem = null, ended_at = $3 where id = $1`,
    values: [id, messageNumber, now],
  })
}

type Later = { id: number; notBefore: Date; problem: string; countsTry: boolean; isDoubtful: boolean }

export async function putBack(db: Queryable, { id, notBefore, problem, countsTry, isDoubtful }: Later): Promise<void> {
  await db.query({
    name: 'telegram.put_back',
    text: `update telegram_messages
              set state = 'waiting', not_before = $2, problem = left($3, 200), tries = tries - case when $4 then 0 else 1 end,
                  doubts = doubts + case when $5 then 1 else 0 end
            where id = $1 and state = 'sending'`,
    values: [id, notBefore, problem, countsTry, isDoubtful],
  })
}

export async function markGivenUp(
  db: Queryable,
  id: number,
  { problem, isDoubtful, now }: { problem: string; isDoubtful: boolean; now: Date },
): Promise<void> {
  await db.query({
    name: 'telegram.mark_given_up',
    text: `update telegram_messages
              set state = 'given_up', problem = left($2, 200), ended_at = $3, doubts = doubts + case when $4 then 1 else 0 end
            where id = $1 and state = 'sending'`,
    values: [id, problem, now, isDoubtful],
  })
}

/** Chats that were told of a trouble. */
export function findTold(db: Queryable, key: string): Promise<{ bindingId: string }[]> {
  return db.query<{ bindingId: string }>({
    name: 'telegram.told',
    text: `select binding_id from telegram_messages where key = $1 and binding_id is not null`,
    values: [key],
  })
}
