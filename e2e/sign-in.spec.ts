import type { Page } from '@playwright/test'

import { DEMO, expect, test, untilAlive } from './fixtures.ts'

async function signIn(page: Page, appKey = 'yx_0'): Promise<void> {
  await page.goto(`/login?app_key=${appKey}`)
  await page.fill('input[name="userName"]', DEMO.userName)
  await page.fill('input[name="passWord"]', DEMO.password)
  await page.click('button[type="submit"]')
  await page.waitForURL('**/user')
}

test('a visitor signs in, sees their name, and signs out', async ({ page, request }) => {
  await signIn(page)
  await expect(page.getByText('demo', { exact: true }).filter({ visible: true }).first()).toBeVisible()
  await expect(page.getByText('鱼币').filter({ visible: true }).first()).toBeVisible()
  await expect(page.getByText('余额')).toHaveCount(0)
  const token = await page.evaluate(() => localStorage.getItem('userToken'))
  expect(token).toMatch(/^Bearer [\w-]{43}$/)

  await page.goto('/login')
  const silent = page.waitForResponse('**/api/user/silentLogin')
  await page.getByRole('link', { name: '继续使用 demo' }).click()
  expect((await silent).status()).toBe(200)
  await page.waitForURL('**/user')
  const phone = (page.viewportSize()?.width ?? 0) < 640
  if (phone) await page.getByRole('button', { name: '我的' }).click()
  await page.getByRole('button', { name: '退出登录' }).first().click()
  await page.waitForURL('**/login**')
  const info = await request.post('/api/user/info', { data: { dailiKey: 0 }, headers: { authorization: token! } })
  expect(info.status()).toBe(401)
})

test('the name of the balance follows the brand', async ({ page }) => {
  await signIn(page, 'yx_260')
  await expect(page.getByText('余额').filter({ visible: true }).first()).toBeVisible()
  await expect(page.getByText('鱼币')).toHaveCount(0)
})

test('explains a wrong password and keeps the form', async ({ page }) => {
  await page.goto('/login?app_key=yx_0')
  await page.fill('input[name="userName"]', DEMO.userName)
  await page.fill('input[name="passWord"]', 'not-the-password')
  await page.click('button[type="submit"]')
  await expect(page.getByText('账号或密码不正确')).toBeVisible()
  await expect(page.locator('input[name="userName"]')).toHaveValue(DEMO.userName)
})

test('keeps and sends what was typed before the script arrived', async ({ page }) => {
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/static/js/main-*.js', async (route) => {
    await held
    await route.continue()
  })
  await page.goto('/login?app_key=yx_0', { waitUntil: 'commit' })
  await page.fill('input[name="userName"]', DEMO.userName)
  await page.fill('input[name="passWord"]', DEMO.password)
  release()
  await untilAlive(page)
  await expect(page.locator('input[name="userName"]')).toHaveValue(DEMO.userName)
  await page.click('button[type="submit"]')
  await page.waitForURL('**/user')
})

test('offers a saved credential only until the server refuses it, and keeps it stored', async ({ page }) => {
  await page.goto('/login?app_key=yx_0')
  const saved = { username: 'somebody', password: 'dc1.refused', userToken: 'Bearer ended' }
  await page.evaluate((values) => Object.assign(localStorage, values), saved)
  await page.reload()
  const offer = page.getByRole('link', { name: '继续使用 somebody' })
  await offer.click()
  await page.waitForURL('**/login?message=**', { waitUntil: 'commit' })
  await expect(page.getByText('登录已过期，请重新登录')).toBeVisible()
  await page.waitForLoadState('networkidle')
  await expect(offer).toHaveCount(0)
  await expect(page.locator('html')).not.toHaveAttribute('data-known')
  expect(await page.evaluate(() => ({ ...localStorage }))).toMatchObject(saved)
})

const places: [name: string, plant: string][] = [
  ['local storage', `localStorage.setItem('userToken', 'Bearer garbage')`],
  ['the last-resort value', `localStorage.setItem('token', 'garbage')`],
  ['the window variable', `window.userToken = 'Bearer garbage'`],
]
for (const [name, plant] of places) {
  test(`a garbage token in ${name} passes the guard, then the 401 redirects`, async ({ page }) => {
    await page.addInitScript(
      `if (!sessionStorage.getItem('planted')) { sessionStorage.setItem('planted', '1'); ${plant} }`,
    )
    const refused = page.waitForResponse((answer) => answer.url().endsWith('/api/user/info') && answer.status() === 401)
    await page.goto('/user?app_key=yx_0')
    await refused
    await page.waitForURL('**/login?**')
    expect(new URL(page.url()).searchParams.get('message')).toBe('登录已过期，请重新登录')
  })
}

