import { afterEach, expect, test } from 'vitest'

import { civilTime } from '../../../../contract/civil-time.ts'
import { clock } from '../../../platform/clock.ts'
import { randomId } from '../../../platform/secrets/crypto.ts'
import { buildStaff } from '../../../test/build/build-staff.ts'
import { buildAccount } from '../../../test/build/factories.ts'
import { telegramDesk } from '../../../test/build/telegram-desk.ts'
import { startTestBotApi } from '../../../test/outside/bot-api.ts'
import { makeApp } from '../../../test/run/make-app.ts'
import { tellFigures } from './tell-figures.ts'

const bots = await startTestBotApi()
const made = await makeApp({ TELEGRAM_API_URL: bots.url })
const { db, config } = made
const desk = telegramDesk(made, bots)
afterEach(() => clock.reset())

function goToHour(hour: number) {
  clock.shift(((24 + hour - civilTime(clock.now(), config.businessTz).hour) % 24) * 3_600_000)
}

test('each team hears its own day once, at nine by the clock of the business, and support hears no amounts', async () => {
  const resellerId = 8101
  const owner = await buildStaff(made, { resellerId })
  const operator = await buildStaff(made, { resellerId: null })
  const support = await buildStaff(made, { resellerId, role: 'support' })
  const { bot } = await desk.setTeamBot(null)
  const chats = { owner: 31, operator: 32, support: 33 }
  for (const [staffId, chatId, team] of [
    [owner.staffId, chats.owner, resellerId],
    [operator.staffId, chats.operator, null],
    [support.staffId, chats.support, resellerId],
  ] as const) {
    const row = {
      id: randomId(),
      botId: bot.id,
      resellerId: team,
      staffId,
      chatId,
      chatName: 'x',
      createdAt: clock.now(),
    }
    await db.kysely.insertInto('telegramBindings').values(row).execute()
  }
  await buildAccount(db, { resellerId })
  clock.shift(24 * 3_600_000)
  goToHour(8)
  await tellFigures(desk.ctx())
  await desk.run('telegram.send')
  expect(bots.said).toEqual([])
  goToHour(9)
  await tellFigures(desk.ctx())
  await tellFigures(desk.ctx())
  await desk.run('telegram.send')
  expect(bots.said.map(({ chatId }) => chatId).toSorted()).toEqual([chats.owner, chats.operator, chats.support])
  const told = bots.said.find(({ chatId }) => chatId === chats.owner)!
  expect(told.text).toMatch(/^昨日 \d{4}-\d\d-\d\d\n销售额 ¥0\.00\n订单 0\n退款 ¥0\.00\n新用户 \d\n活跃用户 0\n\nhttp/)
  const hidden = bots.said.find(({ chatId }) => chatId === chats.support)!
  expect(hidden.text).toMatch(/^昨日 \d{4}-\d\d-\d\d\n订单 0\n新用户 \d\n活跃用户 0\n\nhttp/)
})
