import { clock } from '../../platform/clock.ts'
import { addJob, type JobCtx } from '../../platform/jobs/jobs.ts'
import { callBot } from './bot-api.ts'
import { claimPolling, endPolling, findBots, type Bot } from './bot-queries.ts'
import { openToken } from './bot-token.ts'
import { connectBot } from './connect-bot.ts'
import { handleUpdate } from './handle-update.ts'
import { wakeBots } from './send-messages.ts'
import { endTrouble, noteTrouble } from './trouble.ts'

/** How long Telegram holds an empty answer. Short, so that a stopping server need not wait. */
const HOLD_S = 4
const TIMEOUT_MS = 7_000
const LEASE_MS = 10_000
/** After a failure: a bot that cannot be reached is no reason to hurry. */
const PAUSE_MS = 30_000
const PAGE = 50

/** Every minute: bots whose updates are not arranged, messages that nobody sends, and the asking itself. */
export async function lookAfterBots(ctx: JobCtx, call = callBot): Promise<void> {
  const bots = await findBots(ctx.db)
  for (const bot of bots) await connectBot(ctx, bot, call)
  await wakeBots(ctx)
  if (bots.length > 0 && ctx.config.telegram.updates === 'polling') await askAgain(ctx)
}

/** Asks all bots at once, one process at a time for each, and comes back as long as there is a bot. */
export async function pollUpdates(ctx: JobCtx, call = callBot): Promise<void> {
  if (ctx.config.telegram.updates !== 'polling') return
  const bots = await findBots(ctx.db)
  const arranged = bots.filter(({ updatesAtUrl }) => updatesAtUrl === '')
  if (arranged.length === 0) return
  const asked = await Promise.all(arranged.map((bot) => pollBot(ctx, bot, call)))
  // If another process asks, the minute's look comes back; else nobody would wait in between.
  if (asked.some((isAsked) => isAsked)) await askAgain(ctx)
}

function askAgain({ db }: JobCtx): Promise<void> {
  return addJob(db, 'telegram.poll', {}, { key: 'telegram.poll' })
}

/** False if another process asks this bot now, or a failure is too fresh. */
async function pollBot(ctx: JobCtx, bot: Bot, call: typeof callBot): Promise<boolean> {
  const begun = clock.now()
  if (!(await claimPolling(ctx.db, bot.id, begun, new Date(begun.getTime() + LEASE_MS)))) return false
  const params = {
    offset: bot.nextUpdate,
    limit: PAGE,
    timeout: HOLD_S,
    allowed_updates: ['message', 'my_chat_member'],
  }
  const called = { method: 'getUpdates', params, timeoutMs: TIMEOUT_MS }
  const answer = await call(ctx.config, openToken(ctx.config, bot), called)
  const now = clock.now()
  if (answer.kind !== 'done') {
    const problem = answer.kind === 'away' ? answer.says : `${answer.status} ${answer.says}`
    ctx.log.warn({ botId: bot.id, problem }, 'telegram updates not read')
    await noteTrouble({ db: ctx.db, now }, bot, problem)
    await endPolling(ctx.db, bot.id, { update: bot.nextUpdate, at: new Date(now.getTime() + PAUSE_MS) })
    return false
  }
  await endTrouble({ db: ctx.db, now }, bot)
  let update = bot.nextUpdate
  for (const one of Array.isArray(answer.result) ? (answer.result as unknown[]) : []) {
    await handleUpdate({ ...ctx, now }, bot, one)
    const { update_id: id } = one as { update_id?: unknown }
    if (typeof id === 'number') update = Math.max(update, id + 1)
  }
  await endPolling(ctx.db, bot.id, { update, at: now })
  return true
}
