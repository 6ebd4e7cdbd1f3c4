import type { Page } from '@playwright/test'

import { expect } from './fixtures.ts'

/** The address in the sheet's QR code. */
export async function readCode(page: Page): Promise<string> {
  return (await page.getByRole('link', { name: '打开沙箱收银台' }).getAttribute('href'))!
}

/** Pays the sheet's QR code, or one that it showed before, in a separate window. */
export async function payAtCashier(page: Page, code?: string): Promise<void> {
  const url = code ?? (await readCode(page))
  const cashier = await page.context().newPage()
  await cashier.goto(url)
  await cashier.getByRole('button', { name: '确认付款' }).click()
  await expect(cashier.getByText('付款成功')).toBeVisible()
  await cashier.close()
}
