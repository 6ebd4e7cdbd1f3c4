import type { Page } from '@playwright/test'

import { approveAgency } from '../../server/domains/orders/agency/operator.ts'
import { buildSession } from '../../server/test/build/build-session.ts'
import { buildAccount } from '../../server/test/build/factories.ts'
import { fund } from '../../server/test/build/money-factories.ts'
import { codeIn } from '../../server/test/outside/read-mail.ts'
import { expect } from '../fixtures.ts'
import type { Stage } from '../stage.ts'
import { setFactor } from './factor.ts'
import { expectTitle, STAFF_PASSWORD } from './staff.ts'
import { AGENCY, type Agency } from './trip.ts'

const FEE_FEN = 100_000
export const OWNER = 'whale-e2e'
export const OWNER_MAIL = 'whale@mail.example'

/** A user pays for an agency and arrives at its office a moment later. */
export async function openAgency(page: Page, { portal, db }: Stage): Promise<void> {
  const user = await buildAccount(db, { userName: 'future.boss' })
  await fund(db, user, FEE_FEN)
  const token = `Bearer ${await buildSession(db, user)}`
  await page.goto(`${portal.url}/robots.txt`)
  await page.evaluate(`localStorage.userToken = ${JSON.stringify(token)}; localStorage.app_key = 'yx_0'`)
  await page.goto(`${portal.url}/user/open_agency`)
  await page.getByLabel('代理名称').fill(AGENCY)
  await page.getByLabel('联系方式').fill('微信 whale')
  await page.getByRole('button', { name: /下一步/ }).click()
  const sheet = page.getByRole('dialog')
  await sheet.getByRole('radio', { name: /鱼币/ }).click()
  await sheet
    .getByRole('button', { name: /支付|付款/ })
    .last()
    .click()
  await expect(page.getByRole('heading', { name: '我的代理' })).toBeVisible()
  // The office is a step of the same list, and says why it has an account of its own.
  const step = page.getByRole('listitem').filter({ hasText: '它有自己的账号' })
  const enter = step.getByRole('button', { name: '进入控制台' })
  await expect(enter).toBeInViewport({ ratio: 1 })
  await enter.click()
  await sheet.getByRole('textbox', { name: '密码', exact: true }).fill(user.password)
  await sheet.getByRole('button', { name: '生成链接' }).click()
  await expect(sheet.getByRole('button', { name: '复制链接，到电脑上打开' })).toBeVisible()
  await sheet.getByRole('link', { name: '打开控制台' }).click()
  await expect(page).toHaveURL(/\/console\/join#/)
}

/** Joins by the link: a name, a proven address, a password, and then the second factor. */
export async function enterByLink(page: Page, stage: Stage): Promise<Agency> {
  const link = page.url()
  await expect(page.getByText(`这是“${AGENCY}”的控制台`)).toBeVisible()
  await page.getByLabel('账号', { exact: true }).fill(OWNER)
  await page.getByLabel('邮箱', { exact: true }).fill(OWNER_MAIL)
  await page.getByRole('button', { name: '发送验证码' }).click()
  await page.getByLabel('邮箱验证码').fill(codeIn(await stage.mailbox.next(OWNER_MAIL)))
  await page.getByRole('textbox', { name: '密码', exact: true }).fill(STAFF_PASSWORD)
  await page.getByRole('button', { name: '加入', exact: true }).click()
  await expectTitle(page, '我的账号')
  const secret = await setFactor(page)
  // A used link opens nothing, and the portal offers no other.
  await page.goto(link)
  await page.reload()
  await expect(page.getByRole('heading', { name: '这个链接不能用了' })).toBeVisible()
  const { resellerId } = await stage.db.kysely
    .selectFrom('staff')
    .select('resellerId')
    .where('name', '=', OWNER)
    .executeTakeFirstOrThrow()
  return { resellerId: resellerId!, owner: { name: OWNER, secret } }
}

/** From now on the agency's users pay online. */
export async function approve({ db }: Stage, { resellerId }: Agency): Promise<void> {
  expect(await approveAgency({ db, now: new Date() }, resellerId, 'operator:e2e')).toBe(true)
}
