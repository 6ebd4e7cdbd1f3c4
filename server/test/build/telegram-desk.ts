import { callBot } from '../../domains/telegram/bot-api.ts'
import { loadBotOf } from '../../domains/telegram/bot-queries.ts'
import { handleUpdate } from '../../domains/telegram/handle-update.ts'
import { setBot } from '../../domains/telegram/own-bots.ts'
import { sendMessages } from '../../domains/telegram/send-messages.ts'
import { jobs } from '../../jobs.ts'
import { clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/db.ts'
import type { JobCtx, JobName } from '../../platform/jobs/jobs.ts'
import { createLog } from '../../platform/log.ts'
import type { BotApi } from '../outside/bot-api.ts'
import type { TestApp } from '../run/make-app.ts'

/** Bots, chats and the queue of a test's application, with the stand-in of the Bot API. */
export function telegramDesk({ db, config }: Pick<TestApp, 'db' | 'config'>, api: BotApi) {
  const logged: string[] = []
  const log = createLog('info', { write: (line) => void logged.push(line) })
  const ctx = (): JobCtx => ({ db, config, log, now: clock.now(), isLastAttempt: false })

  async function setTeamBot(team: number | null, name = `bot_${team ?? 'platform'}_x`) {
    const made = api.makeBot(name)
    await setBot(ctx(), team, made.token, 'operator:test')
    const bot = (await loadBotOf(db, team))!
    return { ...made, bot }
  }

  /** A person opens the link, or writes something else. */
  async function write(team: number | null, token: string, chatId: number, text: string, more = {}) {
    const bot = (await loadBotOf(db, team))!
    await handleUpdate(ctx(), bot, api.write(token, chatId, text, more))
  }

  /** A person replies to a message of the bot; the update, to give it again. */
  async function reply(team: number | null, token: string, chatId: number, to: number, text: string) {
    const bot = (await loadBotOf(db, team))!
    const update = api.write(token, chatId, text, {}, { reply_to_message: { message_id: to } })
    await handleUpdate(ctx(), bot, update)
    return { again: () => handleUpdate(ctx(), bot, update), update }
  }

  /** Runs what waits under these names until nothing is left; the clock goes on to the time of what waits longer. */
  async function run(...names: JobName[]): Promise<number> {
    let count = 0
    for (;;) {
      const taken = await takeJobs(db, names)
      if (taken.length === 0) return count
      for (const { name, payload, runAt } of taken) {
        count += 1
        clock.shift(Math.max(0, runAt.getTime() - clock.now().getTime()))
        if (name === 'telegram.send') await sendNow(payload as { botId: string })
        else await (jobs[name] as (ctx: JobCtx, payload: unknown) => Promise<void>)(ctx(), payload)
      }
      if (count > 3000) throw new Error('the jobs never end')
    }
  }

  /** One run of the sender. A test's time stands still, so a second of waiting is a second of the clock. */
  function sendNow(bot: { botId: string }, call = callBot): Promise<void> {
    const wait = async () => clock.shift(1000)
    return sendMessages(ctx(), bot, { call, wait })
  }

  return { ctx, logged, setTeamBot, write, reply, run, sendNow }
}

export async function takeJobs(
  db: Db,
  names: readonly string[],
): Promise<{ name: JobName; payload: unknown; runAt: Date }[]> {
  const { rows } = await db.pool.query<{ name: JobName; payload: unknown; runAt: Date; id: string }>(
    `select j.id, t.identifier as name, j.payload, j.run_at as "runAt" from graphile_worker._private_jobs j
       join graphile_worker._private_tasks t on t.id = j.task_id where t.identifier = any ($1) order by j.run_at, j.id`,
    [names],
  )
  await db.pool.query('delete from graphile_worker._private_jobs where id = any ($1::bigint[])', [
    rows.map(({ id }) => id),
  ])
  return rows
}
