import type { Ctx } from '../../platform/context.ts'
import { closeAlert } from '../alerts/alerts.ts'
import { noteWell, type Bot } from './bot-queries.ts'

/** Does nothing for a bot that is well. */
export async function endTrouble(
  { db, now }: Pick<Ctx, 'db' | 'now'>,
  bot: Pick<Bot, 'id' | 'failingSince'>,
): Promise<void> {
  if (!bot.failingSince) return
  await noteWell(db, bot.id)
  await closeAlert(db, { kind: 'telegram.failing', subject: `bot:${bot.id}` }, now)
}
