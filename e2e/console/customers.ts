import type { Browser, Page } from '@playwright/test'

import { buildAccount } from '../../server/test/build/factories.ts'
import { expect } from '../fixtures.ts'
import { payAtCashier } from '../pay-at-cashier.ts'
import { register, type Stage } from '../stage.ts'
import { BRAND } from './brand.ts'
import { type Agency, browserOf } from './trip.ts'

export type Customer = { id: number; resellerId: number; userName: string }

/** A new user registers at the agency's brand and redeems the key. */
export async function redeemKey(browser: Browser, stage: Stage, agency: Agency, code: string): Promise<Customer> {
  const context = await browser.newContext()
  const page = await context.newPage()
  const { portal, db } = stage
  const userName = 'key.holder'
  await register(page, portal, userName, 'amber kettle 58', `app_key=yx_${agency.resellerId}`)
  expect(await page.title()).toContain(BRAND)
  await page.goto(`${portal.url}/user/kmList`)
  await page.getByRole('textbox').fill(code)
  await page.getByRole('button', { name: '兑换', exact: true }).click()
  await expect(page.getByText(/已兑换：/).first()).toBeVisible()
  await context.close()
  const found = db.kysely.selectFrom('accounts').select(['id', 'resellerId', 'userName'])
  return found.where('userName', '=', userName).executeTakeFirstOrThrow()
}

/** Another user, invited by the first, buys a package and pays at the cashier. */
export async function buyOnline(browser: Browser, stage: Stage, inviter: Customer): Promise<void> {
  const { portal, db } = stage
  const buyer = await buildAccount(db, { resellerId: inviter.resellerId, userName: 'online.buyer' })
  await db.kysely.updateTable('accounts').set({ inviterId: inviter.id }).where('id', '=', buyer.id).execute()
  const context = await browserOf(browser, stage, buyer)
  const page = await context.newPage()
  await page.goto(`${portal.url}/user/tcBuy`)
  await page.getByRole('button', { name: '选择' }).first().click()
  await payOnline(page)
  await context.close()
}

async function payOnline(page: Page): Promise<void> {
  const order = page.getByRole('dialog')
  await order.getByRole('radio', { name: /支付宝/ }).click()
  await order
    .getByRole('button', { name: /支付|付款/ })
    .last()
    .click()
  await payAtCashier(page)
  await expect(page.getByText(/^(付款成功|付好了，还差一步)$/).first()).toBeVisible()
}
