import type { Queryable, Tx } from '../../platform/db/db.ts'

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

export type Lease = { botId: string; sender: string }

/** One process sends for a bot at a time: only so can the limits of the Bot API be kept. */
export async function takeLease(db: Queryable, { botId, sender }: Lease, now: Date, until: Date): Promise<boolean> {
  const rows = await db.query({
    name: 'telegram.take_lease',
    text: `update telegram_bots set sender = $2, sending_until = $4
            where id = $1 and (sender = $2 or sending_until is null or sending_until <= $3) returning id`,
    values: [botId, sender, now, until],
  })
  return rows.length === 1
}

export async function endLease(db: Queryable, { botId, sender }: Lease): Promise<void> {
  await db.query({
    name: 'telegram.end_lease',
    text: 'update telegram_bots set sender = null, sending_until = null where id = $1 and sender = $2',
    values: [botId, sender],
  })
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

/**
 * The oldest due messages, one per chat. Members who left and suspended resellers' are skipped: their bindings are about
 * to go.
 */
export function claimBatch(db: Queryable, botId: string, now: Date, size: number): Promise<Claimed[]> {
  return db.query<Claimed>({
    name: 'telegram.claim_batch',
    text: `with due as materialized (
             select id, chat_id, not_before from telegram_messages
              where bot_id = $1 and state = 'waiting' and not_before <= $2 order by not_before, id limit 500),
           firsts as (select distinct on (chat_id) id from due order by chat_id, not_before, id),
           chosen as (select id from firsts order by id limit $3)
           update telegram_messages m set state = 'sending', tries = m.tries + 1 from chosen c where m.id = c.id
           returning m.id, m.chat_id, m.text, m.is_silent, m.tries, m.binding_id`,
    values: [botId, now, size],
  })
}

export async function loadNextDue(db: Queryable, botId: string): Promise<Date | null> {
  const rows = await db.query<{ at: Date | null }>({
    name: 'telegram.next_due',
    text: `select min(not_before) as at from telegram_messages where bot_id = $1 and state = 'waiting'`,
    values: [botId],
  })
  return rows[0]?.at ?? null
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

/** Bots with something to send now and nobody who sends. */
export function findIdleBots(db: Queryable, now: Date): Promise<{ botId: string }[]> {
  return db.query<{ botId: string }>({
    name: 'telegram.idle_bots',
    text: `select b.id as bot_id from telegram_bots b
            where (b.sending_until is null or b.sending_until <= $1) and (b.paused_until is null or b.paused_until <= $1)
              and (exists (select from telegram_messages m where m.bot_id = b.id and m.state = 'waiting' and m.not_before <= $1)
                or exists (select from telegram_messages m where m.bot_id = b.id and m.state = 'sending'))`,
    values: [now],
  })
}
