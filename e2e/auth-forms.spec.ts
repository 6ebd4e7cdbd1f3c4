import type { Page } from '@playwright/test'
import { randomBytes } from 'node:crypto'

import { limits } from '../contract/limits.ts'
import { DEMO, expect, test, untilAlive } from './fixtures.ts'

const PASSWORD = 'quiet harbour 77'
const newName = () => `angler${randomBytes(4).toString('hex')}`
const password = (page: Page) => page.getByRole('textbox', { name: '密码', exact: true })
const submit = (page: Page) => page.locator('button[type="submit"]')

async function fillRegistration(page: Page, name: string): Promise<void> {
  await page.getByLabel('账号').fill(name)
  await password(page).fill(PASSWORD)
  await page.getByRole('checkbox', { name: '同意' }).check()
}

test('registering shows every refusal beside its field and keeps what was typed', async ({ page }) => {
  const name = newName()
  await page.goto('/reg?app_key=yx_0&invite=NOSUCHCODE')
  await submit(page).click()
  await expect(page.getByText('请输入账号')).toBeVisible()
  await expect(page.getByText('请先阅读并同意')).toBeVisible()
  await fillRegistration(page, name)
  await password(page).fill('12345678')
  await submit(page).click()
  await expect(page.getByText('这个密码太常见')).toBeVisible()
  await password(page).fill(PASSWORD)
  await submit(page).click()
  await expect(page.getByText('邀请码不存在')).toBeVisible()
  await page.getByLabel('邀请码').fill('')
  await submit(page).click()
  await page.waitForURL('**/user/tcBuy')

  await page.evaluate(() => localStorage.clear())
  await page.goto('/reg?app_key=yx_0')
  await fillRegistration(page, name.toUpperCase())
  await submit(page).click()
  await expect(page.getByText('该账号已被注册')).toBeVisible()
  await expect(page.getByLabel('账号')).toBeFocused()
})

test('an e-mail address as user name leads to its verification, which may wait; the text states the rule for names', async ({
  page,
}) => {
  await page.goto('/reg?app_key=yx_0')
  await fillRegistration(page, '张三的账号')
  await submit(page).click()
  await expect(page.getByText('账号须为 4–40 位字母、数字或 _ . @ -')).toBeVisible()
  const address = `${newName()}@mail.example`
  await page.getByLabel('账号').fill(address)
  await submit(page).click()
  await page.waitForURL('**/user/emailBind')
  await expect(page.getByLabel('邮箱地址')).toHaveValue(address)
  expect(await page.evaluate(() => localStorage.getItem('password'))).toMatch(/^dc1\./)
  await page.getByRole('link', { name: '以后再说' }).click()
  await page.waitForURL('**/user/tcBuy')
  await page.goto('/user')
  await page.getByRole('button', { name: '我的' }).click()
  await expect(page.getByRole('dialog', { name: '我的' }).getByText('未绑定')).toBeVisible()
})

/** Keeps the page as bare HTML until `release`. */
async function stallScript(page: Page): Promise<{ release: () => void }> {
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/static/js/main-*.js', async (route) => {
    await held
    await route.continue()
  })
  return { release }
}

test('loses nothing typed while registering before the script has arrived', async ({ page }) => {
  const { release } = await stallScript(page)
  await page.goto('/reg?app_key=yx_0&invite=ABCD2345', { waitUntil: 'commit' })
  await fillRegistration(page, newName())
  await expect(page.getByLabel('邀请码')).toBeVisible()
  release()
  await expect(page.getByLabel('邀请码')).toHaveValue('ABCD2345')
  await expect(page.locator('[data-strength]')).toHaveAttribute('data-strength', 'strong')
  await page.getByLabel('邀请码').fill('')
  await submit(page).click()
  await page.waitForURL('**/user/tcBuy')
})

test('loses nothing typed while unlocking or in the monitor before the script has arrived', async ({ page }) => {
  const unlock = await stallScript(page)
  await page.goto('/find_pass?app_key=yx_0&unlock=1', { waitUntil: 'commit' })
  await page.getByLabel('账号').fill('angler-early')
  unlock.release()
  await expect(page.getByRole('heading', { name: '解锁账号' })).toBeVisible()
  const code = page.waitForRequest('**/api/user/emailCode')
  await submit(page).click()
  expect((await code).postDataJSON()).toMatchObject({ purpose: 'unlock', userName: 'angler-early' })

  const monitor = await stallScript(page)
  await page.goto('/loginMonitor', { waitUntil: 'commit' })
  await page.getByLabel('账号').fill('oncall-early')
  await password(page).fill(PASSWORD)
  monitor.release()
  await untilAlive(page)
  const login = page.waitForRequest('**/api/monitor/login')
  await submit(page).click()
  expect((await login).postDataJSON()).toMatchObject({ userName: 'oncall-early', passWord: PASSWORD })
})

