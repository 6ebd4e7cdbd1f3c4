import type { TxCtx } from '../../platform/context.ts'
import { addJob } from '../../platform/jobs/jobs.ts'
import { isDaytime } from '../notices/reminders/remind.ts'
import { insertMessage, type NewMessage } from './message-queries.ts'

const TEXT_MAX = 4096

/**
 * Queues in the caller's transaction, once per chat and key. At night it arrives without a sound. Null if the chat has
 * had it.
 */
export async function queueMessage(
  ctx: Pick<TxCtx, 'db' | 'now' | 'config'>,
  message: Omit<NewMessage, 'isSilent'>,
): Promise<number | null> {
  const text = cut(message.text)
  const id = await insertMessage(ctx.db, { ...message, text, isSilent: !isDaytime(ctx) }, ctx.now)
  if (id !== null)
    await addJob(ctx.db, 'telegram.send', { botId: message.botId }, { key: `telegram.send:${message.botId}` })
  return id
}

/** Telegram counts UTF-16 units; half a character at the end would be refused. */
function cut(text: string): string {
  return text.length <= TEXT_MAX ? text : `${text.slice(0, TEXT_MAX - 1).replace(/[\uD800-\uDBFF]$/, '')}…`
}