test('handles unknown paths, the root and unknown user paths', async ({ page }) => {
  await page.goto('/')
  await page.waitForURL('**/login')
  await page.goto('/nowhere/at/all')
  await page.waitForURL('**/notFound')
  await page.goto('/s/nothing-of-ours')
  await page.waitForURL('**/notFound')
  await page.goto('/user/nowhere')
  await page.waitForURL('**/login?**')
  await page.goto('/user#h=no-ticket')
  await page.waitForURL('**/login?**')
  await signIn(page)
  await page.goto('/user/nowhere')
  await page.waitForURL('**/notFound')
  await page.goto('/monitor/nowhere')
  await page.waitForURL('**/loginMonitor?**')
  await expect(page.getByText('未登录，请先登录')).toBeVisible()
  await page.evaluate(() => localStorage.setItem('monitorToken', 'Bearer any'))
  await page.goto('/monitor/nowhere')
  await page.waitForURL('**/notFound')
})

test('recovery at brand 260 works with brand 0’s token stored, and offers nobody to continue', async ({ page }) => {
  await signIn(page)
  await page.goto('/login?app_key=yx_0')
  await expect(page.getByRole('link', { name: '继续使用 demo' })).toBeVisible()
  await page.goto('/login?app_key=yx_260')
  await untilAlive(page)
  await page.waitForLoadState('networkidle')
  await expect(page.getByRole('link', { name: /继续使用/ })).toHaveCount(0)
  await page.goto('/find_pass?app_key=yx_260')
  await untilAlive(page)
  await page.getByLabel('账号').fill('somebody')
  const sent = page.waitForResponse('**/api/user/emailCode')
  await page.getByRole('button', { name: '发送验证码' }).click()
  expect((await sent).status()).toBe(200)
  await expect(page.getByLabel('验证码')).toBeVisible()
  expect(new URL(page.url()).pathname).toBe('/find_pass')
  // None of this took anything from brand 0.
  await page.goto('/user?app_key=yx_0')
  await expect(page.getByText('鱼币').filter({ visible: true }).first()).toBeVisible()
})

test('uses the server’s whitelist, or the fallback keys when the call fails', async ({ page }) => {
  const report = page.getByRole('main')
  const open = async (key: number) => page.goto(`/inner?app_key=yx_${key}`)
  await open(228)
  await expect(report).toContainText('可在线付款是')
  await expect(report).not.toContainText('备用')
  await open(7)
  await expect(report).toContainText('可在线付款否')
  await page.route('**/api/daili/notCheck/whitelist', (route) => route.abort())
  for (const key of [0, 228, 260, 60, 65]) {
    await open(key)
    await expect(report).toContainText('可在线付款是（没有读到名单，用的是备用）')
  }
  await open(7)
  await expect(report).toContainText('可在线付款否（没有读到名单，用的是备用）')
})

test('the API document introduces itself, in a sandbox that cannot see the session', async ({ page, server }) => {
  await signIn(page)
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).origin))
  await page.goto('/api/docs')
  for (const name of ['Sign in', 'Errors', 'Pages', 'The same call twice']) {
    await expect(page.getByRole('heading', { name, exact: true })).toBeVisible()
  }
  await expect(page.getByText(/Ask AI|Open API Client|MCP|Powered by/).filter({ visible: true })).toHaveCount(0)
  await expect(page.locator('a[href^="http"]').filter({ visible: true })).toHaveCount(0)
  expect(
    await page.evaluate(() => ({
      origin: String(Reflect.get(globalThis, 'origin')),
      token: localStorage.getItem('userToken'),
    })),
  ).toEqual({ origin: 'null', token: null })
  expect(new Set(asked)).toEqual(new Set([new URL(server.url).origin]))
})

test('shows a toast when the reseller configuration fails, and empties it', async ({ page }) => {
  await page.route('**/api/daili/dailiConfig', (route) =>
    route.fulfill({ status: 500, json: { success: false, code: 'server.error', message: 'x' } }),
  )
  await page.goto('/login?app_key=yx_260', { waitUntil: 'commit' })
  await expect(page.getByText('获取代理配置失败')).toBeVisible()
  await expect(page).toHaveTitle('海豚加速用户中心')
})

test('shows a toast when the user information fails', async ({ page }) => {
  await signIn(page)
  await page.route('**/api/user/info', (route) =>
    route.fulfill({ status: 500, json: { success: false, code: 'server.error', message: 'x' } }),
  )
  await page.goto('/user', { waitUntil: 'commit' })
  await expect(page.getByText('获取用户信息失败').first()).toBeVisible()
})