test('shows a picture to a browser that cannot hash; a wrong answer brings another', async ({ page }) => {
  await page.addInitScript(() => Object.defineProperty(Crypto.prototype, 'subtle', { get: () => undefined }))
  await page.goto('/reg?app_key=yx_0')
  await fillRegistration(page, newName())
  await submit(page).click()
  const picture = page.getByRole('img', { name: '图片验证码' })
  const first = await picture.getAttribute('src')
  await page.getByLabel('图片验证码').fill('?????')
  await submit(page).click()
  await expect(page.getByText('验证未通过')).toBeVisible()
  await expect(picture).not.toHaveAttribute('src', first!)
  await expect(page.getByLabel('图片验证码')).toBeFocused()
  await expect(page.getByLabel('图片验证码')).toHaveValue('')
})

test('asks for a picture after too many wrong passwords, but not on a known device', async ({ page }) => {
  const name = newName()
  await page.goto('/reg?app_key=yx_65')
  await fillRegistration(page, name)
  await submit(page).click()
  await page.waitForURL('**/user/tcBuy')
  await page.evaluate(() => localStorage.clear())
  await page.goto('/login?app_key=yx_65')
  await page.getByLabel('账号').fill(name)
  await password(page).fill(PASSWORD)
  await submit(page).click()
  await page.waitForURL('**/user')
  const device = await page.evaluate(() => localStorage.getItem('password'))
  await page.evaluate(() => localStorage.clear())
  await page.goto('/login?app_key=yx_65')
  await page.getByLabel('账号').fill(name)
  await password(page).fill('not this one')
  for (let tries = 0; tries < limits.loginFailures; tries++) {
    const judged = page.waitForResponse('**/api/user/login')
    await submit(page).click()
    await judged
    await expect(submit(page)).toHaveText('登录')
  }
  await password(page).fill(PASSWORD)
  await submit(page).click()
  const code = page.getByLabel('图片验证码')
  await expect(code).toBeFocused()
  await expect(page.getByRole('img', { name: '图片验证码' })).toBeVisible()
  await code.fill('?????')
  await submit(page).click()
  await expect(page.getByText('验证未通过')).toBeVisible()

  await page.evaluate((stored) => Object.assign(localStorage, stored), { username: name, password: device })
  await page.goto('/login?app_key=yx_65')
  await page.getByLabel('账号').fill(name)
  await password(page).fill(PASSWORD)
  await submit(page).click()
  await page.waitForURL('**/user')
})

test('counts a short wait down, then sends the form by itself with its current content', async ({ page }) => {
  // The wait is longer than a busy machine needs to look and type; the test advances the page's clock instead.
  const waitS = limits.loginDelayMaxMs / 1000
  await page.clock.install()
  let refusals = 0
  await page.route('**/api/user/login', async (route) => {
    if (refusals++ > 0) return route.continue()
    const json = { success: false, code: 'request.too_many', message: '操作太频繁，请稍后再试' }
    return route.fulfill({ status: 429, headers: { 'retry-after': String(waitS) }, json })
  })
  await page.goto('/login?app_key=yx_0')
  await page.getByLabel('账号').fill(DEMO.userName)
  await password(page).fill('a slip of the finger')
  await submit(page).click()
  await expect(submit(page)).toHaveText(/秒后自动重试/)
  await password(page).fill(DEMO.password)
  await page.clock.fastForward(waitS * 1000)
  await page.waitForURL('**/user')
})

test('gives support a report without a secret', async ({ page }) => {
  const secrets = { username: 'keep-me-out', password: 'dc1.keep-me-out', monitorToken: 'Bearer keep-me-out' }
  await page.addInitScript((values) => Object.assign(localStorage, values), secrets)
  await page.route('**/notCheck/whitelist', (route) => route.abort())
  await page.goto('/inner?app_key=yx_7_ios&pc=1')
  const report = page.getByRole('main')
  await expect(report).toContainText(/接口响应\d+ ms/)
  await expect(report).toContainText('yx_7_ios')
  await expect(report).toContainText('否（没有读到名单，用的是备用）')
  await page.evaluate(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }))
  const copy = page.getByRole('button', { name: '复制报告' })
  await copy.click()
  await expect(page.getByText('已复制')).toBeVisible()
  await page.evaluate('document.execCommand = () => false')
  await copy.click()
  const text = await page.getByLabel('报告全文').inputValue()
  expect(text).toContain('代理编号: 7')
  expect(text).not.toContain('keep-me-out')
})
