import type { Page } from '@playwright/test'
import { randomBytes, randomUUID } from 'node:crypto'

import { countTraffic } from '../server/domains/traffic/count-traffic.ts'
import { clock } from '../server/platform/clock.ts'
import { createLog } from '../server/platform/log.ts'
import { buildLine } from '../server/test/build/line-desk.ts'
import { isShort } from '../test/grid.ts'
import { expect } from './fixtures.ts'
import { test } from './own-user.ts'
import type { ScreenStage } from './screen-stage.ts'
import { findNodes, subscribe } from './screen-user.ts'
import { takeLooks } from './take-looks.ts'
import { COUNT_SHIFTS, filledInSight } from './visible.ts'

const PHONE =
  'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Mobile Safari/537.36'
const CLIENT = 'ClashMetaForAndroid/2.11.14.Meta'
const MOST_TAPS = 6

const words = {
  'zh-CN': {
    name: '账号',
    password: '密码',
    register: '注册',
    agree: '同意并注册',
    plan: '选择',
    pay: /^支付 ¥/,
    paid: '付好了，还差一步',
    add: '导入到 Clash Meta',
    added: '已导入 Clash Meta',
    switched: '我打开了',
    on: /已连上，用时 \d+ 秒$/,
    done: '完成',
  },
  en: {
    name: 'User name',
    password: 'Password',
    register: 'Sign up',
    agree: 'Agree and sign up',
    plan: 'Choose',
    pay: /^Pay ¥/,
    paid: 'Paid. One step left',
    add: 'Add to Clash Meta',
    added: 'Added to Clash Meta',
    switched: 'I switched it on',
    on: /connected after \d+ s$/,
    done: 'Done',
  },
} as const

const whole = [
  { width: 360, height: 780, language: 'zh-CN' },
  { width: 390, height: 844, language: 'en' },
  { width: 390, height: 844, language: 'zh-CN' },
  { width: 360, height: 780, language: 'en' },
] as const

for (const { width, height, language } of isShort ? whole.slice(0, 2) : whole) {
  test.describe(`${width} px, ${language}`, () => {
    const storageState = { cookies: [], origins: [] }
    test.use({
      viewport: { width, height },
      locale: language,
      userAgent: PHONE,
      isMobile: true,
      hasTouch: true,
      storageState,
    })

    test('from registration to the first byte in six taps: at each step one filled button and what just happened are in sight', async ({
      page,
      screens,
    }) => {
      const say = words[language]
      const userName = `first${randomBytes(4).toString('hex')}`
      let taps = 0
      /** Presses the only filled button in sight. */
      const tap = async (name: string | RegExp) => {
        await expect.poll(() => filledInSight(page)).toEqual([expect.stringMatching(name)])
        taps += 1
        await page
          .getByRole('button', { name })
          .or(page.getByRole('link', { name }))
          .filter({ visible: true })
          .last()
          .tap()
      }

      await page.goto('/reg?app_key=yx_0')
      await page.getByLabel(say.name).fill(userName)
      await page.getByRole('textbox', { name: say.password, exact: true }).fill('paper lantern 52')
      await tap(say.register)
      await tap(say.agree)
      await page.waitForURL('**/user/tcBuy')
      await tap(say.plan)
      await tap(say.pay)
      await page.waitForURL('**/cashier/**')
      taps += 1
      await page.getByRole('button', { name: '确认付款' }).tap()
      await page.waitForURL('**/user/tcBuy')

      const card = page.getByRole('dialog').locator('[data-stage]')
      await expect(page.getByText(say.paid)).toBeInViewport({ ratio: 1 })
      await expect(card).toHaveAttribute('data-stage', 'import')
      await expect(card).toBeInViewport({ ratio: 1 })
      await takeLooks(page, `card-import-${language}`)
      await tap(say.add)
      expect(taps).toBe(MOST_TAPS)

      await fetchFeed(page)
      await expect(card.getByText(say.added)).toBeInViewport({ ratio: 1 })
      await expect.poll(() => filledInSight(page)).toEqual([say.switched])
      await takeLooks(page, `card-switch-${language}`)

      await sendBytes(screens, userName)
      await expect(card.getByText(say.on)).toBeInViewport({ ratio: 1 })
      await expect.poll(() => filledInSight(page)).toEqual([say.done])
      await takeLooks(page, `card-on-${language}`)
      await tap(say.done)
      await expect(page.getByRole('dialog')).toHaveCount(0)
    })
  })
}

