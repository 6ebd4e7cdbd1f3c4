import { afterEach, expect, test } from 'vitest'

import { civilTime } from '../../../../contract/civil-time.ts'
import { consoleApi } from '../../../../contract/console/api.ts'
import { clock } from '../../../platform/clock.ts'
import { randomId } from '../../../platform/secrets/crypto.ts'
import { dayOf } from '../../../platform/text/business-day.ts'
import { buildStaff } from '../../../test/build/build-staff.ts'
import { buildAccount } from '../../../test/build/factories.ts'
import { telegramDesk } from '../../../test/build/telegram-desk.ts'
import { startTestBotApi } from '../../../test/outside/bot-api.ts'
import { makeApp } from '../../../test/run/make-app.ts'
import { tellSummaries } from './tell-summaries.ts'

const bots = await startTestBotApi()
const made = await makeApp({ TELEGRAM_API_URL: bots.url })
const { db, config } = made
const desk = telegramDesk(made, bots)
const { summary } = consoleApi
afterEach(() => clock.reset())

const resellerId = 8101
const owner = await buildStaff(made, { resellerId })
const support = await buildStaff(made, { resellerId, role: 'support' })
const outsider = await buildStaff(made, { resellerId, permissions: ['users.read'] })
const operator = await buildStaff(made, { resellerId: null })
const { bot } = await desk.setTeamBot(null)
for (const [{ staffId }, chatId, team] of [
  [owner, 31, resellerId],
  [support, 33, resellerId],
  [operator, 32, null],
] as const) {
  const chat = { id: randomId(), botId: bot.id, chatId, chatName: 'x', createdAt: clock.now() }
  await db.kysely
    .insertInto('telegramBindings')
    .values({ ...chat, resellerId: team, staffId })
    .execute()
}
await buildAccount(db, { resellerId })

function goToHour(hour: number) {
  clock.shift(((24 + hour - civilTime(clock.now(), config.businessTz).hour) % 24) * 3_600_000)
}
async function tell() {
  await tellSummaries(desk.ctx())
  await desk.run('telegram.member')
  await desk.run('telegram.send')
}
const mailsOf = async (email: string) =>
  db.kysely
    .selectFrom('mails')
    .selectAll()
    .where('toAddress', '=', email)
    .where('template', '=', 'staff_summary')
    .execute()

test('nobody hears until it is switched on; then each at the own hour, once a day, what the overview shows to it', async () => {
  const wish = { byMail: false, byChat: true }
  expect((await owner.call(summary.show, {})).data).toEqual({
    hour: 21,
    byMail: false,
    byChat: false,
    canMail: false,
    canChat: true,
  })
  expect((await support.call(summary.set, { ...wish, hour: 21 })).data).toMatchObject({ hour: 21, byChat: true })
  await operator.call(summary.set, { ...wish, hour: 21 })
  // To the next day: its beginning may be past these hours.
  clock.shift(24 * 3_600_000)
  goToHour(20)
  await tell()
  expect(bots.said).toEqual([])
  goToHour(21)
  await tell()
  await tell()
  expect(bots.said.map(({ chatId }) => chatId).toSorted()).toEqual([32, 33])
  expect(bots.said.find(({ chatId }) => chatId === 33)!.text).toMatch(
    /^\d{4}-\d\d-\d\d\n新用户 \d\n待回复工单 0\n故障节点 0\n/,
  )
})

test('who may read money hears of sales and margin; who switched it off hears nothing', async () => {
  const { length } = bots.said
  const before = { byMail: false, byChat: true }
  for (const hour of [22, 23]) await owner.call(summary.set, { ...before, hour })
  clock.shift(24 * 3_600_000)
  goToHour(23)
  await db.kysely.deleteFrom('staffSummaries').where('staffId', '<>', owner.staffId).execute()
  await tell()
  expect(bots.said.slice(length).map(({ chatId, text }) => [chatId, text.split('\n').slice(1, 6)])).toEqual([
    [31, ['销售额 ¥0.00', '毛利 ¥0.00', expect.stringMatching(/^新用户 \d$/), '待回复工单 0', '故障节点 0']],
  ])
  clock.reset()
  expect((await owner.call(summary.set, { hour: 23, byMail: false, byChat: false })).data.byChat).toBe(false)
  clock.shift(2 * 24 * 3_600_000)
  goToHour(23)
  await tell()
  expect(bots.said).toHaveLength(length + 1)
})

test('by mail too, but not to whom the overview is closed, nor to a suspended team', async () => {
  const verified = { email: 'owner8101@example.test', emailVerifiedAt: clock.now() }
  await db.kysely.updateTable('staff').set(verified).where('id', '=', owner.staffId).execute()
  const other = { email: 'other8101@example.test', emailVerifiedAt: clock.now() }
  await db.kysely.updateTable('staff').set(other).where('id', '=', outsider.staffId).execute()
  for (const by of [owner, outsider]) await by.call(summary.set, { hour: 21, byMail: true, byChat: false })
  clock.shift(5 * 24 * 3_600_000)
  goToHour(21)
  const day = dayOf(clock.now(), config.businessTz)
  const suspend = (suspendedAt: Date | null) =>
    db.kysely.updateTable('resellers').set({ suspendedAt }).where('id', '=', resellerId).execute()
  await suspend(clock.now())
  await tell()
  expect(await mailsOf(verified.email)).toEqual([])
  await suspend(null)
  await tell()
  expect((await mailsOf(verified.email)).map(({ params }) => params)).toMatchObject([{ day }])
  expect(await mailsOf(other.email)).toEqual([])
})

test('both sides of the hours', async () => {
  const set = async (hour: number) => (await owner.call(summary.set, { hour, byMail: false, byChat: true })).status
  expect([await set(11), await set(12), await set(23), await set(24)]).toEqual([400, 200, 200, 400])
})
