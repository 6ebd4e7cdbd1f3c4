import type { Browser, Page } from '@playwright/test'
import { randomBytes } from 'node:crypto'

import type { Permission } from '../contract/permissions.ts'
import { readConfig } from '../server/config.ts'
import type { Db } from '../server/platform/db/db.ts'
import { fundReseller } from '../server/test/build/money-factories.ts'
import { telegramDesk } from '../server/test/build/telegram-desk.ts'
import { startBotApi, type BotApi } from '../server/test/outside/bot-api.ts'
import { patient } from '../test/patience.ts'
import { expectBooks } from './books.ts'
import { makeMember, signIn } from './console/staff.ts'
import { test as base } from './console/trip.ts'
import { expect } from './fixtures.ts'
import { signInDemo, type Stage } from './stage.ts'
import { takePhotos } from './ticket-photos.ts'

const ASKED = '昨晚起 <b>东京</b> 节点很慢'
const DECIDED = '平台已经 <i>修好</i> 了，请再试试'
const USER_MAIL = 'asks260@example.com'
const [SUPPORT_CHAT, USER_CHAT] = [901, 902]
const SECRET_KEY = randomBytes(32).toString('hex')
/** A message leaves within a second, and the machine may be busy. */
const TOLD = { timeout: patient(120_000) }

const test = base.extend<{ bots: BotApi }>({
  // eslint-disable-next-line no-empty-pattern -- the runner reads the parameter's shape
  bots: async ({}, use) => {
    const bots = await startBotApi()
    await use(bots)
    bots.close()
  },
  serverEnv: async ({ serverEnv, bots }, use) => use({ ...serverEnv, SECRET_KEY, TELEGRAM_API_URL: bots.url }),
})

/** The user has a plan, an address and a chat; support may answer and give, and may not see money. */
async function buildShop({ db, databaseUrl }: Stage, bots: BotApi): Promise<void> {
  const config = readConfig({ SECRET_KEY, DATABASE_URL: databaseUrl, TELEGRAM_API_URL: bots.url })
  const { bot } = await telegramDesk({ db, config }, bots).setTeamBot(260)
  const staffId = await makeGiver(db)
  const { rows } = await db.pool.query<{ id: number }>(
    `update accounts set email = $1, email_verified_at = now() where reseller_id = 260 and user_name = 'demo' returning id`,
    [USER_MAIL],
  )
  const accountId = rows[0]!.id
  await db.pool.query(
    `insert into subscriptions (reseller_id, account_id, package_id, period, expires_at, used_bytes, total_bytes)
      select 260, $1, min(id), 'month', now() + interval '30 days', 0, 1000000 from packages where kind = 'plan'`,
    [accountId],
  )
  await fundReseller(db, 260, 10_000)
  for (const [chatId, whose] of [
    [SUPPORT_CHAT, { staffId }],
    [USER_CHAT, { accountId }],
  ] as const) {
    const row = { id: crypto.randomUUID(), botId: bot.id, resellerId: 260, chatId, chatName: '小明' }
    await db.kysely
      .insertInto('telegramBindings')
      .values({ ...row, ...whose, createdAt: new Date() })
      .execute()
  }
}

async function makeGiver(db: Db): Promise<number> {
  const permissions: Permission[] = ['overview.read', 'users.read', 'users.help', 'users.give', 'tickets.answer']
  const role = { resellerId: 260, name: '客服', permissions, createdAt: new Date() }
  const { id: roleId } = await db.kysely.insertInto('staffRoles').values(role).returning('id').executeTakeFirstOrThrow()
  const { id } = await makeMember(db, 'help260', 260, 'support')
  await db.kysely.updateTable('staff').set({ role: null, roleId }).where('id', '=', id).execute()
  return id
}

/** A member's browser of the same size as the user's. */
async function openOffice(browser: Browser, url: string, name: string, at: string): Promise<Page> {
  const { viewport, isMobile, hasTouch } = test.info().project.use
  const context = await browser.newContext({
    viewport: viewport!,
    isMobile: isMobile ?? false,
    hasTouch: hasTouch ?? false,
  })
  const page = await context.newPage()
  await signIn(page, url, name, at)
  return page
}

