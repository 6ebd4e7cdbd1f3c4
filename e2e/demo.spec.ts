import type { Page } from '@playwright/test'

import { DEMO, expect, test } from './fixtures.ts'

/** Records every requested address, so that a test can check which were not. */
function watchCalls(page: Page): string[] {
  const calls: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith('/api/')) calls.push(pathname)
  })
  return calls
}

const isPhone = (page: Page) => (page.viewportSize()?.width ?? 0) < 640

/** Uses the menus like a visitor: there is no address to type. */
async function open(page: Page, name: string): Promise<void> {
  if (name === '消息') {
    await page.getByRole('button', { name: /^消息/ }).click()
    await page.getByRole('dialog').getByRole('link', { name: '打开消息页' }).click()
  } else {
    await page.getByRole('button', { name: isPhone(page) ? '我的' : '更多', exact: true }).click()
    // A row may show its value after its name, and a shorter name beside it.
    const row = new RegExp(`^${name.replace('绑定', '')}`)
    await page.getByRole('dialog').getByRole('link', { name: row }).first().click()
  }
  await expect(page.getByRole('dialog')).toHaveCount(0)
}

const accent = (page: Page) =>
  page.evaluate<string>("getComputedStyle(document.documentElement).getPropertyValue('--brand-fill').trim()")

test('opens the whole portal on samples, without an account, a call or stored data', async ({ page }) => {
  const calls = watchCalls(page)
  await page.goto('/demo')
  await expect(page.getByText('演示 · 数据均为示例')).toBeVisible()
  await expect(page.getByText('标准版').filter({ visible: true }).first()).toBeVisible()

  const screens: [name: string, shows: string][] = [
    ['安装线路', '首尔'],
    ['加速模式', '游戏'],
    ['充值', '支付宝'],
    ['鱼币明细', '流量包'],
    ['付款记录', '¥50.00'],
    ['卡密', '8F3K'],
    ['流量排行', 'de***o'],
    ['邀请', 'DEMO2026'],
    ['开通代理', '1,000.00 鱼币'],
    ['绑定邮箱', 'example.com'],
    ['安全设置', '密码'],
    ['暂停与锁定', '暂停'],
  ]
  for (const [name, shows] of screens) {
    await open(page, name)
    const main = page.getByRole('main')
    await expect(main.getByText(shows).filter({ visible: true }).first(), name).toBeVisible()
    await expect(main.getByRole('button', { name: '重试' }), name).toHaveCount(0)
    const wide = await page.evaluate('document.documentElement.scrollWidth - innerWidth')
    expect([name, wide]).toEqual([name, 0])
  }

  const frames: [name: string, heading: string][] = [
    ['使用记录', '使用记录'],
    ['消息', '消息'],
    ['联系客服', '帮助与客服'],
    ['使用教程', '使用教程'],
    ['用户协议', '用户协议与隐私说明'],
  ]
  for (const [name, heading] of frames) {
    await open(page, name)
    await expect(page.locator('main iframe[data-shown="true"]'), name).toBeVisible()
    const inside = page.frameLocator('main iframe')
    await expect(inside.getByRole('heading', { level: 1 }), name).toHaveText(heading)
    if (name === '消息')
      await expect(inside.getByRole('heading', { level: 2 })).toHaveText([/首尔/, /香港 02/, /邀请朋友/])
    // A link could lead nowhere, because the demo is one page.
    if (name === '使用教程') await expect(inside.locator('a[target="_top"]')).toHaveCount(0)
    if (name === '使用记录') await expect(inside.getByText('以下是示例数据')).toBeVisible()
  }

  expect(new URL(page.url()).pathname).toBe('/demo')
  expect(calls).toEqual([])
  expect(await page.evaluate(() => ({ ...localStorage }))).toEqual({})
  expect((await page.context().cookies()).filter(({ name }) => name !== 'XSRF-TOKEN')).toEqual([])
})

