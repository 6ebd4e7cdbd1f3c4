import type { Page } from '@playwright/test'

import { expect } from '../fixtures.ts'
import type { Stage } from '../stage.ts'
import { expectTitle } from './staff.ts'

/** Checks the earnings of the first sale as a figure, in the plot and in its table; no first step is left to name. */
export async function lookAtFigures(page: Page, { portal, db }: Stage, resellerId: number): Promise<void> {
  await page.goto(`${portal.url}/console/`)
  await expectTitle(page, '概览')
  const { rows } = await db.pool.query<{ margin: string }>(
    `select to_char((total_fen - wholesale_fen - commission_fen) / 100.0, 'FM999990.00') as margin
     from orders where reseller_id = $1 and state = 'paid'`,
    [resellerId],
  )
  await expect(page.getByText(`¥${rows[0]!.margin}`).first()).toBeVisible()
  await expect(page.getByText('已经开张，还可以：')).toHaveCount(0)
  await expect(page.getByText('开张前的几步')).toHaveCount(0)
  await expect(page.getByRole('img', { name: '每天的销售，一天一柱' }).locator('canvas')).toBeVisible()
  await page.getByRole('button', { name: '看表格' }).click()
  await expect(page.getByRole('row').nth(1)).toContainText(`¥${rows[0]!.margin}`)
}
