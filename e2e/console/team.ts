import type { Browser, Page } from '@playwright/test'

import { api } from '../../contract/api.ts'
import { expect } from '../fixtures.ts'
import type { Stage } from '../stage.ts'
import type { Customer } from './customers.ts'
import { press } from './door.ts'
import { nextCode } from './factor.ts'
import { openScreens } from './screens.ts'
import { endSessions, expectTitle, fillSignIn } from './staff.ts'
import type { Agency } from './trip.ts'

export const COLLEAGUE = 'colleague@example.com'

/** The session ends while an address is being typed. After signing in over the screen, the invitation is sent. */
export async function inviteColleague(page: Page, { portal, db }: Stage, { owner }: Agency): Promise<void> {
  await page.goto(`${portal.url}/console/team`)
  await page.getByRole('button', { name: '邀请同事' }).click()
  await page.getByLabel('邮箱').fill(COLLEAGUE)
  await endSessions(db)
  await page.getByRole('button', { name: '发出邀请' }).click()
  const over = page.getByRole('dialog', { name: '登录已到期' })
  await expect(over).toBeVisible()
  await expect(over.getByLabel('账号', { exact: true })).toHaveValue(owner.name)
  await fillSignIn(page, owner.name)
  await over.getByLabel('两步验证码').fill(await nextCode(db, owner.secret))
  await over.getByRole('button', { name: '登录', exact: true }).click()
  await expect(page.getByText('邀请已寄出')).toBeVisible()
  await expect(page.getByText(/寄给 c/)).toBeVisible()
}

/** Fields that support must never see in any answer: what the shop has, pays and earns. */
const SECRETS = /"(?:wholesaleFen|costFen|marginFen|owedFen|payableFen|openingFen|closingFen)":-?\d/

/** The colleague joins by the mailed link, helps a user, and sees nothing of the shop's money. */
export async function workAsSupport(browser: Browser, stage: Stage, user: Customer): Promise<void> {
  const context = await browser.newContext()
  const page = await context.newPage()
  const heard: string[] = []
  page.on('response', async (answer) => {
    if (answer.url().includes('/api/console/')) heard.push(await answer.text().catch(() => ''))
  })
  await join(page, stage)
  await expectTitle(page, '我的账号')
  const { portal } = stage
  await page.goto(`${portal.url}/console/`)
  await expectTitle(page, '工单')
  await press(page, '概览')
  await expect(page.getByRole('link', { name: /^新用户/ })).toBeVisible()
  for (const word of ['毛利', '我的余额', '每天的销售额']) await expect(page.getByText(word)).toHaveCount(0)
  await openScreens(page, async () => {})
  await page.goto(`${portal.url}/console/money`)
  await expect(page.getByRole('heading', { name: '没有找到这个页面' }).first()).toBeVisible()
  await helpUser(page, stage, user)
  expect(heard.length).toBeGreaterThan(5)
  for (const answer of heard) expect(answer).not.toMatch(SECRETS)
  await context.close()
}

/** By the mailed link, with an account and a password of their own. */
export async function join(page: Page, { mailbox }: Stage): Promise<void> {
  const { text } = await mailbox.next(COLLEAGUE)
  await page.goto(/https?:\/\/\S+\/console\/join#[\w-]+/.exec(text)![0])
  await expect(page.getByText('角色是客服')).toBeVisible()
  await page.getByLabel('账号', { exact: true }).fill('colleague-e2e')
  await page.getByRole('textbox', { name: '密码', exact: true }).fill('another calm morning at sea')
  await page.getByRole('button', { name: '加入', exact: true }).click()
}

/**
 * Helps with a forgotten password: the code is shown once, because there is no address, and the user sets a new one
 * with it.
 */
async function helpUser(page: Page, { portal }: Stage, { id, resellerId, userName }: Customer): Promise<void> {
  await page.goto(`${portal.url}/console/users/${id}`)
  await page.getByRole('button', { name: '更多操作' }).click()
  await page.getByRole('dialog', { name: '更多操作' }).getByRole('button', { name: '重置密码' }).click()
  const question = page.getByRole('dialog', { name: `重置密码 · ${userName}` })
  await question.getByRole('button', { name: '重置密码' }).click()
  const shown = page.getByRole('dialog', { name: '重置链接，只显示这一次' })
  await expect(shown).toContainText(/\d{12}/)
  const code = /\d{12}/.exec(await shown.innerText())![0]
  const answer = await fetch(portal.url + api.emails.findPass.path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ dailiKey: resellerId, userName, code, newPass: 'amber kettle 59' }),
  })
  expect(answer.status).toBe(200)
}
