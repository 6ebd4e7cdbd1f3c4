import type { Page } from '@playwright/test'

import { expect } from '../fixtures.ts'
import type { Stage } from '../stage.ts'

/** Platform staff open a reseller's office, with its address and name. A missing one leads back out. */
export async function enterAnOffice(page: Page, { portal }: Stage): Promise<void> {
  await page.goto(`${portal.url}/console/resellers`)
  await page.getByRole('link', { name: /海豚加速/ }).click()
  await expect(page).toHaveURL(/\/console\/resellers\/260$/)
  await page.getByRole('button', { name: '进入控制台' }).click()
  await expect(page).toHaveURL(/\/console\/r\/260\//)
  await expect.poll(() => page.title()).toContain('海豚加速')
  await page.goto(`${portal.url}/console/r/999999/team`)
  await page.getByRole('button', { name: '回到首页' }).click()
  await expect(page).toHaveURL(/\/console\/?(?:resellers)?$/)
}
