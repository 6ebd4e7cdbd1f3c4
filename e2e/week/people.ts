import type { Page } from '@playwright/test'
import { readFile } from 'node:fs/promises'

import { api } from '../../contract/api.ts'
import { DAY_MS } from '../../contract/durations.ts'
import { buildSession } from '../../server/test/build/build-session.ts'
import { buildAccount } from '../../server/test/build/factories.ts'
import { buildLine, buildNode } from '../../server/test/build/line-desk.ts'
import { findIn, press } from '../console/door.ts'
import { makeMember, signIn } from '../console/staff.ts'
import { browserOf, isPhone } from '../console/trip.ts'
import { expect } from '../fixtures.ts'
import { call } from '../screen-user.ts'
import { besides, configOf, type Week } from './week.ts'

const SEARCH = '账号、邮箱、备注、ID、线路号'

export type Person = { id: number; resellerId: number; userName: string }

/** Four users of the shop: two run, one is paused, one has expired. */
export async function buildPeople({ stage, agency: { resellerId } }: Week): Promise<Person[]> {
  const { portal, db } = stage
  const offers = db.kysely.selectFrom('packageOffers as o').innerJoin('packages as p', 'p.id', 'o.packageId')
  const { id: packageId } = await offers
    .select('p.id')
    .where('o.resellerId', '=', resellerId)
    .where('o.period', '=', 'month')
    .where('p.kind', '=', 'plan')
    .orderBy('p.id')
    .executeTakeFirstOrThrow()
  const people: Person[] = []
  for (const [name, days] of [
    ['one', 3],
    ['two', 3],
    ['rest', 20],
    ['old', -2],
  ] as const) {
    const { id, userName } = await buildAccount(db, { resellerId, userName: `lin.week.${name}` })
    const expiresAt = new Date(Date.now() + days * DAY_MS + DAY_MS / 2)
    await db.kysely
      .insertInto('subscriptions')
      .values({ resellerId, accountId: id, packageId, period: 'month', expiresAt, totalBytes: 2 ** 36, lineLimit: 5 })
      .execute()
    people.push({ id, resellerId, userName })
  }
  await call(portal, api.accounts.freeze, { type: 'pause' }, await buildSession(db, people[2]!))
  return people
}

/** The preview tells the running, the paused and the expired apart, and leaves the expired out until asked. */
export async function previewDays({ page, stage }: Week): Promise<void> {
  await page.goto(`${stage.portal.url}/console/bulk`)
  await expect(page.getByText('还没有批量处理')).toBeVisible()
  await press(page, '用户')
  await page.getByLabel(SEARCH).fill('week')
  await expect(page.getByText('lin.week.one').first()).toBeVisible()
  await expect(page.getByText('key.holder')).toHaveCount(0)
  await page.getByRole('button', { name: '批量', exact: true }).click()
  const sheet = page.getByRole('dialog', { name: '新的批量' })
  await sheet.getByLabel('每人送几天').fill('3')
  await sheet.getByRole('button', { name: '预览' }).click()
  await expect(sheet.getByText('会影响 3 人')).toBeVisible()
  await expect(sheet.getByLabel(/^使用中 2 人/)).toBeChecked()
  await expect(sheet.getByLabel(/^暂停中 1 人/)).toBeChecked()
  const expired = sheet.getByLabel(/^已到期 1 人/)
  await expect(expired).not.toBeChecked()
  await expect(sheet.getByText('送天数会让套餐从现在重新开始。')).toBeVisible()
  await expired.click()
  await expect(sheet.getByText('会影响 4 人')).toBeVisible()
  await expect(expired).toBeEnabled()
  await expired.click()
  await expect(sheet.getByText('会影响 3 人')).toBeVisible()
  await expect(expired).toBeEnabled()
}

/** A run begun is on its own page, with its progress, and stands in the list without a reload. */
export async function watchTheRun({ page }: Week): Promise<void> {
  await page.getByRole('button', { name: /^给 3 人，付 ¥/ }).click()
  await expect(page).toHaveURL(/\/console\/bulk\/[\da-f-]{36}$/)
  await expect(page.getByText('3 / 3 人').first()).toBeVisible()
  await expect(page.getByText('已完成').first()).toBeVisible()
  await expect(page.getByRole('heading', { name: '每个人的结果' })).toBeVisible()
  await page.getByRole('link', { name: '批量记录' }).click()
  await expect(page.getByRole('article').filter({ hasText: '送 3 天' })).toContainText('已完成')
}

/** Line, user and days read the same for the user and for the office, also while the node rests or is down. */
export async function compareWords(week: Week, user: Person): Promise<{ node: string }> {
  const { page, browser, stage } = week
  const { portal, db } = stage
  const node = '大阪 7'
  const nodeId = await buildNode(db, { name: node, inMaintenance: true })
  await buildLine({ db, config: configOf(stage) }, user, nodeId)
  const context = await browserOf(browser, stage, user)
  const theirs = await context.newPage()
  for (const word of ['维护中', '不通', '正常']) {
    if (word !== '维护中') {
      await db.kysely.updateTable('nodes').set({ inMaintenance: false }).where('id', '=', nodeId).execute()
      const engine = word === '不通' ? 'down' : 'running'
      await db.kysely
        .updateTable('nodeStates')
        .set({ engine, seenAt: new Date() })
        .where('nodeId', '=', nodeId)
        .execute()
    }
    await page.goto(`${portal.url}/console/users/${user.id}`)
    await expect(page.getByRole('listitem').filter({ hasText: node }).first()).toContainText(word)
    await theirs.goto(`${portal.url}/user/line_list`)
    await expect(theirs.getByRole('listitem').filter({ hasText: node }).first()).toContainText(word)
  }
  await theirs.goto(`${portal.url}/user`)
  const left = theirs
    .getByText(/\d+ 天后到期/)
    .filter({ visible: true })
    .first()
  const days = /\d+ 天后到期/.exec((await left.textContent())!)![0]
  await expect(page.getByText(days).first()).toBeVisible()
  await context.close()
  return { node }
}

