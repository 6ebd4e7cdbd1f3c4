import type { Page } from '@playwright/test'
import { readFile } from 'node:fs/promises'

import { isShort } from '../test/grid.ts'
import { patient } from '../test/patience.ts'
import { fillSignIn } from './console/staff.ts'
import { DEMO, expect, test } from './fixtures.ts'
import { payAtCashier } from './pay-at-cashier.ts'
import { SAMPLE_LINE } from './sample-line.ts'
import { takeLooks } from './take-looks.ts'

const PHONE_AGENT =
  'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Mobile Safari/537.36'
/** Only the seed's own names, and nothing else. */
const STORED = ['username', 'password', 'userToken', 'token', 'monitorToken', 'iframe', 'pc', 'app_key']

test('tops up by QR code: closed in between, found again, paid and booked, with receipt and file', async ({ page }) => {
  await signIn(page)
  await page.goto('/user/userPay')
  await page.getByLabel('其他金额').fill('0.5')
  await page.getByRole('button', { name: '去支付' }).click()
  await expect(page.getByText('金额须在1到5000之间')).toBeVisible()
  await page.getByLabel('其他金额').fill('23.45')
  // The chunk of the QR code fails to load; the sheet then offers a way on.
  await page.route('**/static/js/**', (route) => route.abort())
  await page.getByRole('button', { name: '支付 ¥23.45' }).click()
  const reload = page.getByRole('dialog').getByRole('button', { name: '刷新页面' })
  await expect(reload).toBeVisible()
  await page.unroute('**/static/js/**')
  await reload.click()
  await expect(page.getByText('¥23.45 · 支付宝')).toBeVisible()
  await page.getByRole('button', { name: '继续付款' }).click()
  await expect(page.getByRole('img', { name: '付款二维码' })).toBeVisible()
  await payAtCashier(page)
  await expect(page.getByText('付款成功')).toBeVisible()
  await expect(page.getByRole('dialog').getByText('当前鱼币23.45')).toBeVisible()

  await test.step('a cancelled payment is not offered again', async () => {
    await page.goto('/user/userPay')
    await page.getByLabel('其他金额').fill('9.99')
    await page.getByRole('button', { name: '支付 ¥9.99' }).click()
    await expect(page.getByRole('img', { name: '付款二维码' })).toBeVisible()
    await page.getByRole('dialog').getByRole('button', { name: '关闭' }).click()
    await expect(page.getByText('¥9.99 · 支付宝')).toBeVisible()
    await page.getByRole('button', { name: '不付了' }).click()
    await expect(page.getByText('已取消，不会再提醒')).toBeVisible()
    await expect(page.getByText('有一笔充值还没付完')).toHaveCount(0)
    await page.reload()
    await expect(page.getByLabel('其他金额')).toBeVisible()
    await expect(page.getByText('有一笔充值还没付完')).toHaveCount(0)
  })

  await page.goto('/user/balance')
  await expect(page.getByText('+23.45')).toBeVisible()
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: '导出 CSV' }).click()
  expect(await readFile(await (await saved).path(), 'utf8')).toMatch(/充值,23\.45,23\.45,/)

  await page.goto('/user/user_payment')
  await page.getByRole('button', { name: /账户充值.*23\.45/ }).click()
  await expect(page.getByRole('dialog').getByText('已付款')).toBeVisible()
  const picture = page.waitForEvent('download')
  await page.getByRole('dialog').getByRole('button', { name: '存成图片' }).click()
  expect((await picture).suggestedFilename()).toMatch(/^[\w-]+\.png$/)
  await expect(page.getByRole('dialog').getByRole('img', { name: '鱼线用户中心 付款收据' })).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByText('鱼线用户中心 付款收据')).toBeVisible()
  await expect(page.getByRole('dialog')).toBeHidden()
  await page.emulateMedia({ media: 'screen' })

  const kept = await page.evaluate(() => [...Object.keys(localStorage), ...Object.keys(sessionStorage)])
  expect(kept.filter((name) => !STORED.includes(name))).toEqual([])
})

test('pays in coins: chain, exact amount, address, seen and done', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await signIn(page)
  await page.goto('/user/userPay')
  await page.getByLabel('其他金额').fill('36')
  await page.getByText('USDT', { exact: true }).click()
  await takeLooks(page, 'coin-ways', { isNarrow: true })
  await page.getByText('BNB Smart Chain (BEP20)').click()
  await page.getByRole('button', { name: '支付 ¥36.00' }).click()
  const sheet = page.getByRole('dialog')
  await expect(sheet.getByRole('img', { name: '收款地址二维码' })).toBeVisible()
  await expect(sheet.getByText('BNB Smart Chain (BEP20)', { exact: true })).toBeVisible()
  await expect(sheet.getByText(/^5(\.\d\d)? USDT$/)).toBeVisible()
  await expect(sheet.getByText('交易所会从数量里扣手续费')).toBeVisible()
  await takeLooks(page, 'coin-sheet', { isNarrow: true })
  // Away and back: the same address waits.
  const address = await sheet.locator('code').getAttribute('aria-label')
  await page.reload()
  await page.getByRole('button', { name: '继续付款' }).click()
  await expect(sheet.locator('code')).toHaveAttribute('aria-label', address!)
  await payAtCashier(page)
  await expect(sheet.getByText('付款成功')).toBeVisible()
})

