import type { Page } from '@playwright/test'

import { expect } from '../fixtures.ts'
import type { Stage } from '../stage.ts'

/** Filters a list by its address, saves it under a name, and opens it again. */
export async function keepAView(page: Page, { portal }: Stage): Promise<void> {
  await page.goto(`${portal.url}/console/audit?action=staff`)
  await expect(page.getByText('登录控制台').first()).toBeVisible()
  await page.getByRole('button', { name: '存为视图' }).click()
  await page.getByLabel('视图名称').fill('同事')
  await page.getByRole('button', { name: '保存' }).click()
  await expect(page.getByText('视图已保存')).toBeVisible()
  await page.goto(`${portal.url}/console/audit`)
  await page.getByRole('button', { name: '同事' }).click()
  await expect(page).toHaveURL(/action=staff/)
  await page.getByRole('button', { name: '删除视图 同事' }).click()
  await expect(page.getByRole('button', { name: '存为视图' })).toBeVisible()
}