/** The reset link is ready to send: it opens the form filled in, and sets the new password. */
export async function handOutLink(week: Week, { id, userName }: Person): Promise<void> {
  const { page, stage } = week
  await page.goto(`${stage.portal.url}/console/users/${id}`)
  await page.getByRole('button', { name: '更多操作' }).last().click()
  await page.getByRole('dialog', { name: '更多操作' }).getByRole('button', { name: '重置密码' }).click()
  const question = page.getByRole('dialog', { name: `重置密码 · ${userName}` })
  await expect(question.getByText(/没有验证过的邮箱，只会收到/)).toBeVisible()
  await question.getByRole('button', { name: '重置密码' }).click()
  const shown = page.getByRole('dialog', { name: '重置链接，只显示这一次' })
  await expect(shown.getByRole('button', { name: '复制整段话' })).toBeVisible()
  const told = await shown.innerText()
  const link = /https?:\/\/\S+#\S+/.exec(told)![0]
  const code = /\b\d{12}\b/.exec(told)![0]
  await besides(week, async (other) => {
    await other.goto(link)
    await expect(other.getByLabel('验证码')).toHaveValue(code)
    await other.getByRole('textbox', { name: '新密码', exact: true }).fill('amber kettle 59')
    await other
      .getByRole('button', { name: /重置密码|设置新密码|保存/ })
      .first()
      .click()
    await expect(other.getByRole('link', { name: '去登录' })).toBeVisible()
  })
  await shown.getByRole('button', { name: '好了' }).click()
}

/** A second kind of help within three days needs a second member; a team of one asks the platform on the spot. */
export async function askThePlatform({ page, stage: { portal, db } }: Week, { id, userName }: Person): Promise<void> {
  const lock = (lockedAt: Date | null) =>
    db.kysely.updateTable('accounts').set({ lockedAt }).where('id', '=', id).execute()
  await lock(new Date())
  await page.goto(`${portal.url}/console/users/${id}`)
  await page.getByRole('button', { name: '更多操作' }).last().click()
  await page.getByRole('dialog', { name: '更多操作' }).getByRole('button', { name: '解锁账号' }).click()
  const question = page.getByRole('dialog', { name: `解锁账号 · ${userName}` })
  await question.getByRole('button', { name: '解锁账号' }).click()
  await expect(question.getByText(/请由另一位成员或平台处理/)).toBeVisible()
  await question.getByRole('button', { name: '告诉平台' }).click()
  const word = page.getByRole('dialog', { name: `告诉平台：${userName}` })
  await word.getByLabel('想说什么').fill('他换了手机，请帮他解锁')
  await word.getByRole('button', { name: '发给平台' }).click()
  await expect(page.getByText('已发给平台')).toBeVisible()
  await lock(null)
}

/** A bulk that begins with nobody asks whom, and a file of them is all that some want. */
async function exportFromBulk(page: Page, url: string, userName: string): Promise<void> {
  await page.goto(`${url}/console/bulk`)
  await page.getByRole('button', { name: '新的批量' }).click()
  const sheet = page.getByRole('dialog', { name: '新的批量' })
  await expect(sheet.getByRole('button', { name: '只导出名单' })).toHaveCount(0)
  await sheet.getByRole('combobox', { name: '给谁' }).click()
  await page.getByRole('option', { name: '使用中' }).click()
  const chosen = page.waitForEvent('download')
  await sheet.getByRole('button', { name: '只导出名单' }).click()
  expect(await readFile((await (await chosen).path())!, 'utf8')).toContain(userName)
}

/** Everybody or the ticked, in a file that a spreadsheet reads; the platform finds users and orders of every office. */
export async function exportAndFind(week: Week, people: readonly Person[]): Promise<void> {
  const { page, stage } = week
  const { portal, db } = stage
  await page.goto(`${portal.url}/console/users?q=week`)
  await expect(page.getByText(people[0]!.userName).first()).toBeVisible()
  const all = page.waitForEvent('download')
  if (isPhone(page)) await page.getByRole('button', { name: '更多操作' }).click()
  await page.getByRole('button', { name: '导出', exact: true }).click()
  const text = await readFile((await (await all).path())!, 'utf8')
  expect(text).toMatch(/^\uFEFFID,账号,/)
  for (const { userName } of people) expect(text).toContain(userName)
  for (const at of [0, 1]) await page.getByRole('checkbox', { name: '选中这一行' }).nth(at).check()
  const ticked = page.waitForEvent('download')
  await page.getByRole('region', { name: '已选 2 条' }).getByRole('button', { name: '导出 CSV' }).click()
  expect((await readFile((await (await ticked).path())!, 'utf8')).trim().split('\n')).toHaveLength(3)
  await exportFromBulk(page, portal.url, people[0]!.userName)
  const operator = await makeMember(db, 'week-operator', null)
  const { id } = await db.kysely
    .selectFrom('orders')
    .select('id')
    .orderBy('createdAt', 'desc')
    .executeTakeFirstOrThrow()
  await besides(week, async (other) => {
    await signIn(other, portal.url, operator.name)
    await findIn(other, people[0]!.userName)
    await expect(other.getByRole('button', { name: new RegExp(`^${people[0]!.userName}`) })).toBeVisible()
    await findIn(other, id)
    await expect(other.getByRole('button', { name: new RegExp(`^${id}`) })).toBeVisible()
  })
}
