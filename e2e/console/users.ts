import type { Page } from '@playwright/test'

import { DAY_MS } from '../../contract/durations.ts'
import { expectAccessible } from '../check-screen.ts'
import { expect } from '../fixtures.ts'
import type { Stage } from '../stage.ts'
import { expectTitle } from './staff.ts'
import type { Agency } from './trip.ts'

const NAMES = ['ends.soon.one', 'ends.soon.two']

/**
 * From the overview to all users whose plan ends this week: gives everybody three days for the amount on the button.
 */
export async function giveDays(page: Page, { portal, db }: Stage, { resellerId }: Agency): Promise<void> {
  const before = await buildEnding(db, resellerId)
  // What was counted is some minutes old; without it the next look has them counted.
  await db.kysely.deleteFrom('officeContacts').where('resellerId', '=', resellerId).execute()
  await page.goto(`${portal.url}/console/`)
  await page.getByRole('link', { name: '2 人 7 天内到期' }).click()
  await expectTitle(page, '用户')
  for (const name of NAMES) await expect(page.getByText(name).first()).toBeVisible()
  await page.getByRole('button', { name: '批量', exact: true }).click()
  const sheet = page.getByRole('dialog', { name: '新的批量' })
  await expect(sheet.getByText('7 天内到期', { exact: true })).toBeVisible()
  await sheet.getByLabel('每人送几天').fill('3')
  await sheet.getByRole('button', { name: '预览' }).click()
  await expect(sheet.getByText('会影响 2 人')).toBeVisible()
  await sheet.getByRole('button', { name: /^给 2 人，付 ¥/ }).click()
  await expect(page).toHaveURL(/\/console\/bulk\/[\da-f-]{36}$/)
  await expect(page.getByText('2 / 2 人').first()).toBeVisible()
  await expect(page.getByText('已完成').first()).toBeVisible()
  const after = await db.kysely
    .selectFrom('subscriptions')
    .select('expiresAt')
    .where('accountId', 'in', before.ids)
    .execute()
  for (const { expiresAt } of after) expect(Number(expiresAt) - Number(before.expiresAt)).toBe(3 * DAY_MS)
}

/** Opens one user and blocks them with a reason. */
export async function blockUser(page: Page, { portal, db }: Stage): Promise<void> {
  const name = NAMES[0]!
  const user = db.kysely.selectFrom('accounts').select('id').where('userName', '=', name)
  await page.goto(`${portal.url}/console/users/${(await user.executeTakeFirstOrThrow()).id}`)
  await expect(page.getByRole('heading', { name }).first()).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: '更多操作' }).click()
  await page.getByRole('dialog', { name: '更多操作' }).getByRole('button', { name: '停用账号' }).click()
  const question = page.getByRole('dialog', { name: `停用账号 · ${name}` })
  await question.getByLabel('原因，用户会看到').fill('核实中')
  await question.getByRole('button', { name: '停用账号' }).click()
  await expect(page.getByText('已停用：核实中')).toBeVisible()
}

async function buildEnding(db: Stage['db'], resellerId: number): Promise<{ ids: number[]; expiresAt: Date }> {
  const plan = await db.kysely
    .selectFrom('packageOffers as o')
    .innerJoin('packages as p', 'p.id', 'o.packageId')
    .select('p.id')
    .where('o.resellerId', '=', resellerId)
    .where('o.period', '=', 'month')
    .where('p.kind', '=', 'plan')
    .orderBy('p.id')
    .executeTakeFirstOrThrow()
  const ids: number[] = []
  const expiresAt = new Date(Date.now() + 3 * DAY_MS)
  for (const userName of NAMES) {
    const account = { resellerId, userName, passwordHash: 'x', inviteCode: `E2E${userName}` }
    const { id } = await db.kysely.insertInto('accounts').values(account).returning('id').executeTakeFirstOrThrow()
    await db.kysely
      .insertInto('subscriptions')
      .values({ resellerId, accountId: id, packageId: plan.id, period: 'month', expiresAt, totalBytes: 1000 })
      .execute()
    ids.push(id)
  }
  return { ids, expiresAt }
}