test('anybody can pay a reseller: number, card, amount, QR code, live result', async ({ page }) => {
  await page.goto('/dailiPay?app_key=yx_0&daili_id=260')
  await expect(page.getByRole('main').getByText('海豚加速用户中心')).toBeVisible()
  // The page wears the brand of who is paid, and puts it off again.
  await expect(page).toHaveTitle('海豚加速用户中心')
  // A link to one reseller does not prevent choosing another.
  await page.getByRole('button', { name: '换一个' }).click()
  await expect(page.getByLabel('代理编号')).toHaveValue('')
  await expect(page).toHaveURL(/\/dailiPay$/)
  await expect(page).toHaveTitle('鱼线用户中心')
  await page.getByLabel('代理编号').fill('987654')
  await page.getByRole('button', { name: '下一步' }).click()
  await expect(page.getByRole('alert')).toBeVisible()
  await page.getByLabel('代理编号').fill('260')
  await page.getByRole('button', { name: '下一步' }).click()
  await expect(page.getByRole('main').getByText('海豚加速用户中心')).toBeVisible()
  await page.getByText('¥500', { exact: true }).click()
  await expect(page.getByText('沙箱环境')).toBeVisible()
  await page.getByRole('button', { name: '支付 ¥500.00' }).click()
  await expect(page.getByRole('img', { name: '付款二维码' })).toBeVisible()
  // A reload loses nothing, although nobody is signed in and nothing is stored.
  await page.reload()
  await payAtCashier(page)
  await expect(page.getByText('已记入代理的余额')).toBeVisible()
})

test.describe('with a phone', () => {
  test.use({ userAgent: PHONE_AGENT })

  test('tops up by the payment page: opens it, pays, returns, and the amount is booked', async ({ page }) => {
    await page.addInitScript(putOffTicks)
    await signIn(page)
    await page.goto('/user/userPay')
    await page.getByText('¥30', { exact: true }).click()
    await page.getByRole('button', { name: '支付 ¥30.00' }).click()
    await page.waitForURL('**/cashier/**')
    // Going back without paying shows the page with a way to continue, and leaves no dead history entry.
    await page.goBack()
    await page.waitForURL('**/user/userPay')
    await expect.poll(() => page.evaluate('history.state?.sheets ?? 0')).toBe(0)
    await page.getByRole('button', { name: '继续付款' }).click()
    await page.getByRole('dialog').getByRole('link', { name: '用支付宝付款' }).click()
    await page.waitForURL('**/cashier/**')
    await page.getByRole('button', { name: '确认付款' }).click()
    // The cashier leads back by itself.
    await expect(page).toHaveURL(/\/user\/userPay$/)
    await expect(page.getByText('付款成功')).toBeVisible()
    // The page moved the focus there for screen readers, so no focus ring is drawn.
    await page.evaluate(() => new Promise((done) => setTimeout(done)))
    const result = page.locator(':focus')
    await expect(result).toContainText('付款成功')
    await expect(result).toHaveCSS('outline-style', 'none')
  })
})

