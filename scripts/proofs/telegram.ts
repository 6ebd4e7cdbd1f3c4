import { loadBotOf } from '../../server/domains/telegram/bot-queries.ts'
import { setBot } from '../../server/domains/telegram/own-bots.ts'
import { queueMessage } from '../../server/domains/telegram/queue-message.ts'
import { inTx } from '../../server/platform/context.ts'
import type { Db } from '../../server/platform/db/db.ts'
import { createLog } from '../../server/platform/log.ts'
import { startBotApi, type BotCall, type BotFault } from '../../server/test/outside/bot-api.ts'
import { proveSending, sendThroughKill, type Sent } from './killed-sender.ts'

/** Messages, each to a chat of its own; the server is killed with -9 once, in the middle. */
export type Flood = { messages: number }
type Row = { chatId: number; state: string; problem: string | null; doubts: number }
type Figures = Sent<Row[]> & { said: number[]; blocked: number[] }

const FULL: Flood = { messages: 1000 }
const FIRST_CHAT = 10_000

export const prove = () =>
  proveSending(
    (url) => floodTelegram(url, FULL),
    (figures) => findProblems(figures, FULL),
    print,
  )

export async function floodTelegram(databaseUrl: string, { messages }: Flood): Promise<Figures> {
  const api = await startBotApi()
  const chats = Array.from({ length: messages }, (_, n) => FIRST_CHAT + n)
  const blocked = chats.filter((chat) => chat % 40 === 3)
  try {
    const sent = await sendThroughKill(databaseUrl, {
      env: { TELEGRAM_API_URL: api.url },
      queue: 'telegram_messages',
      countArrived: () => api.said.length,
      killFrom: messages / 3,
      fill: async ({ db, config }) => {
        const ctx = { db, config, log: createLog('silent'), now: new Date() }
        await setBot(ctx, null, api.makeBot('proof_bot').token, 'operator:proof')
        const bot = (await loadBotOf(db, null))!
        for (const chat of blocked) api.blocked.add(chat)
        api.failBy(makeFaults())
        for (const chatId of chats) {
          const to = { botId: bot.id, bindingId: null, resellerId: null, chatId }
          const message = { ...to, kind: 'proof', key: `proof:${chatId}`, text: `Message ${chatId}` }
          await inTx({ ...ctx, now: new Date() }, (tx) => queueMessage(tx, message))
        }
      },
      read: readRows,
    })
    return { ...sent, said: api.said.map(({ chatId }) => chatId), blocked }
  } finally {
    api.close()
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

async function readRows(db: Db): Promise<Row[]> {
  const { rows } = await db.pool.query<Row>(
    `select chat_id as "chatId", state, problem, doubts from telegram_messages order by id`,
  )
  return rows
}

export function findProblems({ arrivedAtKill, rows, said, blocked }: Figures, { messages }: Flood): string[] {
  const times = Map.groupBy(said, (chat) => chat)
  const wrong = rows.filter(({ chatId, state, problem }) => {
    const count = times.get(chatId)?.length ?? 0
    if (state === 'sent') return count !== 1
    // On its way when the server died: said once at most, and named.
    if (problem?.includes('it may have arrived')) return count > 1
    return !blocked.includes(chatId) || count !== 0 || !problem?.startsWith('403 ')
  })
  const isInside = arrivedAtKill > 0 && arrivedAtKill < messages - blocked.length
  return [
    ...(isInside ? [] : [`the kill was not in the middle: ${arrivedAtKill}`]),
    ...(said.length > messages * (2 / 3) ? [] : [`only ${said.length} of ${messages} were said`]),
    ...(rows.length === messages ? [] : [`${rows.length} rows for ${messages} messages`]),
    ...wrong.map(({ chatId, state, problem }) => {
      return `chat ${chatId} heard ${times.get(chatId)?.length ?? 0} times and is ${state}: ${problem}`
    }),
  ]
}

function print({ seconds, arrivedAtKill, rows, said }: Figures): void {
  const count = (match: (row: Row) => boolean) => rows.filter(match).length
  console.log(`${rows.length} messages in ${seconds.toFixed(0)} s, one kill with -9 after ${arrivedAtKill}`)
  console.log(`  ${said.length} said, ${count(({ state }) => state === 'sent')} known as said`)
  console.log(`  given up: ${count(({ problem }) => problem?.startsWith('403 ') ?? false)} blocked the bot,`)
  console.log(`  ${count(({ problem }) => problem?.includes('may have arrived') ?? false)} on their way at the kill`)
}