test('the brand switch changes title, icon, accent and the name of the balance', async ({ page }) => {
  await page.goto('/demo')
  await expect(page.getByText('鱼币').filter({ visible: true }).first()).toBeVisible()
  const first = await accent(page)
  await expect(page).toHaveTitle('鱼线用户中心')
  await page.getByLabel('切换品牌').selectOption('260')
  await expect(page).toHaveTitle('海豚加速用户中心')
  await expect.poll(() => accent(page)).not.toBe(first)
  const second = await accent(page)
  await expect(page.getByText('余额').filter({ visible: true }).first()).toBeVisible()
  await expect(page.getByText('鱼币')).toHaveCount(0)
  await expect(page.locator('link[rel="icon"]')).toHaveAttribute('href', /^data:image/)
  await page.getByLabel('切换品牌').selectOption('other')
  await expect(page).toHaveTitle('用户中心')
  await expect.poll(() => accent(page)).not.toBe(second)
  await expect(page.getByRole('link', { name: '注册账号' })).toHaveAttribute('href', '/reg?app_key=yx_0')
})

test('a payment arrives by itself, and a line can be installed', async ({ page }) => {
  await page.goto('/demo')
  await open(page, '充值')
  await page
    .getByRole('main')
    .getByRole('button', { name: /^支付 ¥/ })
    .click()
  await expect(page.getByRole('dialog').getByText('付款成功')).toBeVisible()
  await page.reload()
  // A reload is a new visit: the samples are back to their start.
  await expect(page.getByText('90.60').filter({ visible: true }).first()).toBeVisible()
  await open(page, '安装线路')
  await page
    .getByRole('main')
    .getByRole('button', { name: /^在 .* 安装线路$/ })
    .first()
    .click()
  await expect(page.getByText(/已可使用$/).first()).toBeVisible()
})

test('the demo does not disturb a signed-in user in another tab', async ({ page, context }) => {
  await page.goto('/login?app_key=yx_260_n')
  await page.fill('input[name="userName"]', DEMO.userName)
  await page.fill('input[name="passWord"]', DEMO.password)
  await page.click('button[type="submit"]')
  await page.waitForURL('**/user')
  await expect(page.getByText('余额').filter({ visible: true }).first()).toBeVisible()
  const kept = await page.evaluate(() => ({ ...localStorage }))
  const cookies = await context.cookies()
  await page.evaluate('window.stays = true')

  const demo = await context.newPage()
  await demo.goto('/demo?app_key=yx_0')
  await expect(demo).toHaveTitle('鱼线用户中心')
  await expect(demo.getByText('鱼币').filter({ visible: true }).first()).toBeVisible()
  if (isPhone(demo)) await demo.getByRole('button', { name: '我的', exact: true }).click()
  await demo.getByRole('button', { name: '退出登录' }).filter({ visible: true }).first().click()
  await expect(demo.getByRole('heading', { name: '演示到这里' })).toBeVisible()
  await demo.getByRole('link', { name: '再看一遍' }).click()
  await expect(demo.getByText('标准版').filter({ visible: true }).first()).toBeVisible()

  expect(await page.evaluate(() => ({ ...localStorage }))).toEqual(kept)
  expect(await context.cookies()).toEqual(cookies)
  expect(await page.evaluate('window.stays === true')).toBe(true)
})

test('bell and notices agree, and distances to places are right', async ({ page }) => {
  await page.goto('/demo')
  await page.getByRole('button', { name: '消息，2 条未读' }).filter({ visible: true }).first().click()
  const sheet = page.getByRole('dialog')
  await expect(sheet.getByText('未读', { exact: true })).toHaveCount(2)
  await page.keyboard.press('Escape')
  await expect(sheet).toHaveCount(0)
  await open(page, '安装线路')
  const far = page.getByRole('main').getByRole('listitem').filter({ hasText: '洛杉矶' })
  await expect(far.getByRole('img', { name: /158/ })).toBeVisible()
})

/** The total layout shift since the page was opened, as browsers measure it. */
const SHIFTS = `
  window.shifts = 0
  new PerformanceObserver((list) => {
    for (const shift of list.getEntries()) if (!shift.hadRecentInput) window.shifts += shift.value
  }).observe({ type: 'layout-shift', buffered: true })`

test('nothing shifts while the page loads', async ({ page }) => {
  await page.addInitScript(SHIFTS)
  await page.goto('/demo')
  await expect(page.getByText('最新消息')).toBeVisible()
  await expect(page.locator('.mantine-Skeleton-root')).toHaveCount(0)
  await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))')
  expect(await page.evaluate<number>('window.shifts')).toBeLessThan(0.05)
})
