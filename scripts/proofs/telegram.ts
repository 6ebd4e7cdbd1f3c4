import { randomBytes } from 'node:crypto'

import { readConfig } from '../../server/config.ts'
import { loadBotOf } from '../../server/domains/telegram/bot-queries.ts'
import { setBot } from '../../server/domains/telegram/own-bots.ts'
import { queueMessage } from '../../server/domains/telegram/queue-message.ts'
import { inTx } from '../../server/platform/context.ts'
import { createDb, type Db } from '../../server/platform/db/db.ts'
import { createLog } from '../../server/platform/log.ts'
import { startBotApi, type BotCall, type BotFault } from '../../server/test/outside/bot-api.ts'
import { makeDataDir, removeDataDir, startServer } from '../../server/test/run/server-process.ts'
import { waitUntil } from '../../server/test/run/wait-until.ts'
import { freePort } from '../../test/free-port.ts'
import { withDatabase } from './throwaway-server.ts'

/** Messages, each to a chat of its own; the server is killed with -9 once, in the middle. */
export type Flood = { messages: number }
type Row = { chatId: number; state: string; problem: string | null; doubts: number }
export type Figures = { seconds: number; saidAtKill: number; rows: Row[]; said: number[]; blocked: number[] }

const FULL: Flood = { messages: 1000 }
const FIRST_CHAT = 10_000
/** Far more than needed: a busy machine is no failure, but a queue that never ends is. */
const PATIENCE_MS = 1_800_000

export async function prove(): Promise<boolean> {
  const figures = await withDatabase((url) => floodTelegram(url, FULL))
  const problems = findProblems(figures, FULL)
  print(figures)
  for (const problem of problems) console.log(`  ✗ ${problem}`)
  return problems.length === 0
}

export async function floodTelegram(databaseUrl: string, { messages }: Flood): Promise<Figures> {
  const api = await startBotApi()
  const dataDir = makeDataDir()
  const port = await freePort()
  const shared = {
    DATABASE_URL: databaseUrl,
    SECRET_KEY: randomBytes(32).toString('hex'),
    PORT: String(port),
    TELEGRAM_API_URL: api.url,
  }
  const config = readConfig({ ...shared, LOG_LEVEL: 'silent' })
  const db = createDb({ url: databaseUrl, poolSize: 4, applicationName: 'yuxian-proof' })
  const start = () => startServer({ dataDir, port, env: { ...shared, LOG_LEVEL: 'error' } })
  let server = await start()
  try {
    const begun = performance.now()
    const ctx = { db, config, log: createLog('silent'), now: new Date() }
    await setBot(ctx, null, api.makeBot('proof_bot').token, 'operator:proof')
    const bot = (await loadBotOf(db, null))!
    const chats = Array.from({ length: messages }, (_, n) => FIRST_CHAT + n)
    const blocked = chats.filter((chat) => chat % 40 === 3)
    for (const chat of blocked) api.blocked.add(chat)
    api.failBy(makeFaults())
    for (const chatId of chats) {
      const to = { botId: bot.id, bindingId: null, resellerId: null, chatId }
      const message = { ...to, kind: 'proof', key: `proof:${chatId}`, text: `Message ${chatId}` }
      await inTx({ ...ctx, now: new Date() }, (tx) => queueMessage(tx, message))
    }
    await waitUntil(async () => api.said.length >= messages / 3, 'a third is said', PATIENCE_MS)
    await server.kill()
    const saidAtKill = api.said.length
    server = await start()
    await waitUntil(async () => (await countOpen(db)) === 0, 'all are said or given up', PATIENCE_MS)
    return {
      seconds: (performance.now() - begun) / 1000,
      saidAtKill,
      rows: await readRows(db),
      said: api.said.map(({ chatId }) => chatId),
      blocked,
    }
  } finally {
    await server.kill()
    await db.close()
    api.close()
    removeDataDir(dataDir)
  }
}

/** Each kind of fault meets some chats at their first try. */
function makeFaults(): (call: BotCall) => BotFault | null {
  const met = new Set<number>()
  return ({ params }) => {
    const chat = Number(params['chat_id'])
    if (met.has(chat)) return null
    met.add(chat)
    if (chat % 101 === 0) return { status: 429, description: 'Too Many Requests', retryAfterS: 1 }
    if (chat % 13 === 0) return { status: 500 }
    return chat % 17 === 0 ? 'reset' : null
  }
}

async function countOpen(db: Db): Promise<number> {
  const { rows } = await db.pool.query<{ count: number }>(
    `select count(*)::integer as count from telegram_messages where state in ('waiting', 'sending')`,
  )
  return rows[0]!.count
}

async function readRows(db: Db): Promise<Row[]> {
  const { rows } = await db.pool.query<Row>(
    `select chat_id as "chatId", state, problem, doubts from telegram_messages order by id`,
  )
  return rows
}

export function findProblems({ saidAtKill, rows, said, blocked }: Figures, { messages }: Flood): string[] {
  const times = Map.groupBy(said, (chat) => chat)
  const wrong = rows.filter(({ chatId, state, problem }) => {
    const count = times.get(chatId)?.length ?? 0
    if (state === 'sent') return count !== 1
    // On its way when the server died: said once at most, and named.
    if (problem?.includes('it may have arrived')) return count > 1
    return !blocked.includes(chatId) || count !== 0 || !problem?.startsWith('403 ')
  })
  const isInside = saidAtKill > 0 && saidAtKill < messages - blocked.length
  return [
    ...(isInside ? [] : [`the kill was not in the middle: ${saidAtKill}`]),
    ...(rows.length === messages ? [] : [`${rows.length} rows for ${messages} messages`]),
    ...wrong.map(({ chatId, state, problem }) => {
      return `chat ${chatId} heard ${times.get(chatId)?.length ?? 0} times and is ${state}: ${problem}`
    }),
  ]
}

function print({ seconds, saidAtKill, rows, said }: Figures): void {
  const count = (match: (row: Row) => boolean) => rows.filter(match).length
  console.log(`${rows.length} messages in ${seconds.toFixed(0)} s, one kill with -9 after ${saidAtKill}`)
  console.log(`  ${said.length} said, ${count(({ state }) => state === 'sent')} known as said`)
  console.log(`  given up: ${count(({ problem }) => problem?.startsWith('403 ') ?? false)} blocked the bot,`)
  console.log(`  ${count(({ problem }) => problem?.includes('may have arrived') ?? false)} on their way at the kill`)
}
