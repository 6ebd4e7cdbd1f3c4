import { afterEach, expect, test } from 'vitest'

import { MINUTE_MS } from '../../../contract/durations.ts'
import { clock } from '../../platform/clock.ts'
import { buildReseller } from '../../test/build/factories.ts'
import { telegramDesk } from '../../test/build/telegram-desk.ts'
import { startTestBotApi } from '../../test/outside/bot-api.ts'
import { makeApp } from '../../test/run/make-app.ts'
import { callBot } from './bot-api.ts'
import { lookAfterBots, pollUpdates } from './poll-updates.ts'

const bots = await startTestBotApi()
const made = await makeApp({ TELEGRAM_API_URL: bots.url })
const { db } = made
const desk = telegramDesk(made, bots)
afterEach(() => clock.reset())

const away: typeof callBot = async () => ({ kind: 'away', says: 'ECONNREFUSED', mayBeDone: false })

async function buildBot(resellerId: number) {
  await buildReseller(db, { id: resellerId })
  const { bot } = await desk.setTeamBot(resellerId)
  const alerts = () =>
    db.kysely
      .selectFrom('alerts')
      .select(['kind', 'resellerId', 'resolvedAt'])
      .where('subject', '=', `bot:${bot.id}`)
      .execute()
  return { bot, alerts }
}

test('updates that cannot be read cost a line at once and one alert when it lasts, which ends with them', async () => {
  const { alerts } = await buildBot(6801)
  await pollUpdates(desk.ctx(), away)
  expect(desk.logged.join('')).toContain('telegram updates not read')
  expect(await alerts()).toEqual([])
  for (let times = 0; times < 3; times += 1) {
    clock.shift(6 * MINUTE_MS)
    await pollUpdates(desk.ctx(), away)
  }
  expect(await alerts()).toEqual([{ kind: 'telegram.failing', resellerId: 6801, resolvedAt: null }])
  clock.shift(MINUTE_MS)
  await pollUpdates(desk.ctx())
  expect((await alerts())[0]!.resolvedAt).not.toBeNull()
})

test('updates that cannot be arranged do the same', async () => {
  const { bot, alerts } = await buildBot(6802)
  await db.kysely.updateTable('telegramBots').set({ updatesAtUrl: null }).where('id', '=', bot.id).execute()
  await lookAfterBots(desk.ctx(), away)
  clock.shift(11 * MINUTE_MS)
  await lookAfterBots(desk.ctx(), away)
  expect(await alerts()).toMatchObject([{ kind: 'telegram.failing', resolvedAt: null }])
  await lookAfterBots(desk.ctx())
  expect((await alerts())[0]!.resolvedAt).not.toBeNull()
})
