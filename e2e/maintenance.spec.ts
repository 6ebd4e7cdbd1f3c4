import type { Page } from '@playwright/test'

import { fillSignIn } from './console/staff.ts'
import { DEMO, expect, test } from './fixtures.ts'

test('in maintenance users read until when, a payment is booked all the same, and the portal comes back by itself', async ({
  page,
  browser,
  server,
}) => {
  test.setTimeout(180_000)
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
  await expect(page.getByLabel('其他金额')).toBeVisible({ timeout: 60_000 })
  await page.goto('/user/balance')
  await expect(page.getByText('+12.34')).toBeVisible()
})

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
