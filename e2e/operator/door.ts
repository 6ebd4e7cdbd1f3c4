import type { Page } from '@playwright/test'

import { appCode } from '../../server/test/outside/authenticator-app.ts'
import { codeIn } from '../../server/test/outside/read-mail.ts'
import { press } from '../console/door.ts'
import { STAFF_PASSWORD } from '../console/staff.ts'
import { isPhone } from '../console/trip.ts'
import { expect, type Opening } from './opening.ts'

const MAIL = 'owner@platform.example'

/** Joins by the printed link: name, address, password, and the factor that production requires first. */
export async function comeIn(page: Page, opening: Opening): Promise<void> {
  await page.goto(opening.invite())
  await page.getByLabel('账号', { exact: true }).fill('first-operator')
  await page.getByLabel('邮箱', { exact: true }).fill(MAIL)
  await page.getByRole('button', { name: '发送验证码' }).click()
  await page.getByLabel('邮箱验证码').fill(codeIn(await opening.mailbox.next(MAIL)))
  await page.getByRole('textbox', { name: '密码', exact: true }).fill(STAFF_PASSWORD)
  await page.getByRole('button', { name: '加入', exact: true }).click()
  await page.getByRole('button', { name: '设置验证器' }).click()
  const secret = (await page.locator('code').innerText()).replaceAll(' ', '')
  await page.getByLabel('验证器里的 6 位数字').fill(appCode(secret))
  await page.getByRole('button', { name: '确认开启' }).click()
  await page.getByRole('button', { name: '我已保存好' }).click()
  await expectTitle(page, '概览')
  // Names what is wrong, where the screen would only say that something waits.
  expect((await opening.db.pool.query('select kind, subject, detail from alerts')).rows).toEqual([])
  await expect(page.getByText('现在没有等你处理的事。')).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: '开通支付接入' })).not.toContainText('已完成')
}

/** Checks the title of the top bar. */
export async function expectTitle(page: Page, title: string): Promise<void> {
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
}

export async function go(page: Page, screen: string): Promise<void> {
  await press(page, screen)
  await expectTitle(page, screen)
}

/** On a small desktop, the title beside the rail is not cut off. */
export async function expectWholeTitle(page: Page): Promise<void> {
  if (isPhone(page)) return
  const size = page.viewportSize()!
  await page.setViewportSize({ width: 1000, height: size.height })
  const room = () =>
    page.evaluate(`(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)(document.querySelector('h1'))`)
  await expect.poll(room).toBe(0)
  await page.setViewportSize(size)
}
