import type { Page } from '@playwright/test'

import { expect, test, untilAlive } from './fixtures.ts'

const brands: [appKey: string, title: string, icon: RegExp][] = [
  ['yx_0', '鱼线用户中心', /fish\.svg$/],
  ['yx_260', '海豚加速用户中心', /^data:image\/svg\+xml/],
  ['yx_7', '用户中心', /neutral\.svg$/],
  ['yx_260_n', '海豚加速用户中心', /^data:image\/svg\+xml/],
  ['yx_abc', '鱼线用户中心', /fish\.svg$/],
  ['yx_', '鱼线用户中心', /fish\.svg$/],
  ['', '鱼线用户中心', /fish\.svg$/],
]

for (const [appKey, title, icon] of brands) {
  test(`brand of app key "${appKey}" before and after the script`, async ({ page, request }) => {
    const address = appKey === '' ? '/login' : `/login?app_key=${appKey}`
    const html = await (await request.get(address)).text()
    expect(html).toContain(`<title>${title}</title>`)
    await page.goto(address)
    await untilAlive(page)
    await expect(page).toHaveTitle(title)
    await expect(page.locator('link[rel="icon"]')).toHaveAttribute('href', icon)
    await expect(page.getByText(title).first()).toBeVisible()
  })
}

/** Waits until the key is in the storage and in the cookie that the server reads. */
async function untilKept(page: Page, appKey: string): Promise<void> {
  await expect.poll(() => page.evaluate(() => localStorage.getItem('app_key'))).toBe(appKey)
  const inCookie = async () => (await page.context().cookies()).find(({ name }) => name === 'app_key')?.value
  await expect.poll(inCookie).toBe(appKey)
}

test('a stored key already brands the HTML of the next visit', async ({ page }) => {
  await page.goto('/login?app_key=yx_260_n')
  await untilKept(page, 'yx_260_n')
  const [response] = await Promise.all([
    page.waitForResponse((answer) => new URL(answer.url()).pathname === '/login'),
    page.goto('/login'),
  ])
  expect(await response.text()).toContain('<title>海豚加速用户中心</title>')
  expect(await page.evaluate(() => localStorage.getItem('app_key'))).toBe('yx_260_n')
})

test('a redirect carries two segments and keeps the stored third one', async ({ page }) => {
  await page.goto('/login?app_key=yx_260_n')
  await untilKept(page, 'yx_260_n')
  await page.goto('/user/balance', { waitUntil: 'commit' })
  await page.waitForURL('**/login?**', { waitUntil: 'commit' })
  const query = new URL(page.url()).searchParams
  expect([query.get('message'), query.get('app_key')]).toEqual(['未登录，请先登录', 'yx_260'])
  await expect(page.getByText('未登录，请先登录')).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('app_key'))).toBe('yx_260_n')
})

test('without scripts the branded form is there, and sending it puts nothing into the address', async ({
  browser,
  server,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: server.url })
  const page = await context.newPage()
  await page.goto('/login?app_key=yx_260')
  await expect(page.getByText('海豚加速用户中心').first()).toBeVisible()
  await page.fill('input[name="userName"]', 'demo')
  await page.fill('input[name="passWord"]', 'typed-too-early')
  await page.click('button[type="submit"]')
  await page.waitForLoadState()
  expect(page.url()).not.toContain('typed-too-early')
  await expect.poll(() => server.output()).toContain('"method":"POST","url":"/login')
  expect(server.output()).not.toContain('typed-too-early')
  await expect(page.locator('input[name="userName"]')).toBeVisible()
  await context.close()
})

test('a link of another panel opens our page for the same thing, with brand and invite code', async ({ page }) => {
  await page.goto('/?app_key=yx_260#/register?code=aB3dE9xZ')
  await expect(page).toHaveURL(/\/reg\?(.*&)?invite=aB3dE9xZ$/)
  await expect(page).toHaveTitle('海豚加速用户中心')
  await expect(page.locator('input[name="inviteCode"]')).toHaveValue('aB3dE9xZ')
  await page.goto('/login?app_key=yx_260#/register?code=aB3dE9xY')
  await expect(page).toHaveURL(/\/reg\?(.*&)?invite=aB3dE9xY$/)
  await expect(page.locator('input[name="inviteCode"]')).toHaveValue('aB3dE9xY')
  // Nobody is signed in.
  await page.goto('/?app_key=yx_260#/dashboard')
  await expect(page).toHaveURL(/\/login\b[^#]*$/)
  await expect(page).toHaveTitle('海豚加速用户中心')
})

test('replaces a forged message by a neutral sentence', async ({ page }) => {
  await page.goto('/login?app_key=yx_0&message=请加微信+evil888+退款')
  await untilAlive(page)
  await expect(page.locator('body')).not.toContainText('evil888')
})
