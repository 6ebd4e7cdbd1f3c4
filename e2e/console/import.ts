import type { Page } from '@playwright/test'

import { panelUser } from '../../server/test/build/panels/rows.ts'
import { writeDump } from '../../server/test/build/panels/write-dump.ts'
import { expect } from '../fixtures.ts'
import type { Stage } from '../stage.ts'

const GIB = 1024 ** 3
const served = { plan_id: 1, group_id: 1, transfer_enable: 100 * GIB, expired_at: 1_900_000_000 }
const rows = {
  v2_user: [panelUser(1, { ...served, balance: 1250 }), panelUser(2, served)],
  v2_plan: [{ id: 1, name: '旧月付', group_id: 1, transfer_enable: 100, show: 1, renew: 1, month_price: 3000 }],
}

/** The operator uploads another panel's file, reads the dry run, brings it over into a new reseller, and takes it back. */
export async function bringPanelOver(page: Page, { portal, db }: Stage): Promise<void> {
  await page.goto(`${portal.url}/console/resellers?tab=import`)
  const file = { name: 'panel.sql', mimeType: 'application/sql', buffer: Buffer.from(writeDump('v2board', rows)) }
  await page.getByLabel('选择文件并上传').setInputFiles(file)
  await expect(page.getByText('所在分组没有节点的套餐')).toBeVisible()
  await page.getByRole('button', { name: '导入…' }).click()
  const sheet = page.getByRole('dialog')
  await expect(sheet.getByText('2 个用户、1 个套餐、0 个节点，连同 ¥12.50 的余额')).toBeVisible()
  await sheet.getByLabel('新代理的名称').fill('搬来的店')
  await sheet.getByLabel('批发价').fill('40')
  await expect(sheet.getByRole('button', { name: '开始导入' })).toBeDisabled()
  await sheet.getByLabel('要先看的 1 项我都看过').check()
  await sheet.getByRole('button', { name: '开始导入' }).click()
  await expect(page.getByText('账上的余额和佣金与文件一分不差。')).toBeVisible()
  await expect(page.getByRole('link', { name: '搬来的店' })).toBeVisible()
  const users = async () => {
    const { rows: found } = await db.pool.query<{ count: number }>(
      `select count(*)::integer as count from accounts a join resellers r on r.id = a.reseller_id
        where r.title = '搬来的店' and a.deleted_at is null`,
    )
    return found[0]!.count
  }
  expect(await users()).toBe(2)
  await page.getByRole('button', { name: '撤销…' }).click()
  await expect(sheet.getByText('2 个用户的账号会删除')).toBeVisible()
  await sheet.getByRole('button', { name: '撤销导入' }).click()
  await expect(page.getByText('已撤销', { exact: true })).toBeVisible()
  await expect(page.getByText('删除的用户')).toBeVisible()
  expect(await users()).toBe(0)
}
