import type { Page } from '@playwright/test'

import { expect } from '../fixtures.ts'
import type { Stage } from '../stage.ts'
import { expectTitle } from './staff.ts'

const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

/** Name, colour and icon show beside the form at once, and to visitors only after they are saved. */
export async function dressTheShop(page: Page, { portal, db }: Stage): Promise<void> {
  await page.goto(`${portal.url}/console/brand`)
  await expectTitle(page, '品牌与域名')
  await page.getByLabel('名称', { exact: true }).first().fill('海豚旅行')
  await page.getByRole('button', { name: '颜色 #be185d' }).click()
  const icon = { name: 'icon.png', mimeType: 'image/png', buffer: Buffer.from(PIXEL, 'base64') }
  await page.getByLabel('换图标').last().setInputFiles(icon)
  await page.getByRole('button', { name: '用这个图标' }).click()
  await expect(page.getByRole('region', { name: '实时预览' })).toContainText('海豚旅行')
  const load = () =>
    db.kysely
      .selectFrom('resellers')
      .select(['title', 'accent', 'icon'])
      .where('id', '=', 260)
      .executeTakeFirstOrThrow()
  const before = await load()
  expect(before.title).not.toBe('海豚旅行')
  await page.getByRole('button', { name: '保存并上线' }).click()
  await expect(page.getByText('已保存，用户现在看到的就是这样').first()).toBeVisible()
  expect(await load()).toMatchObject({
    title: '海豚旅行',
    accent: '#be185d',
    icon: expect.stringMatching(/^data:image\/png;base64,/) as unknown,
  })
  await page.getByLabel('添加域名').fill('line.dolphin.example')
  await page.getByRole('button', { name: '添加', exact: true }).click()
  await expect(page.getByText('_yuxian.line.dolphin.example')).toBeVisible()
  // The journey goes on with the brand that it began with.
  await db.kysely.updateTable('resellers').set(before).where('id', '=', 260).execute()
}
