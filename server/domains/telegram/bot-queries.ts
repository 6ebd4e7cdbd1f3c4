import type { Queryable, Tx } from '../../platform/db/db.ts'

export type Bot = {
  id: string
  /** Null: the platform's. */
  resellerId: number | null
  botNumber: number
  userName: string
  sealedToken: Buffer
  updatesAtUrl: string | null
  nextUpdate: number
  pausedUntil: Date | null
  failingSince: Date | null
  problem: string | null
  createdAt: Date
}

const COLUMNS = `id, reseller_id, bot_number, user_name, sealed_token, updates_at_url, next_update, paused_until, failing_since,
                  problem, created_at`

export async function loadBot(db: Queryable, id: string): Promise<Bot | null> {
  const rows = await db.query<Bot>({
    name: 'telegram.bot',
    text: `select ${COLUMNS} from telegram_bots where id = $1`,
    values: [id],
  })
  return rows[0] ?? null
}

/** The bot of exactly this team. */
export async function loadBotOf(db: Queryable, team: number | null): Promise<Bot | null> {
  const rows = await db.query<Bot>({
    name: 'telegram.bot_of',
    text: `select ${COLUMNS} from telegram_bots where owner_key = coalesce($1::integer, -1)`,
    values: [team],
  })
  return rows[0] ?? null
}

/** The bot that speaks for a reseller: its own, else the platform's. */
export async function loadSpeaker(db: Queryable, resellerId: number | null): Promise<Bot | null> {
  const rows = await db.query<Bot>({
    name: 'telegram.speaker',
    text: `select ${COLUMNS} from telegram_bots where owner_key in (coalesce($1::integer, -1), -1)
            order by owner_key desc limit 1`,
    values: [resellerId],
  })
  return rows[0] ?? null
}

export function findBots(db: Queryable): Promise<Bot[]> {
  return db.query<Bot>({ name: 'telegram.bots', text: `select ${COLUMNS} from telegram_bots order by created_at` })
}

type NewBot = Pick<Bot, 'id' | 'resellerId' | 'botNumber' | 'userName' | 'sealedToken'> & { now: Date }

/** False when another team has this bot. */
export async function insertBot(db: Tx, bot: NewBot): Promise<boolean> {
  const rows = await db.query({
    name: 'telegram.insert_bot',
    text: `insert into telegram_bots (id, reseller_id, bot_number, user_name, sealed_token, created_at)
           values ($1, $2, $3, $4, $5, $6) on conflict (bot_number) do nothing returning id`,
    values: [bot.id, bot.resellerId, bot.botNumber, bot.userName, bot.sealedToken, bot.now],
  })
  return rows.length === 1
}

/** A new token of the same bot: bindings stay. */
export async function renewToken(db: Tx, id: string, bot: Pick<Bot, 'userName' | 'sealedToken'>): Promise<void> {
  await db.query({
    name: 'telegram.renew_token',
    text: `update telegram_bots set user_name = $2, sealed_token = $3, failing_since = null, problem = null, paused_until = null,
                  updates_at_url = null
            where id = $1`,
    values: [id, bot.userName, bot.sealedToken],
  })
}

export async function deleteBotOf(db: Tx, team: number | null): Promise<Bot | null> {
  const rows = await db.query<Bot>({
    name: 'telegram.delete_bot',
    text: `delete from telegram_bots where owner_key = coalesce($1::integer, -1) returning ${COLUMNS}`,
    values: [team],
  })
  return rows[0] ?? null
}

export async function saveUpdatesAt(db: Queryable, id: string, url: string): Promise<void> {
  await db.query({
    name: 'telegram.updates_at',
    text: 'update telegram_bots set updates_at_url = $2 where id = $1',
    values: [id, url],
  })
}

export async function noteProblem(db: Queryable, id: string, problem: string, now: Date): Promise<void> {
  await db.query({
    name: 'telegram.note_problem',
    text: `update telegram_bots set problem = left($2, 200), failing_since = coalesce(failing_since, $3) where id = $1`,
    values: [id, problem, now],
  })
}

export async function noteWell(db: Queryable, id: string): Promise<void> {
  await db.query({
    name: 'telegram.note_well',
    text: 'update telegram_bots set problem = null, failing_since = null where id = $1 and failing_since is not null',
    values: [id],
  })
}

export async function pauseBot(db: Queryable, id: string, until: Date): Promise<void> {
  await db.query({
    name: 'telegram.pause',
    text: 'update telegram_bots set paused_until = greatest($2, paused_until) where id = $1',
    values: [id, until],
  })
}

/** One process asks a bot for updates at a time: Telegram refuses two. */
export async function claimPolling(db: Queryable, id: string, now: Date, until: Date): Promise<boolean> {
  const rows = await db.query({
    name: 'telegram.claim_polling',
    text: `update telegram_bots set polling_until = $3
            where id = $1 and (polling_until is null or polling_until <= $2) returning id`,
    values: [id, now, until],
  })
  return rows.length === 1
}

export async function endPolling(db: Queryable, id: string, next: { update: number; at: Date }): Promise<void> {
  await db.query({
    name: 'telegram.end_polling',
    text: 'update telegram_bots set polling_until = $3, next_update = greatest(next_update, $2) where id = $1',
    values: [id, next.update, next.at],
  })
}

export type BotCounts = {
  users: number
  members: number
  waiting: number
  sent: number
  givenUp: number
  doubtful: number
}

export async function loadCounts(db: Queryable, id: string): Promise<BotCounts> {
  const rows = await db.query<BotCounts>({
    name: 'telegram.counts',
    text: `select (select count(*)::integer from telegram_bindings where bot_id = $1 and account_id is not null) as users,
                  (select count(*)::integer from telegram_bindings where bot_id = $1 and staff_id is not null) as members,
                  count(*) filter (where state in ('waiting', 'sending'))::integer as waiting,
                  count(*) filter (where state = 'sent')::integer as sent,
                  count(*) filter (where state = 'given_up')::integer as given_up,
                  count(*) filter (where state = 'sent' and doubts > 0)::integer as doubtful
             from telegram_messages where bot_id = $1`,
    values: [id],
  })
  return rows[0]!
}

export function findGivenUp(
  db: Queryable,
  id: string,
  limit: number,
): Promise<{ kind: string; endedAt: Date; problem: string }[]> {
  return db.query<{ kind: string; endedAt: Date; problem: string }>({
    name: 'telegram.given_up',
    text: `select kind, coalesce(ended_at, created_at) as ended_at, coalesce(problem, '') as problem from telegram_messages where bot_id = $1 and state = 'given_up' order by id desc limit $2`,
    values: [id, limit],
  })
}
