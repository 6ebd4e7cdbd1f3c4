import type { Language } from '../../contract/languages.ts'
import { LANGUAGE_COOKIE } from '../../contract/page.ts'
import { codeIn } from '../../server/test/outside/read-mail.ts'
import { findIn } from '../console/door.ts'
import { nextCode } from '../console/factor.ts'
import { OWNER_MAIL } from '../console/opening.ts'
import { expectTitle, fillSignIn, signIn } from '../console/staff.ts'
import { isPhone, OPERATOR_CONTACT } from '../console/trip.ts'
import { findCut } from '../find-cut.ts'
import { expect } from '../fixtures.ts'
import { besides, type Week } from './week.ts'

/** Names instead of codes, before and after, members to choose from, and no looks until they are asked for. */
export async function readAudit({ page, stage, agency }: Week): Promise<void> {
  const { portal } = stage
  await page.goto(`${portal.url}/console/invites`)
  await page.getByRole('button', { name: '修改' }).first().click()
  const percent = page.getByRole('dialog', { name: '邀请佣金' })
  await percent.getByLabel('佣金百分比').fill('12')
  await percent.getByRole('button', { name: '改成 12%' }).click()
  await expect(page.getByText('佣金比例已改')).toBeVisible()
  await page.goto(`${portal.url}/console/audit`)
  await page.getByRole('button', { name: '更改代理条件' }).first().click()
  const entry = page.getByRole('dialog')
  await expect(entry).toContainText('之前')
  await expect(entry).toContainText('12')
  await expect(entry).toContainText(agency.owner.name)
  await page.keyboard.press('Escape')
  await expect(entry).toHaveCount(0)
  const list = page.getByRole('main')
  await expect(list).not.toContainText('查看用户')
  await expect(list).not.toContainText(/\b(?:staff|account|reseller):\d/)
  await page.getByRole('button', { name: '筛选' }).click()
  const sheet = page.getByRole('dialog', { name: '筛选' })
  await sheet.getByRole('combobox', { name: '谁' }).click()
  await page.getByRole('option', { name: 'week-support' }).click()
  await sheet.getByRole('button', { name: '按这些筛选' }).click()
  await expect(page.getByRole('button', { name: /谁 week-support/ })).toBeVisible()
}

const SCREENS = ['', 'users', 'orders', 'cards', 'prices', 'money']

/** No word of the daily screens is cut in English or Traditional, and Traditional says 使用者, 序號, 提領, 方案. */
export async function readOtherLanguages({ page, stage: { portal } }: Week): Promise<void> {
  const found: string[] = []
  const speak = (value: Language) =>
    page.context().addCookies([{ name: LANGUAGE_COOKIE, value, url: new URL(page.url()).origin }])
  for (const language of ['en', 'zh-TW'] satisfies Language[]) {
    await speak(language)
    for (const screen of SCREENS) {
      await page.goto(`${portal.url}/console/${screen}`)
      await expect(page.getByRole('heading', { level: 1 })).not.toBeEmpty()
      await expect(page.locator('main [role=status]:has(.mantine-Skeleton-root)')).toHaveCount(0)
      for (const told of await findCut(page)) found.push(`${language} ${screen}: ${told}`)
    }
  }
  expect(found).toEqual([])
  const rail = await page.locator('aside nav').textContent()
  for (const word of ['使用者', '序號', '提領']) expect(rail).toContain(word)
  await page.goto(`${portal.url}/console/users`)
  expect(await page.evaluate('document.body.textContent')).not.toMatch(/用戶|卡密|套餐/)
  await speak('zh-CN')
}

/** The reseller sees its nodes, tells the platform, and hears by the bell, which can be told to be quiet. */
export async function ringTheBell(week: Week, node: string): Promise<void> {
  const { page, stage } = week
  const { portal, db } = stage
  await db.pool.query(
    `update node_states set engine = 'down', seen_at = now() where node_id = (select id from nodes where name = $1)`,
    [node],
  )
  await page.goto(`${portal.url}/console/network`)
  const row = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: node }) })
  await expect(row).toContainText('用户连不上：节点的服务停了。正在处理。')
  await expect(page.getByRole('heading', { name: '预定维护' })).toBeVisible()
  await row.getByRole('button', { name: '告诉平台' }).click()
  const word = page.getByRole('dialog', { name: `告诉平台：${node}` })
  await word.getByLabel('想说什么').fill('下午开始连不上')
  await word.getByRole('button', { name: '发给平台' }).click()
  await expect(page.getByText('已发给平台')).toBeVisible()
  await besides(week, async (other) => {
    await signIn(other, portal.url, 'week-operator')
    await other.getByRole('button', { name: /^提醒/ }).click()
    await expect(other.getByRole('dialog', { name: '提醒' })).toContainText('下午开始连不上')
  })
  await page.reload()
  await page.getByRole('button', { name: /^提醒/ }).click()
  const bell = page.getByRole('dialog', { name: '提醒' })
  await expect(bell.getByText('审核通过，现在可以在线收款')).toBeVisible()
  await bell.getByText('选择提醒什么').click()
  await bell.getByRole('switch', { name: '审核通过' }).click()
  await expect(bell.getByRole('switch', { name: '审核通过' })).not.toBeChecked()
  await page.keyboard.press('Escape')
}

