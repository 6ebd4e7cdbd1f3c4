import type { Page } from '@playwright/test'

import { expect } from '../fixtures.ts'
import type { Stage } from '../stage.ts'
import { expectTitle } from './staff.ts'
import { isPhone } from './trip.ts'

/** An unknown page stays in the console, a reload stays on the page, and back leads to the page before. */
export async function walkAround(page: Page, { portal }: Stage): Promise<void> {
  await page.goto(`${portal.url}/console/no/such/page`)
  await expect(page.getByRole('heading', { name: '没有找到这个页面' }).first()).toBeVisible()
  await page.getByRole('link', { name: '回到首页' }).click()
  await expect(page).not.toHaveURL(/no\/such/)
  await page.goto(`${portal.url}/console/account`)
  await expectTitle(page, '我的账号')
  await page.reload()
  await expectTitle(page, '我的账号')
  await openByFinder(page, '团队')
  await expectTitle(page, '团队')
  await page.goBack()
  await expectTitle(page, '我的账号')
}

/** Goes to another screen by the bar on a phone or the rail on a desktop. */
export async function press(page: Page, screen: string): Promise<void> {
  const bar = page.getByRole('navigation', { name: '主导航' })
  // What waits is counted behind the name.
  const link = bar.getByRole('link', { name: new RegExp(`^${screen}(?: \\d|$)`) })
  const folded = bar.locator('[data-group]', { has: page.locator('a', { hasText: screen }) }).getByRole('button')
  if (isPhone(page) && (await link.count()) === 0) {
    await bar.getByRole('button', { name: '更多' }).click()
    await page.getByRole('dialog').getByRole('link', { name: screen, exact: true }).click()
  } else {
    if ((await link.count()) === 0) await folded.click()
    await link.click()
  }
}

/** Types into the search: opens it by Ctrl-K, or by the icon in the bar on a phone. */
export async function findIn(page: Page, text: string): Promise<void> {
  const field = page.getByRole('textbox', { name: '搜索' })
  if ((await field.count()) === 0) {
    if (isPhone(page)) await page.getByRole('button', { name: '搜用户' }).first().click()
    else await page.keyboard.press('Control+k')
  }
  await field.fill(text)
}

export async function openByFinder(page: Page, screen: string): Promise<void> {
  await findIn(page, screen)
  await page.getByRole('button', { name: screen, exact: true }).last().click()
}
