import type { Page } from '@playwright/test'

import { DEMO, expect, test } from './fixtures.ts'
import { payAtCashier } from './pay-at-cashier.ts'
import { takeLooks } from './take-looks.ts'

/** Each way once, at the width of a phone; Alipay, EPay and coins have theirs in paying.spec.ts. */
test.use({ viewport: { width: 390, height: 844 } })
const PHONE_AGENT =
  'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Mobile Safari/537.36'

test.describe('on a phone', () => {
  test.use({ userAgent: PHONE_AGENT })

  test('by card: the page of Stripe, back without paying, then paid and booked', async ({ page }) => {
    await begin(page, /银行卡/, '21')
    await page.waitForURL('**/cashier/**')
    await page.goBack()
    await page.getByRole('button', { name: '继续付款' }).click()
    const sheet = page.getByRole('dialog')
    await expect(sheet.getByRole('link', { name: '用银行卡付款' })).toBeVisible()
    await takeLooks(page, 'card-sheet', { isNarrow: true })
    await sheet.getByRole('link', { name: '用银行卡付款' }).click()
    await payThere(page)
    await expectBooked(page, '21.00')
  })

  test('by WeChat in the browser of a phone: its page knows whence, and leads back by itself', async ({ page }) => {
    const opened = page.waitForRequest('**/cashier/pay/**')
    await begin(page, /沙箱微信支付/, '22')
    expect(await (await opened).headerValue('referer')).toBe(`${new URL(page.url()).origin}/`)
    await payThere(page)
    await expectBooked(page, '22.00')
  })
})

test.describe('in WeChat', () => {
  test.use({ userAgent: `${PHONE_AGENT} MicroMessenger/8.0.50` })

  test('by WeChat in its own browser: cancelled and asked again, paid and booked', async ({ page }) => {
    const answers = ['cancel', 'ok']
    await page.exposeFunction('askWechat', async (prepayId: string) => {
      const trade = `${new URL(page.url()).origin}/cashier/pay/${prepayId.replace('prepay_id=wx', '')}`
      if (answers[0] === 'ok') for (const move of ['scan', 'pay']) await page.request.post(`${trade}/${move}`)
      return answers.shift()
    })
    await page.addInitScript(`window.WeixinJSBridge = { invoke: (name, wish, then) =>
      void askWechat(wish.package).then((end) => then({ err_msg: 'get_brand_wcpay_request:' + end })) }`)
    await begin(page, /沙箱微信支付/, '24')
    await page.waitForURL('**/hosted/pay**')
    await expect.poll(() => answers).toEqual(['ok'])
    await takeLooks(page, 'wechat-bridge', { isNarrow: true })
    await page.getByRole('link', { name: '付款' }).click()
    await page.waitForURL('**/user/userPay**')
    await expectBooked(page, '24.00')
  })
})

test('by WeChat on a desk: a code to scan, paid and booked', async ({ page }) => {
  await begin(page, /沙箱微信支付/, '23')
  await expect(page.getByRole('img', { name: '付款二维码' })).toBeVisible()
  await expect(page.getByRole('dialog').getByText(/微信支付.*扫码/)).toBeVisible()
  await takeLooks(page, 'wechat-sheet')
  await payAtCashier(page)
  await expectBooked(page, '23.00')
})

/** At another brand than the other payments of this server, whose user's balance is told to the fen. */
async function begin(page: Page, way: RegExp, yuan: string): Promise<void> {
  await page.goto('/login?app_key=yx_260')
  await page.getByLabel('账号').fill(DEMO.userName)
  await page.getByRole('textbox', { name: '密码', exact: true }).fill(DEMO.password)
  await page.getByRole('button', { name: '登录', exact: true }).click()
  await page.waitForURL('**/user')
  await page.goto('/user/userPay')
  await page.getByLabel('其他金额').fill(yuan)
  await page.getByRole('radio', { name: way }).click()
  await page.getByRole('button', { name: `支付 ¥${yuan}.00` }).click()
}

/** Pays on the page of the provider and comes back, by itself or by its link. */
async function payThere(page: Page): Promise<void> {
  await page.waitForURL('**/cashier/**')
  await page.getByRole('button', { name: '确认付款' }).click()
  await expect(page.getByText('付款成功')).toBeVisible()
  const back = page.getByRole('link', { name: '返回商家' })
  await Promise.race([page.waitForURL('**/user/userPay**'), back.click()])
}

async function expectBooked(page: Page, yuan: string): Promise<void> {
  await expect(page.getByText('付款成功')).toBeVisible()
  await page.goto('/user/balance')
  await expect(page.getByText(`+${yuan}`)).toBeVisible()
}
