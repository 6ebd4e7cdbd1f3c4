import type { Page } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'

import { expect } from '../fixtures.ts'
import type { Stage } from '../stage.ts'
import { fillSignIn, forgetProof, STAFF_PASSWORD } from './staff.ts'

/** Codes count once: each one asked for is of another half minute. */
let minutesAhead = 0

function codeOf(secret: string): string {
  const timestamp = Date.now() + minutesAhead * 30_000
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp })
}

/** Turns the app on; the factor that was shown long ago is asked for first, and then the same thing goes on. */
export async function setFactor(page: Page, { portal, db }: Stage): Promise<string> {
  await page.goto(`${portal.url}/console/account`)
  await forgetProof(db)
  await page.getByRole('button', { name: '设置验证器' }).click()
  await page.getByLabel('你的密码').fill(STAFF_PASSWORD)
  await page.getByRole('button', { name: '确认并继续' }).click()
  const secret = (await page.locator('code').innerText()).replaceAll(' ', '')
  await page.getByLabel('验证器里的 6 位数字').fill(codeOf(secret))
  await page.getByRole('button', { name: '确认开启' }).click()
  await expect(page.getByRole('heading', { name: '保存恢复码' })).toBeVisible()
  await page.getByRole('button', { name: '我已保存好' }).click()
  await expect(page.getByText('恢复码还剩 10 个')).toBeVisible()
  return secret
}

/** Signs out and in again: now the code is asked for. */
export async function signInWithFactor(page: Page, { portal }: Stage, name: string, secret: string): Promise<void> {
  if (page.viewportSize()!.width < 960) await page.getByRole('button', { name: '更多' }).click()
  await page.getByRole('button', { name: '退出登录' }).click()
  await expect(page.getByRole('heading', { name: '登录控制台' })).toBeVisible()
  await page.goto(`${portal.url}/console/team`)
  await fillSignIn(page, name)
  minutesAhead = 1
  await page.getByLabel('两步验证码').fill(codeOf(secret))
  await page.getByRole('button', { name: '登录', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: '团队' })).toBeVisible()
}
