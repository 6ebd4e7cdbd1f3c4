import type { Page } from '@playwright/test'

import { buildAccount } from '../../server/test/build/factories.ts'
import { codeIn } from '../../server/test/outside/read-mail.ts'
import { press } from '../console/door.ts'
import { setFactor } from '../console/factor.ts'
import { OWNER, OWNER_MAIL } from '../console/opening.ts'
import { expectTitle, makeMember, signIn, STAFF_PASSWORD } from '../console/staff.ts'
import { type Agency, browserOf } from '../console/trip.ts'
import { DEMO, expect } from '../fixtures.ts'
import type { Stage } from '../stage.ts'
import { besides, type Week } from './week.ts'

/** A taken name and a wrong address are told at their fields, and the mailed code still works afterwards. */
export async function joinByTheLink(page: Page, stage: Stage): Promise<Agency> {
  const name = page.getByLabel('账号', { exact: true })
  const mail = page.getByLabel('邮箱', { exact: true })
  await name.fill('boss260')
  await mail.fill('no address')
  await page.getByRole('button', { name: '发送验证码' }).click()
  await expect(page.getByText('这个邮箱格式不对')).toBeVisible()
  await expect(mail).toBeFocused()
  await mail.fill(OWNER_MAIL)
  await expect(page.getByText('这个邮箱格式不对')).toHaveCount(0)
  await page.getByRole('button', { name: '发送验证码' }).click()
  await page.getByLabel('邮箱验证码').fill(codeIn(await stage.mailbox.next(OWNER_MAIL)))
  await page.getByRole('textbox', { name: '密码', exact: true }).fill(STAFF_PASSWORD)
  await page.getByRole('button', { name: '加入', exact: true }).click()
  await expect(name).toHaveAttribute('aria-invalid', 'true')
  await name.fill(OWNER)
  await page.getByRole('button', { name: '加入', exact: true }).click()
  await expectTitle(page, '我的账号')
  const secret = await setFactor(page)
  const found = stage.db.kysely.selectFrom('staff').select('resellerId').where('name', '=', OWNER)
  const { resellerId } = await found.executeTakeFirstOrThrow()
  return { resellerId: resellerId!, owner: { name: OWNER, secret } }
}

/** A refused form names its field. What waits is shown to those who may go there. */
export async function nameTheField(week: Week): Promise<void> {
  const { page, stage, agency } = week
  const { portal, db } = stage
  await page.goto(`${portal.url}/console/prices`)
  await page.getByRole('button', { name: '新建优惠码' }).click()
  const sheet = page.getByRole('dialog', { name: '新建优惠码' })
  const code = sheet.getByLabel('优惠码')
  await code.fill('a')
  await sheet.getByRole('button', { name: '新建 A' }).click()
  await expect(code).toHaveAttribute('aria-invalid', 'true')
  await expect(code).toBeFocused()
  const domain = { host: 'later.whale.example', resellerId: agency.resellerId }
  await db.kysely.insertInto('resellerDomains').values(domain).execute()
  await page.goto(`${portal.url}/console/`)
  await expect(page.getByRole('link', { name: '去检查' })).toBeVisible()
  const helper = await makeMember(db, 'week-support', agency.resellerId, 'support')
  await besides(week, async (other) => {
    await signIn(other, portal.url, helper.name)
    // Who answers users lands on the queue.
    await expectTitle(other, '工单')
    await press(other, '概览')
    await expect(other.getByRole('heading', { name: '待办' })).toBeVisible()
    await expect(other.getByRole('link', { name: '去检查' })).toHaveCount(0)
  })
  await db.kysely.deleteFrom('resellerDomains').where('host', '=', domain.host).execute()
}

const EXAMPLE = '卖出 30 份标准套餐，每份赚 ¥10，一个月 ¥300。'

/** Retail prices and an example stand before the fee; the guide brings link, code and reasons, and waits with us. */
export async function followTheGuide({ page, browser, stage }: Week): Promise<void> {
  const { portal, db } = stage
  await db.pool.query('update price_lists set earnings_example = $1', [EXAMPLE])
  const reader = await buildAccount(db, { userName: 'maybe.later' })
  const context = await browserOf(browser, stage, reader)
  const other = await context.newPage()
  await other.goto(`${portal.url}/user/open_agency`)
  await expect(other.getByRole('heading', { name: '能赚多少' })).toBeVisible()
  await expect(other.getByText(EXAMPLE)).toBeVisible()
  await expect(other.getByText('批发价 ¥')).toHaveCount(0)
  await context.close()
  await page.goto(`${portal.url}/console/`)
  await expect(page.getByRole('heading', { name: /^开张前的几步 \d\/7$/ })).toBeVisible()
  await expect(page.getByRole('img', { name: '注册链接二维码' })).toBeVisible()
  await expect(page.getByRole('button', { name: '复制链接' })).toBeVisible()
  await expect(page.getByText('现在用的是平台建议的零售价，你的利润由它决定。')).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: '平台审核在线收款' })).toContainText('等平台')
}

const PICTURE = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

/** Prices are ticked by a look; the icon can be zoomed; resellers made by hand have the guide too, and put it away. */
export async function tickAndZoom(week: Week): Promise<void> {
  const { page, stage } = week
  const { portal } = stage
  await page.goto(`${portal.url}/console/`)
  const prices = page.getByRole('listitem').filter({ hasText: '看看价格' })
  await expect(prices).not.toContainText('已完成')
  await prices.getByRole('button', { name: '看过了，就这样卖' }).click()
  await expect(prices).toContainText('已完成')
  await page.goto(`${portal.url}/console/brand`)
  const icon = { name: 'icon.png', mimeType: 'image/png', buffer: Buffer.from(PICTURE, 'base64') }
  await page.getByLabel('换图标').last().setInputFiles(icon)
  const zoom = page.getByRole('slider', { name: '放大' })
  const { width, height } = (await zoom.boundingBox())!
  expect(Math.min(width, height)).toBeGreaterThan(10)
  await zoom.press('ArrowRight')
  await expect(zoom).toHaveAttribute('aria-valuenow', '1.05')
  await page.getByRole('button', { name: '用这个图标' }).click()
  await page.getByRole('button', { name: '保存并上线' }).click()
  await expect(page.getByText('已保存，用户现在看到的就是这样').first()).toBeVisible()
  await besides(week, async (other) => {
    await signIn(other, portal.url, 'boss260', '', DEMO.password)
    const guide = other.getByRole('heading', { name: /^开张前的几步 \d\/7$/ })
    await expect(guide).toBeVisible()
    await other.getByRole('button', { name: '不再显示' }).click()
    await expect(guide).toHaveCount(0)
  })
}
