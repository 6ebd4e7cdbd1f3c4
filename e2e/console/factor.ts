import type { Page } from '@playwright/test'

import type { Db } from '../../server/platform/db/db.ts'
import { appCode } from '../../server/test/outside/authenticator-app.ts'
import { expect } from '../fixtures.ts'
import type { Stage } from '../stage.ts'
import { endSessions, expectTitle, fillSignIn } from './staff.ts'
import { AGENCY, type Agency, isPhone } from './trip.ts'

/** Sets up the authenticator app on the account page. */
export async function setFactor(page: Page): Promise<string> {
  await page.getByRole('button', { name: '设置验证器' }).click()
  const secret = (await page.locator('code').innerText()).replaceAll(' ', '')
  await page.getByLabel('验证器里的 6 位数字').fill(appCode(secret))
  await page.getByRole('button', { name: '确认开启' }).click()
  await expect(page.getByRole('heading', { name: '保存恢复码' })).toBeVisible()
  await page.getByRole('button', { name: '我已保存好' }).click()
  await expect(page.getByText('恢复码还剩 10 个')).toBeVisible()
  return secret
}

/** A code works once: resets the step, as if the last code's half minute were over. */
export async function nextCode(db: Db, secret: string): Promise<string> {
  await db.pool.query('update staff set totp_step = 0')
  return appCode(secret)
}

/**
 * Signs out, sees the error for a wrong password, then signs in with password and code and arrives where the link led.
 */
export async function passTheDoor(page: Page, { portal, db }: Stage, { owner }: Agency): Promise<void> {
  await page.goto(`${portal.url}/console/account`)
  if (isPhone(page)) await page.getByRole('button', { name: '更多' }).click()
  await page.getByRole('button', { name: '退出登录' }).click()
  await expect(page.getByRole('heading', { name: '登录控制台' })).toBeVisible()
  await page.goto(`${portal.url}/console/audit?action=staff`)
  await fillSignIn(page, owner.name, 'not the password')
  await expect(page.getByRole('alert')).toBeVisible()
  await fillSignIn(page, owner.name)
  await page.getByLabel('两步验证码').fill(await nextCode(db, owner.secret))
  await page.getByRole('button', { name: '登录', exact: true }).click()
  await expectTitle(page, '审计')
  expect(new URL(page.url()).search).toBe('?action=staff')
  expect(await page.title()).toContain(AGENCY)
  // No script can read the token, and no storage has it.
  expect(await page.evaluate('document.cookie')).not.toContain('yx_console')
  expect(await page.evaluate('JSON.stringify({ ...localStorage, ...sessionStorage })')).toBe('{}')
}

/** A passkey of this device is enough to sign in. */
export async function signInByPasskey(page: Page, { portal, db }: Stage): Promise<void> {
  const devices = await page.context().newCDPSession(page)
  await devices.send('WebAuthn.enable')
  const options = { protocol: 'ctap2', transport: 'internal', hasResidentKey: true, hasUserVerification: true } as const
  const { authenticatorId } = await devices.send('WebAuthn.addVirtualAuthenticator', {
    options: { ...options, isUserVerified: true },
  })
  await page.goto(`${portal.url}/console/account`)
  await page.getByRole('button', { name: '添加通行密钥' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '添加通行密钥' }).click()
  await expect(page.getByText('通行密钥已添加')).toBeVisible()
  await endSessions(db)
  await page.goto(`${portal.url}/console/team`)
  await page.getByRole('button', { name: '用通行密钥登录' }).click()
  await expectTitle(page, '团队')
  await devices.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId })
}
