import type { Page } from '@playwright/test'

import { expect } from '../fixtures.ts'
import type { Stage } from '../stage.ts'
import { isPhone } from './trip.ts'

/** Sets all prices by a rule, which shows its result before it is applied. */
export async function setPrices(page: Page, { portal }: Stage): Promise<void> {
  await page.goto(`${portal.url}/console/prices`)
  await page.getByRole('button', { name: '按规则定价' }).click()
  const rule = page.getByRole('dialog')
  await rule.getByLabel('加价百分之几').fill('50')
  await rule.getByText('.90', { exact: true }).click()
  await expect(rule.getByRole('list', { name: '看结果' })).toContainText('.90')
  await rule.getByRole('button', { name: /^改 \d+ 个价格$/ }).click()
  await expect(page.getByText('价格已改，下一单起生效')).toBeVisible()
  await page.reload()
  await expect(page.getByRole('button', { name: '撤销' })).toBeVisible()
}

/** Buys a batch: the button shows the price. Whoever clicks away finds the keys again and prints them. Returns one key. */
export async function buyAndPrint(page: Page, { portal }: Stage): Promise<string> {
  // The browser's print dialog would wait for a person.
  await page.addInitScript(
    `window.print = () => {
      window.printed = document.querySelectorAll('[data-print-sheet] svg').length
      window.dispatchEvent(new Event('afterprint'))
    }`,
  )
  await page.goto(`${portal.url}/console/cards`)
  await page.getByRole('button', { name: '买卡密' }).first().click()
  await page.getByRole('dialog').getByText('余额', { exact: true }).click()
  await page.getByLabel('每张面值').fill('20')
  await page.getByLabel('张数').fill('3')
  await page.getByRole('button', { name: '买 3 张，付 ¥60.00' }).click()
  await expect(page.getByRole('heading', { name: '存好这 3 张卡密' })).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('dialog', { name: '还没存下这些卡密' })).toBeVisible()
  await page.getByRole('button', { name: '先离开' }).click()
  await page.getByRole('link', { name: '卡密还没存好' }).click()
  const code = await page
    .getByText(/^[\dA-Z]{4}(-[\dA-Z]{4}){6}$/)
    .first()
    .innerText()
  await page.getByRole('button', { name: '打印' }).click()
  await expect.poll(() => page.evaluate('window.printed')).toBe(3)
  await page.getByRole('button', { name: '已存好' }).click()
  await page.getByRole('button', { name: '确认已存好' }).click()
  await expect(page.getByRole('link', { name: '卡密还没存好' })).toHaveCount(0)
  return code
}

/** Finds the sold key with its user, and voids the rest of its batch. */
export async function lookAfterKeys(page: Page, { portal }: Stage, sold: string, user: string): Promise<void> {
  await page.goto(`${portal.url}/console/cards`)
  if (isPhone(page)) await page.getByRole('button', { name: '更多操作' }).first().click()
  await page.getByRole('button', { name: '查卡密' }).click()
  await page.getByRole('dialog').getByLabel('卡密').fill(sold.toLowerCase())
  await page.getByRole('button', { name: '查', exact: true }).click()
  await expect(page.getByRole('dialog')).toContainText('已兑换')
  await expect(page.getByRole('dialog')).toContainText(user)
  await page.getByRole('button', { name: '关闭' }).first().click()
  await page.getByRole('button', { name: '作废剩下的' }).first().click()
  await expect(page.getByRole('dialog')).toContainText('客户手里的卡密会马上失效')
  await page.getByRole('button', { name: '作废 2 张' }).click()
  await expect(page.getByText('已作废 2 张')).toBeVisible()
}
