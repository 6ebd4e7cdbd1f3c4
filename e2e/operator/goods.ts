import type { Page } from '@playwright/test'

import { expectTitle, go } from './door.ts'
import { expect, type Opening } from './opening.ts'

/** Adds the platform's account at the local cashier; its keys are tried before it is saved. */
export async function addMerchant(page: Page, { cashier }: Opening): Promise<void> {
  const { appId, sellerId, appPrivateKey, alipayPublicKey } = cashier.merchant
  await page.getByRole('link', { name: '开通支付接入' }).click()
  await expectTitle(page, '支付接入')
  await page.getByRole('button', { name: '添加支付接入' }).click()
  const sheet = page.getByRole('dialog', { name: '添加支付接入' })
  await sheet.getByLabel('名称').fill('平台支付宝')
  await sheet.getByLabel('应用 APPID').fill(appId)
  await sheet.getByLabel('网关地址').fill(`${cashier.url}/gateway.do`)
  await sheet.getByLabel('商户 UID（2088 开头）').fill(sellerId)
  await sheet.getByLabel('应用私钥').fill(appPrivateKey)
  await sheet.getByLabel('支付宝公钥').fill(alipayPublicKey)
  const row = page.getByRole('listitem').filter({ hasText: '平台支付宝' })
  const send = sheet.getByRole('button', { name: '测试并启用' })
  await expect(async () => {
    // The gateway may be slow: then the sheet says so, and the operator presses again.
    if ((await send.isVisible()) && (await send.isEnabled())) await send.click()
    await expect(row).toContainText('启用中')
  }).toPass()
}

type Goods = { name: string; gb: string; kind?: string; prices: [period: string, wholesale: string, retail: string][] }
const PLAN: Goods = { name: '轻享版', gb: '100', prices: [['月', '7', '15']] }
const LARGE: Goods = {
  name: '畅享版',
  gb: '300',
  prices: [
    ['月', '15', '30'],
    ['年', '150', '288'],
  ],
}
const PACK: Goods = { name: '加油包', gb: '50', kind: '流量包', prices: [['一次性', '3', '6']] }

/** Adds three packages, the most expensive first: moved there by dragging, and back and forth by the arrow keys. */
export async function addPackages(page: Page): Promise<void> {
  await go(page, '套餐')
  for (const goods of [PLAN, LARGE, PACK]) await addPackage(page, goods)
  const names = () => page.getByRole('region', { name: '套餐' }).getByRole('listitem')
  const order = [/^轻享版/, /^畅享版/, /^加油包/] as const
  await expect(names()).toHaveText([...order])
  const handle = (name: string) => page.getByRole('button', { name: new RegExp(`^移动 ${name}`) })
  await handle('加油包').press('ArrowUp')
  await expect(names()).toHaveText([order[0], order[2], order[1]])
  await page.getByRole('button', { name: '还原' }).click()
  await expect(names()).toHaveText([...order])
  await drag(page, '畅享版', '轻享版')
  await expect(names()).toHaveText([order[1], order[0], order[2]])
  await page.getByRole('button', { name: '保存顺序' }).click()
  await expect(page.getByText('顺序已保存')).toBeVisible()
  await expect(names()).toHaveText([order[1], order[0], order[2]])
}

async function drag(page: Page, name: string, before: string): Promise<void> {
  const handle = page.getByRole('button', { name: new RegExp(`^移动 ${name}`) })
  await handle.scrollIntoViewIfNeeded()
  const middle = async (found: typeof handle) => {
    const { x, y, width, height } = (await found.boundingBox())!
    return { x: x + width / 2, y: y + height / 2 }
  }
  const to = await middle(page.getByRole('button', { name: new RegExp(`^移动 ${before}`) }))
  const from = await middle(handle)
  await page.mouse.move(from.x, from.y)
  await page.mouse.down()
  await page.mouse.move(to.x, to.y - 4, { steps: 6 })
  await page.mouse.up()
}

async function addPackage(page: Page, { name, gb, kind, prices }: Goods): Promise<void> {
  await page.getByRole('button', { name: '新建套餐' }).click()
  const sheet = page.getByRole('dialog', { name: '新建套餐' })
  if (kind) await sheet.getByText(kind, { exact: true }).click()
  await sheet.getByLabel('名称', { exact: true }).fill(name)
  await sheet.getByLabel(kind ? '总流量' : '每月流量').fill(gb)
  for (const [period, wholesale, retail] of prices) {
    await sheet.getByLabel(`${period}批发价`, { exact: true }).fill(wholesale)
    await sheet.getByLabel(`${period}建议零售价`, { exact: true }).fill(retail)
  }
  await sheet.getByRole('button', { name: `新建“${name}”` }).click()
  await expect(page.getByRole('listitem').filter({ hasText: name })).toBeVisible()
  await expect(sheet).toHaveCount(0)
}

/** Adds a list for good partners: the first list's prices, with one of them lower. */
export async function addList(page: Page): Promise<void> {
  await go(page, '价目')
  await page.getByRole('button', { name: '新建价目' }).click()
  const sheet = page.getByRole('dialog', { name: '新建价目' })
  await sheet.getByLabel('名称').fill('好伙伴')
  await sheet.getByRole('button', { name: '新建“好伙伴”' }).click()
  await expect(page.getByText('价目已新建')).toBeVisible()
  await page.getByRole('button', { name: '改价：轻享版 · 月' }).click()
  const price = page.getByRole('dialog', { name: '改价：轻享版 · 月' })
  await price.getByLabel('批发价').fill('6')
  await expect(price.getByRole('region', { name: '会发生什么' })).toContainText('马上生效')
  await price.getByRole('button', { name: '批发改成 ¥6.00' }).click()
  await expect(page.getByText('已保存').first()).toBeVisible()
  await expectTitle(page, '价目')
}
