import type { Browser, Page } from '@playwright/test'
import type { Static } from 'typebox'

import { openStream, startTarget } from '../../agent/test/target.ts'
import { api } from '../../contract/api.ts'
import type { OpenPayment } from '../../contract/payments.ts'
import { startLineClient } from '../plane/line-client.ts'
import { NODE } from './network.ts'
import { expect, type Opening } from './opening.ts'
import { SHOP } from './shop.ts'

export const BUYER = 'first.buyer'
const PAYLOAD = 3_000_000

/** A visitor finds the shop at its own host, in a fresh browser. */
export async function registerAtShop(browser: Browser, { front, atEnd }: Opening, size: Page): Promise<Page> {
  const viewport = size.viewportSize()
  const context = await browser.newContext({ ...front.visitor, viewport, locale: 'zh-CN' })
  atEnd(() => context.close())
  const page = await context.newPage()
  await page.goto(`https://${SHOP.host}/reg`)
  await expect.poll(() => page.title()).toContain(SHOP.title)
  await page.getByLabel('账号').fill(BUYER)
  await page.getByRole('textbox', { name: '密码', exact: true }).fill('amber kettle 58')
  await page.getByRole('checkbox', { name: '同意' }).check()
  await page.getByRole('button', { name: '注册' }).click()
  await page.waitForURL('**/user/tcBuy')
  return page
}

/** Buys the cheaper plan at the list's suggested price, and pays at the cashier through the QR code. */
export async function buyPlan(page: Page): Promise<void> {
  await page.goto(`https://${SHOP.host}/user/tcBuy`)
  await page.getByRole('button', { name: '选择' }).nth(1).click()
  const order = page.getByRole('dialog')
  await expect(order).toContainText('轻享版')
  await order.getByRole('radio', { name: /支付宝/ }).click()
  const begun = page.waitForResponse((answer) => answer.url().endsWith(api.payments.pay.path))
  await order.getByRole('button', { name: '支付 ¥15.00' }).click()
  const { data } = (await (await begun).json()) as { data: OpenPayment }
  const cashier = await page.context().newPage()
  await cashier.goto((data.qrCode ?? data.payUrl)!)
  await cashier.getByRole('button', { name: '确认付款' }).click()
  await expect(cashier.getByText('付款成功')).toBeVisible()
  await cashier.close()
  await expect(page.getByText(/^(付款成功|付好了，还差一步)$/).first()).toBeVisible()
}

/** The first line has installed itself with the purchase; downloads through it with a real client. */
export async function useLine(page: Page, { atEnd }: Opening): Promise<void> {
  await page.goto(`https://${SHOP.host}/user/line_list`)
  const row = page.getByRole('listitem').getByRole('button', { name: NODE })
  await expect(row).toContainText('正常')
  const listed = page.waitForResponse((answer) => answer.url().includes(api.lines.list.path))
  await page.reload()
  const { data } = (await (await listed).json()) as { data: Static<typeof api.lines.list.output> }
  expect(data.subscriptionUrl).toMatch(new RegExp(`^https?://${SHOP.host}/sub/`))
  const target = await startTarget()
  atEnd(target.stop)
  const client = await startLineClient(data.lines[0]!.connection!.uri)
  atEnd(client.stop)
  const stream = openStream(client.socksPort, target.port, `/bytes/${PAYLOAD}`)
  await stream.ended
  expect(stream.received()).toBe(PAYLOAD)
}
