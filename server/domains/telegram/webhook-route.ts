import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'

import type { Config } from '../../config.ts'
import { clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/db.ts'
import { fail } from '../../platform/errors.ts'
import { equalBytes, sha256 } from '../../platform/secrets/crypto.ts'
import { loadBot } from './bot-queries.ts'
import { webhookSecret } from './bot-token.ts'
import { handleUpdate } from './handle-update.ts'

const BODY_MAX_BYTES = 64 * 1024
const BOT = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
type Deps = { db: Db; config: Config }

/** Where Telegram reports what chats say to a bot. Whoever does not know the bot's secret is told nothing. */
export function registerTelegram(app: FastifyInstance, { db, config }: Deps): void {
  const schema = { summary: "Updates of a Telegram bot, with the bot's secret in a header", tags: ['telegram'] }
  app.post<{ Params: { bot: string } }>(
    '/api/telegram/:bot',
    { schema, bodyLimit: BODY_MAX_BYTES },
    async (request, reply) => {
      const { bot: botId } = request.params
      const given = request.headers['x-telegram-bot-api-secret-token']
      // Equal length by hashing, so that the time tells nothing of the secret.
      const isKnown = equalBytes(sha256(webhookSecret(config, botId)), sha256(String(given ?? '')))
      const bot = isKnown && BOT.test(botId) ? await loadBot(db, botId) : null
      if (!bot) fail('telegram.secret')
      await handleUpdate({ db, config, log: request.log as Logger, now: clock.now() }, bot, request.body)
      return reply.header('cache-control', 'no-store').send({})
    },
  )
}