test('a user writes with a picture; support answers, gives a day and hands over; the operator answers', async ({
  page,
  stage,
  browser,
  bots,
}) => {
  const { portal, db, mailbox } = stage
  await buildShop(stage, bots)
  const saidTo = (chatId: number, words: string) =>
    bots.said.filter((said) => said.chatId === chatId && said.text.includes(words))
  const mailed = (words: string) =>
    mailbox.received.filter(({ to, text }) => to === USER_MAIL && text.includes(words)).length
  // On a desk it stands beside the list, which is always there.
  const isDesk = page.viewportSize()!.width >= 1100
  const sheet = isDesk ? page.locator('main section[aria-label]') : page.getByRole('dialog')

  await test.step('the user writes', async () => {
    await signInDemo(page, portal, 'yx_260')
    await page.goto(`${portal.url}/user/customer_service`)
    await page.getByRole('button', { name: '写工单' }).click()
    await sheet.getByText('速度慢', { exact: true }).click()
    await sheet.getByRole('textbox', { name: '说说情况' }).fill(ASKED)
    await sheet.locator('input[type=file]').setInputFiles([(await takePhotos()).small])
    await sheet.getByRole('button', { name: '发送' }).click()
    await expect(sheet.getByText('等客服回复')).toBeVisible()
    await expect.poll(() => saidTo(SUPPORT_CHAT, '新工单').length, TOLD).toBe(1)
    expect(saidTo(SUPPORT_CHAT, ASKED)).toHaveLength(1)
  })
  const { rows } = await db.pool.query<{ id: number }>('select id from tickets where reseller_id = 260')
  const ticketId = rows[0]!.id
  const endsAt = async () =>
    (await db.pool.query<{ at: Date }>('select expires_at as at from subscriptions where reseller_id = 260')).rows[0]!
      .at

  await test.step('the platform is not told that nobody waits: it sees only what is handed over', async () => {
    await makeMember(db, 'platform1', null, 'support')
    const guest = await openOffice(browser, portal.url, 'platform1', '/tickets')
    await guest.goto(`${portal.url}/console/r/260/tickets`)
    await expect(guest.getByText('这里没有转交给平台的工单')).toBeVisible()
    await expect(guest.getByText('没有工单在等你')).toHaveCount(0)
    await guest.context().close()
  })

  await test.step('support answers from a template, gives a day beside it and hands over', async () => {
    const desk = await openOffice(browser, portal.url, 'help260', '/tickets')
    await desk.getByRole('link', { name: ASKED }).click()
    const thread = desk.getByRole('main')
    await expect(thread.getByRole('button', { name: '图片 1', exact: true }).locator('img')).toHaveJSProperty(
      'naturalWidth',
      400,
    )
    await expect(thread.getByText(ASKED).locator('b')).toHaveCount(0)
    await expect(thread).not.toContainText('¥')
    await desk.getByRole('group', { name: '回复模板' }).getByRole('button', { name: '连不上：先试这几步' }).click()
    const box = desk.getByRole('textbox', { name: '回复' })
    await expect(box).toHaveValue(/^demo，你好/)
    const before = await endsAt()
    await desk.getByRole('button', { name: '帮用户处理' }).click()
    await desk.getByRole('dialog').getByRole('button', { name: '赠送', exact: true }).click()
    const sheet = desk.getByRole('dialog', { name: '送给 demo' })
    await sheet.getByLabel('送几天').fill('1')
    await sheet.getByRole('button', { name: /^送出，付/ }).click()
    await expect(desk.getByText('已送出')).toBeVisible()
    expect((await endsAt()).getTime() - before.getTime()).toBe(86_400_000)
    await expect(box).toHaveValue(/^demo，你好/)
    await desk.getByRole('button', { name: '发送回复' }).click()
    await expect(desk.getByText('等用户回复')).toBeVisible()
    await desk.getByRole('button', { name: '转交平台' }).click()
    await expect(desk.getByRole('button', { name: '退回代理' })).toBeVisible()
    await desk.context().close()
  })

  await test.step('another reseller sees nothing, and the operator answers', async () => {
    await makeMember(db, 'boss228', 228)
    const other = await openOffice(browser, portal.url, 'boss228', '/tickets')
    await expect(other.getByText('没有工单在等你')).toBeVisible()
    await other.goto(`${portal.url}/console/tickets/${ticketId}`)
    await expect(other.getByText('工单没加载出来')).toBeVisible()
    await other.context().close()
    const office = await openOffice(browser, portal.url, 'platform1', '/tickets')
    await office.getByRole('link', { name: '打开' }).click()
    await office.getByRole('textbox', { name: '回复' }).fill(DECIDED)
    await office.getByRole('button', { name: '发送回复' }).click()
    await expect(office.getByText('等用户回复')).toBeVisible()
    await office.context().close()
  })

  await test.step('bell, mail and Telegram tell each answer once, and the frame has the thread', async () => {
    for (const words of ['请按顺序试一下', DECIDED]) {
      await expect.poll(() => mailed(words), TOLD).toBe(1)
      await expect.poll(() => saidTo(USER_CHAT, words).length, TOLD).toBe(1)
    }
    expect(saidTo(SUPPORT_CHAT, '新工单')).toHaveLength(1)
    await page.goto(`${portal.url}/user`)
    await page.getByRole('button', { name: /^消息/ }).click()
    const news = page.getByRole('dialog').getByRole('button', { name: `工单 #${ticketId} 有新回复` })
    await expect(news).toHaveCount(2)
    await page.goto(`${portal.url}/user/customer_service`)
    if (!isDesk) await page.getByRole('button', { name: /^我的工单/ }).click()
    await page
      .getByRole('button', { name: new RegExp(`#${ticketId}`) })
      .filter({ visible: true })
      .click()
    for (const words of [ASKED, '请按顺序试一下', DECIDED]) await expect(sheet.getByText(words)).toBeVisible()
    await expect(sheet.locator('li b, li i')).toHaveCount(0)
    await expectBooks(stage)
  })
})
