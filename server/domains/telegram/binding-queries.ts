import type { Language } from '../../../contract/languages.ts'
import type { Owner } from '../../platform/context.ts'
import type { Queryable, Tx } from '../../platform/db/db.ts'
import type { RoleColumns } from '../staff/role-permissions.ts'

/** Whose chat it is: a user's, or a member's of staff. */
export type Person = Owner | { resellerId: number | null; staffId: number }

export type Binding = {
  id: string
  botId: string
  resellerId: number | null
  accountId: number | null
  staffId: number | null
  chatId: number
  chatName: string
  muted: string[]
  blockedAt: Date | null
  createdAt: Date
}

const COLUMNS = `b.id, b.bot_id, b.reseller_id, b.account_id, b.staff_id, b.chat_id, b.chat_name, b.muted, b.blocked_at, b.created_at`
/** An account's number counts only within its reseller; a member's counts everywhere. Each side has its index. */
const OF_PERSON = `((reseller_id = $1 and account_id = $2) or staff_id = $3)`
const idsOf = (person: Person) => [
  person.resellerId,
  'accountId' in person ? person.accountId : null,
  'staffId' in person ? person.staffId : null,
]

export async function loadBinding(db: Queryable, person: Person): Promise<Binding | null> {
  const rows = await db.query<Binding>({
    name: 'telegram.binding',
    text: `select ${COLUMNS} from telegram_bindings b where ${OF_PERSON}`,
    values: idsOf(person),
  })
  return rows[0] ?? null
}

export async function deleteBinding(db: Tx, person: Person): Promise<boolean> {
  const rows = await db.query({
    name: 'telegram.delete_binding',
    text: `delete from telegram_bindings where ${OF_PERSON} returning id`,
    values: idsOf(person),
  })
  return rows.length > 0
}

export async function deleteCodes(db: Tx, person: Person): Promise<void> {
  await db.query({
    name: 'telegram.delete_codes',
    text: `delete from telegram_codes where ${OF_PERSON}`,
    values: idsOf(person),
  })
}

export async function saveMuted(db: Tx, person: Person, kind: string, isMuted: boolean): Promise<boolean> {
  const rows = await db.query({
    name: 'telegram.mute',
    text: `update telegram_bindings
              set muted = array_remove(muted, $4) || case when $5 then array[$4::text] else '{}' end
            where ${OF_PERSON} returning id`,
    values: [...idsOf(person), kind, isMuted],
  })
  return rows.length > 0
}

type NewCode = { codeHash: Buffer; botId: string; expiresAt: Date }

export async function insertCode(db: Tx, person: Person, { codeHash, botId, expiresAt }: NewCode): Promise<void> {
  await db.query({
    name: 'telegram.insert_code',
    text: `insert into telegram_codes (reseller_id, account_id, staff_id, code_hash, bot_id, expires_at)
           values ($1, $2, $3, $4, $5, $6)`,
    values: [...idsOf(person), codeHash, botId, expiresAt],
  })
}

export type TakenCode = { resellerId: number | null; accountId: number | null; staffId: number | null; expiresAt: Date }

/** Deleting the row uses the code: when two try at once, one finds it gone. */
export async function takeCode(db: Tx, botId: string, codeHash: Buffer): Promise<TakenCode | null> {
  const rows = await db.query<TakenCode>({
    name: 'telegram.take_code',
    text: `delete from telegram_codes where code_hash = $1 and bot_id = $2
           returning reseller_id, account_id, staff_id, expires_at`,
    values: [codeHash, botId],
  })
  return rows[0] ?? null
}

type NewBinding = Pick<Binding, 'id' | 'botId' | 'chatId' | 'chatName'> & { now: Date }

