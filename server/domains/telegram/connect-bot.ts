import type { Config } from '../../config.ts'
import type { Ctx } from '../../platform/context.ts'
import { callBot } from './bot-api.ts'
import { saveUpdatesAt, type Bot } from './bot-queries.ts'
import { openToken, webhookSecret } from './bot-token.ts'
import { endTrouble, noteTrouble } from './trouble.ts'

type ConnectCtx = Pick<Ctx, 'db' | 'now' | 'log'> & { config: Config }

const UPDATES = ['message', 'my_chat_member']
/** Updates are few and each is answered at once. */
const CONNECTIONS = 4

/** Where Telegram sends the bot's updates by today's settings; empty: the server asks. */
export function updatesAt({ publicUrl, telegram }: Config, botId: string): string {
  return telegram.updates === 'webhook' ? `${publicUrl}/api/telegram/${botId}` : ''
}

/** Tells Telegram, once per change of the settings. What fails is tried again every minute. */
export async function connectBot(ctx: ConnectCtx, bot: Bot, call = callBot): Promise<void> {
  const { config, db } = ctx
  const url = updatesAt(config, bot.id)
  if (bot.updatesAtUrl === url) return
  const secret = webhookSecret(config, bot.id)
  const hook = { url, secret_token: secret, allowed_updates: UPDATES, max_connections: CONNECTIONS }
  const called = url === '' ? { method: 'deleteWebhook' } : { method: 'setWebhook', params: hook }
  const answer = await call(config, openToken(config, bot), called)
  if (answer.kind === 'done') {
    await saveUpdatesAt(db, bot.id, url)
    return endTrouble(ctx, bot)
  }
  const problem = answer.kind === 'away' ? answer.says : `${answer.status} ${answer.says}`
  ctx.log.warn({ botId: bot.id, problem }, 'telegram updates not arranged')
  await noteTrouble(ctx, bot, problem)
}
