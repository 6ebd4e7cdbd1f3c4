import type { Language } from '../../../contract/languages.ts'
import type { TxCtx } from '../../platform/context.ts'
import type { Queryable, Tx } from '../../platform/db/db.ts'
import { addJob } from '../../platform/jobs/jobs.ts'
import type { RoleColumns } from '../staff/role-permissions.ts'
import { queueMessage } from './queue-message.ts'

/** A member's reply to one of our messages, and who the member is at this moment. */
export type Reply = RoleColumns & {
  id: number
  botId: string
  updateNumber: number
  /** Our message that was replied to. */
  messageId: number
  bindingId: string
  chatId: number
  /** Null: it was dealt with. */
  text: string | null
  staffId: number
  staffName: string
  language: Language
  hasFactor: boolean
  isDemo: boolean
  /** Left the team, or its reseller is suspended: the binding is about to go. */
  isEnded: boolean
}

type Replied = { botId: string; chatId: number; messageNumber: number }

/** Our message in this chat, if it was sent to a member who is still bound. */
export async function loadRepliedTo(
  db: Queryable,
  { botId, chatId, messageNumber }: Replied,
): Promise<{ id: number; resellerId: number | null } | null> {
  const rows = await db.query<{ id: number; resellerId: number | null }>({
    name: 'telegram.replied_to',
    text: `select m.id, m.reseller_id from telegram_messages m join telegram_bindings b on b.id = m.binding_id
            where m.bot_id = $1 and m.chat_id = $2 and m.message_number = $3 and m.state = 'sent' and b.staff_id is not null`,
    values: [botId, chatId, messageNumber],
  })
  return rows[0] ?? null
}

export async function isMembersChat(db: Queryable, botId: string, chatId: number): Promise<boolean> {
  const rows = await db.query({
    name: 'telegram.members_chat',
    text: 'select from telegram_bindings where bot_id = $1 and chat_id = $2 and staff_id is not null limit 1',
    values: [botId, chatId],
  })
  return rows.length > 0
}

type NewReply = {
  botId: string
  updateNumber: number
  messageId: number
  resellerId: number | null
  text: string
  now: Date
}

/** Keeps it until the job has read it: words stand in no job's payload. An update that comes again is left alone. */
export async function keepReply(db: Tx, reply: NewReply): Promise<void> {
  const rows = await db.query<{ id: number }>({
    name: 'telegram.keep_reply',
    text: `insert into telegram_replies (bot_id, update_number, message_id, reseller_id, text, created_at)
           values ($1, $2, $3, $4, $5, $6) on conflict (bot_id, update_number) do nothing returning id`,
    values: [reply.botId, reply.updateNumber, reply.messageId, reply.resellerId, reply.text, reply.now],
  })
  const [kept] = rows
  if (kept) await addJob(db, 'tickets.chat_reply', { replyId: kept.id })
}

/** Locked, so that one process deals with it. Null when its message or binding is gone. */
export async function lockReply(db: Tx, id: number): Promise<Reply | null> {
  const rows = await db.query<Reply>({
    name: 'telegram.lock_reply',
    text: `select p.id, p.bot_id, p.update_number, p.message_id, p.text, b.id as binding_id, b.chat_id, m.id as staff_id,
                  m.name as staff_name, m.language, m.reseller_id, m.role, r.name as own_role,
                  r.permissions as own_permissions, m.is_demo,
                  m.totp_confirmed_at is not null or exists (select from staff_passkeys k where k.staff_id = m.id)
                    as has_factor,
                  m.removed_at is not null or o.suspended_at is not null as is_ended
             from telegram_replies p
             join telegram_messages t on t.id = p.message_id
             join telegram_bindings b on b.id = t.binding_id
             join staff m on m.id = b.staff_id
             left join staff_roles r on r.owner_key = m.owner_key and r.id = m.role_id
             left join resellers o on o.id = m.reseller_id
            where p.id = $1 for update of p`,
    values: [id],
  })
  return rows[0] ?? null
}

/** The reply is dealt with: its words go, and the chat hears what became of it, once. */
export async function endReply(
  tx: Pick<TxCtx, 'db' | 'now' | 'config'>,
  { id, botId, bindingId, resellerId, chatId, updateNumber }: Reply,
  text: string,
): Promise<void> {
  await tx.db.query({
    name: 'telegram.end_reply',
    text: 'update telegram_replies set text = null where id = $1',
    values: [id],
  })
  const to = { botId, bindingId, resellerId, chatId }
  await queueMessage(tx, { ...to, kind: 'reply', key: `reply:${updateNumber}`, text })
}

/** For a ticket that is deleted: what was said of it goes too. */
export async function deleteMessages(db: Tx, ids: readonly number[]): Promise<void> {
  await db.query({
    name: 'telegram.delete_messages',
    text: 'delete from telegram_messages where id = any($1::bigint[])',
    values: [ids],
  })
}
