import type { Page } from '@playwright/test'

import { expect } from '../fixtures.ts'
import type { Stage } from '../stage.ts'
import { endSessions, expectTitle, fillSignIn } from './staff.ts'

const COLLEAGUE = 'colleague@example.com'

/** The session ends while an address is being typed: after signing in over the screen the invitation goes out. */
export async function inviteOverAnEndedSession(page: Page, { portal, db }: Stage, name: string): Promise<void> {
  await page.goto(`${portal.url}/console/team`)
  await page.getByRole('button', { name: '邀请同事' }).click()
  await page.getByLabel('邮箱').fill(COLLEAGUE)
  await endSessions(db)
  await page.getByRole('button', { name: '发出邀请' }).click()
  const over = page.getByRole('dialog', { name: '登录已到期' })
  await expect(over).toBeVisible()
  await expect(over.getByLabel('账号', { exact: true })).toHaveValue(name)
  await fillSignIn(page, name)
  await expect(page.getByText('邀请已寄出')).toBeVisible()
  await expect(page.getByText(/寄给 c/)).toBeVisible()
}

/** The one who was invited sets an account up by the link of the mail, and sees what the role holds. */
export async function acceptInvitation(page: Page, { mailbox }: Stage, name: string): Promise<void> {
  const link = await linkMailedTo(mailbox)
  await page.goto(link)
  await expect(page.getByText('角色是客服')).toBeVisible()
  await page.getByLabel('账号', { exact: true }).fill(name)
  await page.getByRole('textbox', { name: '密码', exact: true }).fill('another calm morning at sea')
  await page.getByRole('button', { name: '加入', exact: true }).click()
  await expect(page).not.toHaveURL(/join/)
  await page.goto(new URL('/console/team', link).href)
  // Support does not see the team: not found, as if it were not there.
  await expect(page.getByRole('heading', { name: '没有找到这个页面' }).first()).toBeVisible()
  await page.goto(new URL('/console/account', link).href)
  await expectTitle(page, '我的账号')
}

async function linkMailedTo(mailbox: Stage['mailbox']): Promise<string> {
  const { text } = await mailbox.next(COLLEAGUE)
  return /https?:\/\/\S+\/console\/join#[\w-]+/.exec(text)![0]
}
