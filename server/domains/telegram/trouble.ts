import type { Ctx } from '../../platform/context.ts'
import { closeAlert, raiseAlert } from '../alerts/alerts.ts'
import { noteProblem, noteWell, type Bot } from './bot-queries.ts'

/** Telegram is away now and then: the log says so at once, the alert comes when it lasts. */
const PATIENCE_MS = 10 * 60_000

/** Updates cannot be read or arranged. It costs a line in the log and, if it lasts, an alert. */
export async function noteTrouble(
  { db, now }: Pick<Ctx, 'db' | 'now'>,
  { id, resellerId, userName, failingSince }: Pick<Bot, 'id' | 'resellerId' | 'userName' | 'failingSince'>,
  problem: string,
): Promise<void> {
  await noteProblem(db, id, problem, now)
  if (!failingSince || now.getTime() - failingSince.getTime() < PATIENCE_MS) return
  const detail = { bot: userName, problem }
  await raiseAlert(db, { resellerId, kind: 'telegram.failing', subject: `bot:${id}`, detail }, now)
}

/** Does nothing for a bot that is well. */
export async function endTrouble(
  { db, now }: Pick<Ctx, 'db' | 'now'>,
  bot: Pick<Bot, 'id' | 'failingSince'>,
): Promise<void> {
  if (!bot.failingSince) return
  await noteWell(db, bot.id)
  await closeAlert(db, { kind: 'telegram.failing', subject: `bot:${bot.id}` }, now)
}