export async function insertBinding(db: Tx, person: Person, binding: NewBinding): Promise<void> {
  await db.query({
    name: 'telegram.bind',
    text: `insert into telegram_bindings (reseller_id, account_id, staff_id, id, bot_id, chat_id, chat_name, created_at)
           values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    values: [...idsOf(person), binding.id, binding.botId, binding.chatId, binding.chatName, binding.now],
  })
}

/** Everything that this chat hears by this bot. */
export async function deleteChat(db: Tx, botId: string, chatId: number): Promise<Binding[]> {
  return db.query<Binding>({
    name: 'telegram.delete_chat',
    text: `delete from telegram_bindings b where b.bot_id = $1 and b.chat_id = $2 returning ${COLUMNS}`,
    values: [botId, chatId],
  })
}

/** The chat hears nothing until it is bound again; what waits for it is given up. */
export async function blockChat(
  db: Tx,
  botId: string,
  chatId: number,
  given: { why: string; now: Date },
): Promise<void> {
  await db.query({
    name: 'telegram.block_chat',
    text: `update telegram_bindings set blocked_at = $3 where bot_id = $1 and chat_id = $2 and blocked_at is null`,
    values: [botId, chatId, given.now],
  })
  await db.query({
    name: 'telegram.give_up_chat',
    text: `update telegram_messages set state = 'given_up', problem = left($4, 200), ended_at = $3
            where bot_id = $1 and chat_id = $2 and state = 'waiting'`,
    values: [botId, chatId, given.now, given.why],
  })
}

export type Hearer = Pick<Binding, 'id' | 'botId' | 'resellerId' | 'chatId' | 'muted'> & { language: Language }

/** The chat of a user; null for one who is not bound, blocked the bot, or is deleted. */
export async function loadUserHearer(db: Queryable, { resellerId, accountId }: Owner): Promise<Hearer | null> {
  const rows = await db.query<Hearer>({
    name: 'telegram.user_hearer',
    text: `select b.id, b.bot_id, b.reseller_id, b.chat_id, b.muted, a.language
             from telegram_bindings b join accounts a on a.reseller_id = b.reseller_id and a.id = b.account_id
            where b.reseller_id = $1 and b.account_id = $2 and b.blocked_at is null and a.deleted_at is null`,
    values: [resellerId, accountId],
  })
  return rows[0] ?? null
}

export type StaffHearer = Hearer & RoleColumns & { staffId: number }

/** Members who still belong to the team. A suspended reseller's hear nothing. */
export function findStaffHearers(db: Queryable, team: number | null): Promise<StaffHearer[]> {
  return db.query<StaffHearer>({
    name: 'telegram.staff_hearers',
    text: `select b.id, b.bot_id, m.reseller_id, b.chat_id, b.muted, m.language, m.id as staff_id, m.role, r.name as own_role,
                  r.permissions as own_permissions
             from telegram_bindings b
             join staff m on m.id = b.staff_id
             left join staff_roles r on r.owner_key = m.owner_key and r.id = m.role_id
             left join resellers o on o.id = m.reseller_id
            where m.owner_key = coalesce($1::integer, -1) and m.removed_at is null and o.suspended_at is null
              and b.blocked_at is null
            order by m.id`,
    values: [team],
  })
}

/** Users with a line on the node who hear of such troubles. */
export function findNodeHearers(db: Queryable, nodeId: number, kind: string): Promise<(Hearer & Owner)[]> {
  return db.query<Hearer & Owner>({
    name: 'telegram.node_hearers',
    text: `select b.id, b.bot_id, a.reseller_id, a.id as account_id, b.chat_id, b.muted, a.language
             from telegram_bindings b
             join accounts a on a.reseller_id = b.reseller_id and a.id = b.account_id
             join resellers r on r.id = b.reseller_id
            where b.blocked_at is null and a.deleted_at is null and a.paused_at is null and a.blocked_reason is null
              and r.suspended_at is null and not ($2 = any (b.muted))
              and exists (select from lines l where l.reseller_id = b.reseller_id and l.account_id = b.account_id
                             and l.node_id = $1 and l.state = 'active')
            order by b.id`,
    values: [nodeId, kind],
  })
}

/** Deletes bindings of members who left or whose reseller is suspended, and of deleted users. Returns how many. */
export async function deleteEnded(db: Tx): Promise<number> {
  const rows = await db.query({
    name: 'telegram.delete_ended',
    text: `delete from telegram_bindings b
            where exists (select from staff m left join resellers o on o.id = m.reseller_id
                           where m.id = b.staff_id and (m.removed_at is not null or o.suspended_at is not null))
               or exists (select from accounts a where a.reseller_id = b.reseller_id and a.id = b.account_id
                             and a.deleted_at is not null)
           returning b.id`,
  })
  await db.query({
    name: 'telegram.delete_ended_codes',
    text: `delete from telegram_codes c
            where exists (select from staff m left join resellers o on o.id = m.reseller_id
                           where m.id = c.staff_id and (m.removed_at is not null or o.suspended_at is not null))
               or exists (select from accounts a where a.reseller_id = c.reseller_id and a.id = c.account_id
                             and a.deleted_at is not null)`,
  })
  return rows.length
}

/** Null for those who may no longer bind: a deleted user, a member who left, a suspended reseller's member. */
export async function loadPersonLanguage(db: Queryable, person: Person): Promise<Language | null> {
  const rows = await db.query<{ language: Language }>({
    name: 'telegram.person_language',
    text: `select a.language from accounts a where a.reseller_id = $1 and a.id = $2 and a.deleted_at is null
           union all
           select m.language from staff m left join resellers o on o.id = m.reseller_id
            where m.id = $3 and m.removed_at is null and o.suspended_at is null`,
    values: idsOf(person),
  })
  return rows[0]?.language ?? null
}
