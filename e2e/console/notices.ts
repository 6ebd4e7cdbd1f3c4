import type { Page } from '@playwright/test'

import { expect } from '../fixtures.ts'
import type { Stage } from '../stage.ts'
import { expectTitle } from './staff.ts'

/** The text is previewed as elements; a published notice is in the list, and a withdrawn one says so. */
export async function tellUsers(page: Page, { portal }: Stage): Promise<void> {
  await page.goto(`${portal.url}/console/notices`)
  await expectTitle(page, '公告')
  await page.getByRole('button', { name: '写公告' }).click()
  const sheet = page.getByRole('dialog')
  await sheet.getByLabel('标题').fill('今晚维护')
  await sheet.getByLabel('内容').fill('**凌晨两点** <b>开始</b>')
  // Esc asks, the way back asks, and who leaves finds the text again.
  const question = page.getByRole('dialog', { name: '还没写完' })
  await page.keyboard.press('Escape')
  await expect(question).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(question).toHaveCount(0)
  await page.goBack()
  await question.getByRole('button', { name: '留着草稿，离开' }).click()
  await expect(sheet).toHaveCount(0)
  await page.getByRole('button', { name: '写公告' }).click()
  await expect(sheet.getByLabel('标题')).toHaveValue('今晚维护')
  const reading = sheet.getByRole('region', { name: '预览' })
  await expect(reading.locator('strong')).toHaveText('凌晨两点')
  await expect(reading).toContainText('<b>开始</b>')
  await sheet.getByText('所有人', { exact: true }).click()
  await sheet.getByRole('button', { name: /^发给 \d+ 人$/ }).click()
  await expect(sheet).toHaveCount(0)
  await expect(page.getByText('今晚维护').first()).toBeVisible()
  await page.getByRole('button', { name: '撤回' }).first().click()
  await page.getByRole('dialog').getByRole('button', { name: '撤回' }).click()
  await expect(page.getByText('已撤回').first()).toBeVisible()
}
