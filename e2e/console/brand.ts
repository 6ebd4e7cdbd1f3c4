import type { Page } from '@playwright/test'

import type { NameServer } from '../../server/test/outside/name-server.ts'
import { expect } from '../fixtures.ts'
import type { Stage } from '../stage.ts'
import { expectTitle } from './staff.ts'
import type { Agency } from './trip.ts'

const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
export const BRAND = '蓝鲸旅行'

/** Name, colour and icon show in the preview at once, and to visitors only after saving. */
export async function dressTheShop(page: Page, { portal, db }: Stage, { resellerId }: Agency): Promise<void> {
  await page.goto(`${portal.url}/console/brand`)
  await expectTitle(page, '品牌与域名')
  await page.getByLabel('名称', { exact: true }).first().fill(BRAND)
  // Going to another screen asks first, and staying keeps what was typed.
  await page.getByRole('link', { name: '用户', exact: true }).filter({ visible: true }).first().click()
  await page.getByRole('dialog').getByRole('button', { name: '继续填写' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.getByRole('button', { name: '颜色 #be185d' }).click()
  const icon = { name: 'icon.png', mimeType: 'image/png', buffer: Buffer.from(PIXEL, 'base64') }
  await page.getByLabel('换图标').last().setInputFiles(icon)
  await page.getByRole('button', { name: '用这个图标' }).click()
  const preview = page.getByRole('region', { name: '实时预览' })
  await expect(preview.frameLocator('iframe').first().getByText(BRAND)).toBeVisible()
  const visited = async () => (await fetch(`${portal.url}/login?app_key=yx_${resellerId}`)).text()
  expect(await visited()).not.toContain(BRAND)
  await page.getByRole('button', { name: '保存并上线' }).click()
  await expect(page.getByText('已保存，用户现在看到的就是这样').first()).toBeVisible()
  expect(await visited()).toContain(BRAND)
  const saved = db.kysely.selectFrom('resellers').select(['accent', 'icon']).where('id', '=', resellerId)
  expect(await saved.executeTakeFirstOrThrow()).toEqual({
    accent: '#be185d',
    icon: expect.stringMatching(/^data:image\/png;base64,/) as unknown,
  })
}

/** Writes the shown record into the DNS zone. A check before that does not find it, a check after does. */
export async function checkDomain(page: Page, names: NameServer): Promise<void> {
  const host = 'line.whale.example'
  await page.getByLabel('添加域名').fill(host)
  await page.getByRole('button', { name: '添加', exact: true }).click()
  await expect(page.getByText(`_yuxian.${host}`)).toBeVisible()
  const check = page.getByRole('button', { name: '现在检查' })
  await check.click()
  await expect(page.getByText('还没有找到这条记录，过几分钟再检查。')).toBeVisible()
  names.records.set(`_yuxian.${host}`, [await page.getByText(/^yuxian=/).innerText()])
  names.addresses.set(host, ['192.168.1.20'])
  await check.click()
  await expect(page.getByText('这个域名指向内网地址，不能使用。请改成公网地址。')).toBeVisible()
  names.addresses.set(host, ['93.184.216.34'])
  await check.click()
  await expect(page.getByText('找到了，域名已生效。')).toBeVisible()
}
