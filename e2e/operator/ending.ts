import type { Page } from '@playwright/test'

import { patient } from '../../test/patience.ts'
import { BUYER } from './buyer.ts'
import { expectTitle, go } from './door.ts'
import { NODE } from './network.ts'
import { expect } from './opening.ts'
import { SHOP } from './shop.ts'

/** Checks the shop's office for its first user: what was paid, what is left, and the counted bytes. */
export async function lookAtShop(page: Page): Promise<void> {
  await go(page, '用户')
  await page.getByRole('link', { name: BUYER }).click()
  await expectTitle(page, BUYER)
  await expect(page.getByText('轻享版').first()).toBeVisible()
  // The agent reports its counts every few moments, but the page loads them once.
  await expect(async () => {
    await page.reload()
    await expect(page.getByText(/\b2\.[89]\d* MB/).first()).toBeVisible({ timeout: patient(8_000) })
  }).toPass()
}

/** Checks the platform: the sale, the reseller's share by the better list, the line, and clean books. */
export async function lookAtPlatform(page: Page, reseller: number): Promise<void> {
  await page.goto(`/console/resellers/${reseller}`)
  await expectTitle(page, SHOP.title)
  for (const figure of ['30 天销售¥15.00', '30 天毛利¥9.00', '余额¥9.00'])
    await expect(page.getByRole('main')).toContainText(figure)
  await expect(page.getByText('好伙伴')).toBeVisible()
  await go(page, '节点')
  await page.getByRole('link', { name: NODE }).click()
  await expect(page.getByRole('main')).toContainText(BUYER)
  // It is the only node, so no other one has looked at it.
  await expect(page.getByText(/^(未检测|端口可达)$/).first()).toBeVisible()
  await go(page, '账本与对账')
  await page.getByRole('button', { name: '现在检查' }).click()
  await expect(page.getByText('全部正确').first()).toBeVisible()
}
