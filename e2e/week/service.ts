import type { Page } from '@playwright/test'

import { buildAccount } from '../../server/test/build/factories.ts'
import { isPhone } from '../console/trip.ts'
import { expect } from '../fixtures.ts'
import type { Person } from './people.ts'
import type { Week } from './week.ts'

/** Sells a package to a user without one: the balance pays wholesale, and the customer's payment is noted. */
export async function sellByHand({ page, stage, agency }: Week): Promise<void> {
  const { portal, db } = stage
  const { id, userName } = await buildAccount(db, { resellerId: agency.resellerId, userName: 'walk.in' })
  await page.goto(`${portal.url}/console/users/${id}`)
  await page.getByRole('button', { name: isPhone(page) ? '开通套餐' : /^开通套餐 · 从余额付 ¥[\d.]+ 起$/ }).click()
  const sheet = page.getByRole('dialog', { name: `给 ${userName} 开通套餐` })
  await sheet.getByLabel('顾客付了多少（可不填）').fill('30')
  await sheet.getByRole('button', { name: /^开通 · 从余额付 ¥/ }).click()
  await expect(page.getByText('已开通').first()).toBeVisible()
  // What helps now is to get them connected.
  await expect(page.getByRole('button', { name: '发安装教程' })).toBeVisible()
  const { rows } = await db.pool.query(
    `select h.noted_fen::integer, h.cost_fen = o.wholesale_fen as at_wholesale, o.commission_fen::integer
       from hand_sales h join orders o on o.id = h.order_id where o.account_id = $1`,
    [id],
  )
  expect(rows).toEqual([{ noted_fen: 3000, at_wholesale: true, commission_fen: 0 }])
}

/** Search finds the middle of a name, chips narrow by node, also the other way round, and a bulk takes them. */
export async function findPeople({ page, stage }: Week, user: Person, node: string): Promise<void> {
  await page.goto(`${stage.portal.url}/console/users?q=week.o`)
  await expect(page.getByText('lin.week.one').first()).toBeVisible()
  await page.goto(`${stage.portal.url}/console/users`)
  await page.getByRole('button', { name: '筛选' }).click()
  const sheet = page.getByRole('dialog', { name: '筛选' })
  await sheet.getByRole('combobox', { name: '节点' }).click()
  await page.getByRole('option', { name: node }).click()
  await sheet.getByRole('button', { name: '按这些筛选' }).click()
  const chip = page.getByRole('button', { name: `节点 ${node}` })
  await expect(chip).toBeVisible()
  await expect(page.getByText(user.userName).first()).toBeVisible()
  await expect(page.getByText('lin.week.two')).toHaveCount(0)
  await page.getByRole('button', { name: '批量', exact: true }).click()
  const bulk = page.getByRole('dialog', { name: '新的批量' })
  await bulk.getByRole('button', { name: '预览' }).click()
  await expect(bulk.getByText('会影响 1 人')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(bulk).toHaveCount(0)
  await page.getByRole('button', { name: '筛选' }).click()
  await sheet.getByLabel('反过来：除了这些').check()
  await sheet.getByRole('button', { name: '按这些筛选' }).click()
  await expect(page.getByRole('button', { name: `除了 节点 ${node}` })).toBeVisible()
  await expect(page.getByText('lin.week.two').first()).toBeVisible()
  await expect(page.getByText(user.userName)).toHaveCount(0)
}

/** The user's page answers first; every action says in a line what it does; a pause and a message are one press away. */
export async function serveUser({ page, stage }: Week, { id, userName }: Person): Promise<void> {
  await page.goto(`${stage.portal.url}/console/users/${id}`)
  await page.getByLabel('备注').fill('换了新手机')
  await page.getByRole('button', { name: '添加备注' }).click()
  await expect(page.getByLabel('备注')).toHaveValue('')
  await page.goto(`${stage.portal.url}/console/users/${id}`)
  for (const told of ['到期', '最近连接', '在线设备'])
    await expect(page.getByText(told, { exact: true }).first()).toBeVisible()
  await expect(page.getByText(/^换了新手机 — /)).toBeInViewport()
  await openAction(page, '发消息')
  const message = page.getByRole('dialog', { name: `给 ${userName} 发消息` })
  await message.getByLabel('标题').fill('你好')
  await message.getByLabel('内容（Markdown）').fill('已经补了三天。')
  await message.getByRole('button', { name: '发送' }).click()
  await expect(page.getByText('已发送')).toBeVisible()
  await openAction(page, '代为暂停')
  await page
    .getByRole('dialog', { name: `代为暂停 · ${userName}` })
    .getByRole('button', { name: '代为暂停' })
    .click()
  await expect(page.getByText('已暂停').first()).toBeVisible()
  await page.goto(`${stage.portal.url}/console/money`)
  await page.getByRole('link', { name: '看批量' }).first().click()
  await expect(page).toHaveURL(/\/console\/bulk\/[\da-f-]{36}$/)
  await page.goto(`${stage.portal.url}/console/team`)
  await page.getByText('查看权限').first().click()
  await expect(page.getByRole('group').filter({ hasText: '查看权限' }).first()).toContainText(' · ')
  await page.getByRole('button', { name: '邀请同事' }).click()
  await expect(
    page.getByRole('dialog').getByText(/^回复工单，帮用户换节点、重置密码，查订单。.*看不到.*批发价/),
  ).toBeVisible()
}

async function openAction(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: '更多操作' }).last().click()
  const sheet = page.getByRole('dialog', { name: '更多操作' })
  const action = sheet.getByRole('button', { name, exact: true })
  await expect(action.locator('xpath=following-sibling::p')).not.toBeEmpty()
  await action.click()
}