/** The owner comes back by the verified address and the factor, and reads whom to ask otherwise. */
export async function comeBack(week: Week): Promise<void> {
  const { stage, agency } = week
  const { portal, db, mailbox } = stage
  const password = 'a second quiet harbour'
  await besides(week, async (other) => {
    await other.goto(`${portal.url}/console`)
    await other.getByRole('button', { name: '忘了密码，或者丢了验证器？' }).click()
    await expect(other.getByText(`平台联系方式：${OPERATOR_CONTACT}`)).toBeVisible()
    await other.getByLabel('账号', { exact: true }).fill(agency.owner.name)
    await other.getByLabel('验证过的邮箱').fill(OWNER_MAIL)
    await other.getByRole('button', { name: '发送验证码' }).click()
    const sent = () => mailbox.received.filter(({ to, subject }) => to === OWNER_MAIL && subject.includes('验证码'))
    await expect.poll(() => sent().length).toBe(2)
    await other.getByLabel('邮箱验证码').fill(codeIn(sent()[1]!))
    await other.getByLabel('两步验证码').fill(await nextCode(db, agency.owner.secret))
    await other.getByRole('textbox', { name: '新密码', exact: true }).fill(password)
    await other.getByRole('button', { name: '设置新密码' }).click()
    await expect(other.getByText(/72 小时内不能动钱、密钥和团队/)).toBeVisible()
    await other.getByRole('button', { name: '回到登录' }).click()
    await fillSignIn(other, agency.owner.name, password)
    await other.getByLabel('两步验证码').fill(await nextCode(db, agency.owner.secret))
    await other.getByRole('button', { name: '登录', exact: true }).click()
    await expectTitle(other, '概览')
  })
}

/** On a phone rows are two lines and six fit; on a desk arrows walk the list and Ctrl-K acts. */
export async function workQuickly({ page, stage }: Week): Promise<void> {
  await page.goto(`${stage.portal.url}/console/users`)
  if (isPhone(page)) {
    const rows = page.getByRole('list', { name: '用户' }).getByRole('listitem')
    await expect(rows.nth(3)).toBeVisible()
    const { height } = (await rows.first().boundingBox())!
    expect(height).toBeLessThan(90)
    await expect(page.getByRole('button', { name: '导出', exact: true })).toHaveCount(0)
    await page.getByRole('button', { name: '更多操作' }).click()
    await expect(page.getByRole('dialog').getByRole('button', { name: '导出', exact: true })).toBeVisible()
    await page.keyboard.press('Escape')
  } else {
    await expect(page.locator('tr[data-row="1"]')).toBeVisible()
    await page.locator('body').press('ArrowDown')
    await expect(page.locator('tr[data-row="0"]')).toBeFocused()
    await page.keyboard.press('ArrowDown')
    await expect(page.locator('tr[data-row="1"]')).toBeFocused()
  }
  await findIn(page, 'lin.week')
  await expect(page.getByRole('button', { name: /lin\.week\.two.*天后到期.*正常/s })).toBeVisible()
  await findIn(page, '买卡密')
  await page.getByRole('button', { name: '买卡密', exact: true }).last().click()
  await expect(page.getByRole('dialog', { name: '买卡密' })).toBeVisible()
}

/** Figures stand right under a right-aligned head; the main action has one place; a list waits in its own shape. */
export async function lookAtOrder({ page, stage }: Week): Promise<void> {
  const bones = Promise.withResolvers<void>()
  await page.route('**/api/console/users/list*', async (route) => {
    await bones.promise
    await route.continue()
  })
  await page.goto(`${stage.portal.url}/console/users`)
  await expect(page.locator('main [role=status] .mantine-Skeleton-root').first()).toBeVisible()
  bones.resolve()
  const main = page.getByRole('button', { name: '新建', exact: true })
  const { x, y } = (await main.boundingBox())!
  const { width, height } = page.viewportSize()!
  if (isPhone(page)) return expect(y).toBeGreaterThan(height - 220)
  expect([x > width / 2, y < 90]).toEqual([true, true])
  await expect(page.locator('tr[data-row="0"]')).toBeVisible()
  const edges = await page.evaluate<number[]>(EDGES)
  expect(edges[0]! - edges[1]!).toBeLessThan(24)
}

/** Where the words of the balance's head and of its first figure end. */
const EDGES = `(() => {
  const at = [...document.querySelectorAll('main th')].findIndex((head) => head.textContent.trim() === '余额')
  const end = (cell) => {
    const range = document.createRange()
    range.selectNodeContents(cell)
    return range.getBoundingClientRect().right
  }
  return [end(document.querySelectorAll('main th')[at]), end(document.querySelector('main tr[data-row="0"]').children[at])]
})()`