test.describe('who has a plan and never connected', () => {
  test.use({ viewport: { width: 360, height: 780 }, userAgent: PHONE, isMobile: true, hasTouch: true })

  test('meets the same card on home and on the lines: it stands in sight, moves by itself, and shifts nothing', async ({
    page,
    screens,
    user,
  }) => {
    await page.addInitScript({ content: COUNT_SHIFTS })
    await subscribe(screens.db, user, 0)
    const [nodeId] = await findNodes(screens.db)
    await buildLine(screens, user, nodeId!)
    await page.goto('/user')
    const card = page.getByRole('main').locator('[data-stage]')
    await expect(card).toHaveAttribute('data-stage', 'import')
    await expect(card).toBeInViewport({ ratio: 1 })
    await expect.poll(() => filledInSight(page)).toEqual(['导入到 Clash Meta'])
    await expect(page.getByText('最新消息')).toBeVisible()
    expect(await page.evaluate<number>('shifts')).toBeLessThan(0.01)
    await takeLooks(page, 'home-to-connect')

    await page.goto('/user/line_list')
    await expect(card).toHaveAttribute('data-stage', 'import')
    await expect.poll(() => filledInSight(page)).toEqual(['导入到 Clash Meta'])
    await takeLooks(page, 'lines-to-connect')
    await card.getByRole('button', { name: '没装，先下载' }).tap()
    // From this server, with what a careful reader compares it with.
    const link = card.getByRole('link', { name: '下载 Clash Meta' })
    expect(await link.getAttribute('href')).toMatch(/\/files\/[0-9a-f]{64}\/stand-in\.txt/)
    await expect(card).toContainText('SHA-256')
    await takeLooks(page, 'lines-get')
    await card.getByRole('button', { name: '装好了，去导入' }).tap()
    await card.getByRole('link', { name: '导入到 Clash Meta' }).tap()
    await fetchFeed(page)
    await expect(card).toHaveAttribute('data-stage', 'switch')
    await expect(card).toBeInViewport({ ratio: 1 })

    await page.goto('/user')
    await expect(card.getByText('已导入 Clash Meta')).toBeInViewport({ ratio: 1 })
    await sendBytes(screens, user.userName)
    await expect(card.getByText(/已连上/)).toBeInViewport({ ratio: 1 })
    await expect.poll(() => filledInSight(page)).toEqual(['完成'])
    await card.getByRole('button', { name: '完成' }).tap()
    await expect(card).toHaveCount(0)
    await page.goto('/user/line_list')
    await expect(page.getByText(/^已在 Clash Meta 里 · .*连过$/)).toBeVisible()
    await expect(page.getByRole('button', { name: '换设备' })).toBeVisible()
    await takeLooks(page, 'lines-connected')
  })
})

/** As the client does that the link opened. Public addresses name the port of production. */
async function fetchFeed(page: Page): Promise<void> {
  const [link] = await page.evaluate<string[]>('openedApps')
  const { pathname, search } = new URL(new URL(link!).searchParams.get('url')!)
  const answer = await fetch(new URL(pathname + search, page.url()), { headers: { 'user-agent': CLIENT } })
  expect(answer.status).toBe(200)
}

/** One count of the node on which the user's first line is. */
async function sendBytes({ db, config }: ScreenStage, userName: string): Promise<void> {
  const line = await db.kysely
    .selectFrom('lines')
    .innerJoin('accounts', 'accounts.id', 'lines.accountId')
    .select(['lines.number', 'lines.nodeId'])
    .where('accounts.userName', '=', userName)
    .orderBy('lines.number')
    .executeTakeFirstOrThrow()
  const batch = { nodeId: line.nodeId!, batchId: randomUUID(), boot: 'b', seq: 1, seconds: 5, repeatSeconds: null }
  const ctx = { db, config, log: createLog('silent'), now: clock.now() }
  await countTraffic(ctx, { ...batch, items: [{ number: line.number, up: 1000, down: 1000 }] })
}
