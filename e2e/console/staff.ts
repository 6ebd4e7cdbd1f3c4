import type { Page } from '@playwright/test'

import type { RoleName } from '../../contract/role-names.ts'
import type { Db } from '../../server/platform/db/db.ts'
import { hashPassword } from '../../server/platform/secrets/passwords.ts'
import { expect } from '../fixtures.ts'

export const STAFF_PASSWORD = 'a calm office by the water'

/** Makes a member without a factor: on loopback none is required. */
export async function makeMember(db: Db, name: string, resellerId: number | null, role: RoleName = 'owner') {
  const values = { name, resellerId, role, passwordHash: await hashPassword(STAFF_PASSWORD), createdAt: new Date() }
  const { id } = await db.kysely.insertInto('staff').values(values).returning('id').executeTakeFirstOrThrow()
  return { id, name }
}

export async function fillSignIn(page: Page, name: string, password = STAFF_PASSWORD): Promise<void> {
  await page.getByLabel('账号', { exact: true }).fill(name)
  await page.getByRole('textbox', { name: '密码', exact: true }).fill(password)
  await page.getByRole('button', { name: '登录', exact: true }).click()
}

export async function signIn(page: Page, url: string, name: string, at = '', password = STAFF_PASSWORD): Promise<void> {
  await page.goto(`${url}/console${at}`)
  await fillSignIn(page, name, password)
  await expect(page.getByRole('navigation', { name: '主导航' }).first()).toBeAttached()
}

/** Checks the title of the top bar. */
export async function expectTitle(page: Page, title: string): Promise<void> {
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
}

/** As if eleven minutes had passed since the factor was shown. */
export async function forgetProof(db: Db): Promise<void> {
  await db.pool.query(`update staff_sessions set proved_at = proved_at - interval '11 minutes'`)
}

/** As if the session had been ended from another device. */
export async function endSessions(db: Db): Promise<void> {
  await db.pool.query('delete from staff_sessions')
}
