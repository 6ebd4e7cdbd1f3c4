import type { Page } from '@playwright/test'

import { fundReseller } from '../../server/test/build/money-factories.ts'
import { expectAccessible } from '../check-screen.ts'
import { expect } from '../fixtures.ts'
import type { Stage } from '../stage.ts'

/** Users whose plan ends this week get three days together, for the amount that stood on the button; one is then helped. */
export async function workOnUsers(page: Page, { portal, db }: Stage): Promise<void> {
  const names = ['ends.soon.one', 'ends.soon.two']
  const ids = await buildEnding(db, names)
  await fundReseller(db, 260, 10_000)

  await page.goto(`${portal.url}/console/users?endsWithinDays=7&sort=name&q=ends.soon`)
  for (const name of names) await expect(page.getByText(name).first()).toBeVisible()
  for (const box of await page.getByRole('checkbox', { name: '选中这一行' }).all()) await box.check()
  await page.getByRole('region', { name: '已选 2 条' }).getByRole('button', { name: '送天数' }).click()
  const sheet = page.getByRole('dialog', { name: '新的批量' })
  await sheet.getByRole('button', { name: '预览' }).click()
  await expect(sheet.getByText('会影响 2 人')).toBeVisible()
  await sheet.getByRole('button', { name: /^给 2 人，付 ¥/ }).click()
  await expect(page).toHaveURL(/\/console\/bulk$/)
  await expect(page.getByText('2 / 2 人').first()).toBeVisible()
  await expect(page.getByText('已完成').first()).toBeVisible()

  await page.goto(`${portal.url}/console/users/${ids[0]}`)
  await expect(page.getByRole('heading', { name: names[0]! }).first()).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: '更多操作' }).click()
  await page.getByRole('dialog', { name: '更多操作' }).getByRole('button', { name: '停用账号' }).click()
  const question = page.getByRole('dialog', { name: `停用账号 · ${names[0]}` })
  await question.getByLabel('原因，用户会看到').fill('核实中')
  await question.getByRole('button', { name: '停用账号' }).click()
  await expect(page.getByText('已停用：核实中')).toBeVisible()
}

async function buildEnding(db: Stage['db'], names: readonly string[]): Promise<number[]> {
  const plan = await db.kysely
    .selectFrom('packageOffers as o')
    .innerJoin('packages as p', 'p.id', 'o.packageId')
    .select('p.id')
    .where('o.resellerId', '=', 260)
    .where('o.period', '=', 'month')
    .where('p.kind', '=', 'plan')
    .orderBy('p.id')
    .executeTakeFirstOrThrow()
  const ids: number[] = []
  for (const userName of names) {
    const account = { resellerId: 260, userName, passwordHash: 'x', inviteCode: `E2E${userName}` }
    const { id } = await db.kysely.insertInto('accounts').values(account).returning('id').executeTakeFirstOrThrow()
    const expiresAt = new Date(Date.now() + 3 * 86_400_000)
    await db.kysely
      .insertInto('subscriptions')
      .values({ resellerId: 260, accountId: id, packageId: plan.id, period: 'month', expiresAt, totalBytes: 1000 })
      .execute()
    ids.push(id)
  }
  return ids
}
