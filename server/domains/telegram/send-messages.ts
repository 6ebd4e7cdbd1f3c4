import { setTimeout as delay } from 'node:timers/promises'

import { clock } from '../../platform/clock.ts'
import { inTx } from '../../platform/context.ts'
import { addJob, type JobCtx } from '../../platform/jobs/jobs.ts'
import { drain, wakeIdle, type Channel } from '../../platform/outbox/drain.ts'
import { raiseAlert } from '../alerts/alerts.ts'
import { blockChat } from './binding-queries.ts'
import { callBot, type BotAnswer } from './bot-api.ts'
import { loadBot, noteProblem, pauseBot, type Bot } from './bot-queries.ts'
import { openToken } from './bot-token.ts'
import {
  giveUpInterrupted,
  giveUpOld,
  markGivenUp,
  markSent,
  messages,
  putBack,
  type Claimed,
} from './message-queries.ts'
import { endTrouble } from './trouble.ts'

/** Telegram takes about 30 a second from a bot, and one a second for a chat. */
const BATCH = 25
const BATCH_MS = 1000
const TRIES = 8
const FIRST_WAIT_MS = 5_000
const LONGEST_WAIT_MS = 3_600_000
/** Nobody wants yesterday's reminder. */
const TOO_LATE_MS = 24 * 3_600_000
/** A token that Telegram refuses is tried again this often: the owner may have set it right there. */
const REFUSED_WAIT_MS = 15 * 60_000
const INTERRUPTED = 'the server ended before the answer: it may have arrived'

export type SendTools = { call: typeof callBot; wait: (ms: number) => Promise<unknown> }
const TOOLS: SendTools = { call: callBot, wait: (ms) => delay(ms) }

const channelBy = (tools: SendTools): Channel<Bot, Claimed> => ({
  box: messages,
  batch: BATCH,
  wake: (db, botId, job) => addJob(db, 'telegram.send', { botId }, job),
  load: loadBot,
  recover: giveUpLeftovers,
  send: (ctx, bot, batch) => sendBatch(ctx, bot, batch, tools),
})

/** The job after each queued message: sends what is due for one bot, as fast as Telegram allows. */
export function sendMessages(ctx: JobCtx, { botId }: { botId: string }, tools = TOOLS): Promise<void> {
  return drain(ctx, channelBy(tools), botId)
}

export function wakeBots(ctx: JobCtx): Promise<void> {
  return wakeIdle(ctx, channelBy(TOOLS))
}

async function giveUpLeftovers(ctx: JobCtx, botId: string): Promise<void> {
  const now = clock.now()
  const interrupted = await giveUpInterrupted(ctx.db, botId, now, INTERRUPTED)
  const old = await giveUpOld(ctx.db, botId, { now, before: new Date(now.getTime() - TOO_LATE_MS) })
  if (interrupted + old > 0) ctx.log.warn({ botId, interrupted, old }, 'telegram messages given up')
}

/** One message per chat, all at once, and not before a second has passed. */
async function sendBatch(ctx: JobCtx, bot: Bot, batch: Claimed[], { call, wait }: SendTools): Promise<void> {
  const begun = performance.now()
  const token = openToken(ctx.config, bot)
  const judged = await Promise.all(
    batch.map(async (message) => {
      const params = { chat_id: message.chatId, text: message.text, disable_notification: message.isSilent }
      const answer = await call(ctx.config, token, { method: 'sendMessage', params: { ...params, ...NO_PREVIEW } })
      return judge({ ...ctx, now: clock.now() }, bot, message, answer)
    }),
  )
  await tellHealth({ ...ctx, now: clock.now() }, bot, judged)
  await wait(Math.max(0, BATCH_MS - (performance.now() - begun)))
}

const NO_PREVIEW = { link_preview_options: { is_disabled: true } }

/** What an answer says about the bot; null: nothing. */
type Health = { isWell: true } | { isWell: false; problem: string; isOver: boolean } | null

async function judge(ctx: JobCtx, bot: Bot, message: Claimed, answer: BotAnswer): Promise<Health> {
  const { db, now } = ctx
  if (answer.kind === 'done') {
    const number = (answer.result as { message_id?: unknown } | null)?.message_id
    await markSent(db, message.id, typeof number === 'number' ? number : null, now)
    return { isWell: true }
  }
  if (answer.kind === 'away') return tryLater(ctx, message, answer.says, answer.mayBeDone)
  const problem = `${answer.status} ${answer.says}`
  if (answer.status === 429) {
    // It counts for the whole bot: the queue stops, not the message.
    const waitMs = Math.min(LONGEST_WAIT_MS, Math.max(1, answer.retryAfterS ?? 5) * 1000)
    const notBefore = new Date(now.getTime() + waitMs)
    await pauseBot(db, bot.id, notBefore)
    await putBack(db, { id: message.id, notBefore, problem, countsTry: false, isDoubtful: false })
    return null
  }
  if (answer.status === 401 || answer.status === 404) {
    const notBefore = new Date(now.getTime() + REFUSED_WAIT_MS)
    await pauseBot(db, bot.id, notBefore)
    await putBack(db, { id: message.id, notBefore, problem, countsTry: false, isDoubtful: false })
    return { isWell: false, problem, isOver: true }
  }
  if (answer.status >= 500) return tryLater(ctx, message, problem, false)
  await giveUp(ctx, bot, message, { problem, endsChat: answer.status === 403 || isGone(answer.says) })
  return { isWell: true }
}

/** Telegram answers 400 for a chat that no longer exists. */
function isGone(says: string): boolean {
  return /chat not found|user is deactivated|peer_id_invalid/i.test(says)
}

async function giveUp(
  ctx: JobCtx,
  bot: Bot,
  { id, chatId }: Claimed,
  { problem, endsChat }: { problem: string; endsChat: boolean },
): Promise<void> {
  await inTx(ctx, async ({ db }) => {
    await markGivenUp(db, id, { problem, isDoubtful: false, now: ctx.now })
    if (endsChat) await blockChat(db, bot.id, chatId, { why: problem, now: ctx.now })
  })
}

async function tryLater(ctx: JobCtx, { id, tries }: Claimed, problem: string, isDoubtful: boolean): Promise<Health> {
  const isOver = tries >= TRIES
  if (isOver) await markGivenUp(ctx.db, id, { problem, isDoubtful, now: ctx.now })
  else {
    const waitMs = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (tries - 1))
    const notBefore = new Date(ctx.now.getTime() + waitMs)
    await putBack(ctx.db, { id, notBefore, problem, countsTry: true, isDoubtful })
  }
  return { isWell: false, problem, isOver }
}

/** A failing bot costs a line in the log and an alert; the next message that arrives ends both. */
async function tellHealth(ctx: JobCtx, bot: Bot, judged: readonly Health[]): Promise<void> {
  const { db, now, log } = ctx
  const bad = judged.filter((health) => health !== null && !health.isWell)
  if (judged.some((health) => health?.isWell) && bad.length === 0) return endTrouble(ctx, bot)
  const [first] = bad
  if (!first) return
  log.warn(
    { botId: bot.id, resellerId: bot.resellerId, problem: first.problem, messages: bad.length },
    'telegram fails',
  )
  await noteProblem(db, bot.id, first.problem, now)
  if (!bad.some(({ isOver }) => isOver)) return
  const detail = { bot: bot.userName, problem: first.problem }
  await raiseAlert(db, { resellerId: bot.resellerId, kind: 'telegram.failing', subject: `bot:${bot.id}`, detail }, now)
}
