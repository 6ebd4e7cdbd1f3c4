import type { Page } from '@playwright/test'

import { expect } from '../fixtures.ts'
import type { Stage } from '../stage.ts'
import { expectTitle, fillSignIn } from './staff.ts'

/** A visitor finds the sign-in, a wrong password is told, and whoever signs in stands where the link led. */
export async function passTheDoor(page: Page, { portal }: Stage, name: string): Promise<void> {
  await page.goto(`${portal.url}/console/audit?action=staff`)
  await page.getByLabel('账号', { exact: true }).fill(name)
  await page.getByRole('textbox', { name: '密码', exact: true }).fill('not the password')
  await page.getByRole('button', { name: '登录', exact: true }).click()
  await expect(page.getByRole('alert')).toBeVisible()
  await fillSignIn(page, name)
  await expectTitle(page, '审计')
  expect(new URL(page.url()).search).toBe('?action=staff')
  expect(await page.title()).toContain('海豚加速')
  // No script reads the token, and no storage has it.
  expect(await page.evaluate('document.cookie')).not.toContain('yx_console')
  expect(await page.evaluate('JSON.stringify({ ...localStorage, ...sessionStorage })')).toBe('{}')
}

/** An unknown page is the console's own, a reload stays, and back is the page before. */
export async function walkAround(page: Page, { portal }: Stage): Promise<void> {
  await page.goto(`${portal.url}/console/no/such/page`)
  await expect(page.getByRole('heading', { name: '没有找到这个页面' }).first()).toBeVisible()
  await page.getByRole('link', { name: '回到首页' }).click()
  await expect(page).not.toHaveURL(/no\/such/)
  await page.goto(`${portal.url}/console/account`)
  await expectTitle(page, '我的账号')
  await page.reload()
  await expectTitle(page, '我的账号')
  await openByFinder(page, '团队')
  await expectTitle(page, '团队')
  await page.goBack()
  await expectTitle(page, '我的账号')
}

/** Ctrl-K, on a phone the sign in the bar. */
export async function openByFinder(page: Page, screen: string): Promise<void> {
  if (page.viewportSize()!.width < 960) await page.getByRole('button', { name: '搜用户' }).first().click()
  else await page.keyboard.press('Control+k')
  await page.getByRole('textbox', { name: '搜索' }).fill(screen)
  await page.getByRole('button', { name: screen, exact: true }).last().click()
}
