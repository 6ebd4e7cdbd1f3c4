import type { Page } from '@playwright/test'

import { expect } from './fixtures.ts'

/** Pays the sheet's QR code, in a separate window. */
export async function payAtCashier(page: Page): Promise<void> {
  const url = await page.getByRole('link', { name: '打开沙箱收银台' }).getAttribute('href')
  const cashier = await page.context().newPage()
  await cashier.goto(url!)
  await cashier.getByRole('button', { name: '确认付款' }).click()
  await expect(cashier.getByText('付款成功')).toBeVisible()
  await cashier.close()
}