test.describe('in WeChat', () => {
  test.use({ userAgent: `${PHONE_AGENT} MicroMessenger/8.0.60.2860(0x28003C51) WeChat/arm64` })

  test('a button that opens another app leads to a browser instead, and session and payment come along', async ({
    page,
    browser,
  }) => {
    await signIn(page)
    await page.goto('/user/userPay')
    await page.getByText('¥30', { exact: true }).click()
    // What can be paid here comes first; this one cannot.
    await expect(page.getByRole('radio').last()).toHaveAccessibleName(/支付宝/)
    await page.getByRole('radio', { name: /支付宝/ }).click()
    await page.getByRole('button', { name: '支付 ¥30.00' }).click()
    await expect(page.getByText('点右上角“…”，选“在浏览器打开”')).toBeVisible()
    await takeLooks(page, 'wechat-arrow')
    await expect(page.getByRole('link', { name: '用支付宝付款' })).toHaveCount(0)
    await expect(page).toHaveURL(/\/user\/userPay\?app_key=yx_0&out_trade_no=\w+#h=tk1\./)
    await page.getByRole('button', { name: '复制网址' }).click()
    await expect(page.getByText('已复制，请粘贴到浏览器里打开')).toBeVisible()
    const address = page.url()
    const outside = await browser.newContext({ userAgent: PHONE_AGENT, locale: 'zh-CN' })
    const there = await outside.newPage()
    await there.goto(address)
    await expect(there.getByRole('button', { name: '继续', exact: true })).toBeVisible()
    await takeLooks(there, 'handover')
    await there.getByRole('button', { name: '继续', exact: true }).click()
    await expect(there.getByRole('dialog').getByRole('link', { name: '用支付宝付款' })).toBeVisible()
    await outside.close()
    // Used once, the same address says so and asks for the password.
    const late = await browser.newContext({ userAgent: PHONE_AGENT, locale: 'zh-CN' })
    const second = await late.newPage()
    await second.goto(address)
    await second.getByRole('button', { name: '继续', exact: true }).click()
    await expect(second.getByText('链接已使用或已过期')).toBeVisible()
    await takeLooks(second, 'handover-used')
    await second.getByRole('button', { name: '用密码登录' }).click()
    await second.waitForURL('**/login**')
    await late.close()

    const data = { lines: [SAMPLE_LINE], subscriptionUrl: 'https://portal.example/sub/abc' }
    await page.route('**/api/line/list', (route) => route.fulfill({ json: { success: true, data } }))
    await page.goto('/user/line_list')
    await expect(page.getByText('微信里打不开客户端')).toBeVisible()
    await takeLooks(page, 'wechat-lines')
    await expect(page.getByRole('button', { name: '复制地址' })).toBeVisible()
    await page.getByRole('button', { name: '更多方式' }).click()
    await expect(page.getByRole('dialog').getByText('微信里打不开客户端')).toBeVisible()
    await expect(page.locator('a[href*="://"]:not([href^="http"])')).toHaveCount(0)
  })
})

// Only the full grid: it waits for the end of maintenance.
if (!isShort) {
  test('in maintenance users read until when, a payment is booked all the same, and the portal comes back by itself', async ({
    page,
    browser,
    server,
  }) => {
    await signIn(page)
    await page.goto('/user/userPay')
    await page.getByLabel('其他金额').fill('12.34')
    await page.getByRole('button', { name: '支付 ¥12.34' }).click()
    const cashier = await page.getByRole('link', { name: '打开沙箱收银台' }).getAttribute('href')

    const office = await browser.newPage()
    await office.goto(`${server.url}/console/machine`)
    await fillSignIn(office, 'operator', DEMO.password)
    await office.getByRole('button', { name: '开启维护' }).click()
    const sheet = office.getByRole('dialog', { name: '开启维护' })
    await sheet.getByLabel('预计恢复时间').fill(typedSoon())
    await sheet.getByLabel('给用户的一句话').fill('更换服务器')
    await sheet.getByRole('button', { name: '开启维护' }).click()
    await expect(office.getByText('维护中', { exact: true })).toBeVisible()

    // The open page notices it with its next call.
    await expect(page.getByRole('heading', { name: '系统维护中' })).toBeVisible()
    await expect(page.getByRole('heading', { name: /^预计 .+ 恢复$/ })).toBeVisible()
    await expect(page.getByText('更换服务器')).toBeVisible()

    await office.goto(cashier!)
    await office.getByRole('button', { name: '确认付款' }).click()
    await expect(office.getByText('付款成功')).toBeVisible()
    const agent = await page.request.post('/api/node/v1/state', { data: {} })
    expect((await agent.json()).code).not.toBe('server.maintenance')

    await office.goto(`${server.url}/console/machine`)
    await office.getByRole('button', { name: '结束维护' }).click()
    await office.getByRole('dialog').getByRole('button', { name: '结束维护' }).click()
    await expect(office.getByText('开放中', { exact: true })).toBeVisible()
    await office.close()
    await expect(page.getByLabel('其他金额')).toBeVisible({ timeout: patient(60_000) })
    await page.goto('/user/balance')
    await expect(page.getByText('+12.34')).toBeVisible()
  })
}

/** In one hour by the business's clock, as the field takes it. */
function typedSoon(): string {
  const parts = new Date(Date.now() + 3_600_000).toLocaleString('sv-SE', { timeZone: 'Asia/Shanghai' })
  return parts.slice(0, 16).replace(' ', 'T')
}

async function signIn(page: Page): Promise<void> {
  await page.goto('/login?app_key=yx_0')
  await page.getByLabel('账号').fill(DEMO.userName)
  await page.getByRole('textbox', { name: '密码', exact: true }).fill(DEMO.password)
  await page.getByRole('button', { name: '登录', exact: true }).click()
  await page.waitForURL('**/user')
}

/** Simulates a busy phone: timers run after the answers of the server. */
function putOffTicks(): void {
  const later = globalThis.setTimeout
  const slow = (run: () => void, ms = 700) => later(run, ms)
  Object.assign(globalThis, { setTimeout: slow })
}
