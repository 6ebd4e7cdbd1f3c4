import type { Page } from '@playwright/test'

import type { Db } from '../server/platform/db/db.ts'
import { openScreens } from './console/screens.ts'
import { expectTitle, makeMember, signIn } from './console/staff.ts'
import { COLLEAGUE, join } from './console/team.ts'
import { test as base } from './console/trip.ts'
import { expect } from './fixtures.ts'
import type { Stage } from './stage.ts'
import { takeLooks } from './take-looks.ts'

const test = base.extend({
  serverEnv: async ({ serverEnv }, use) => use({ ...serverEnv, SANDBOX_HISTORY: 'on' }),
})
const QUESTION = '没反应，网页打不开。早上还好好的。'

test('support is hired, lands on the queue, helps in four clicks, answers what was done, and sees no margin anywhere', async ({
  page,
  stage,
  browser,
}) => {
  const { portal, db } = stage
  await hire(await (await browser.newContext()).newPage(), stage)
  await join(page, stage)
  // A page that is opened sooner ends the call that lets the member in.
  await expect(page).not.toHaveURL(/\/console\/join/)
  await page.goto(`${portal.url}/console/`)
  await expectTitle(page, '工单')
  await expect(page.getByRole('link', { name: /^工单 \d+ 个工单在等回复/ }).filter({ visible: true })).toBeVisible()

  const heard: string[] = []
  page.on('response', async (answer) => {
    if (answer.url().includes('/api/console/')) heard.push(await answer.text().catch(() => ''))
  })
  await page.getByRole('link', { name: QUESTION }).click()
  const now = page.locator('section').filter({ has: page.getByRole('heading', { name: '用户现在' }) })
  await expect(now).toContainText('标准版')
  await expect(now).toContainText('洛杉矶')
  await expect(page.getByRole('heading', { name: '最近发生的' })).toBeVisible()
  // No answer claims a move that nobody made.
  await expect(page.getByRole('button', { name: '连不上：先试这几步' })).toBeVisible()
  await expect(page.getByRole('button', { name: '已换节点' })).toHaveCount(0)
  await expect(page.getByRole('button', { name: '送 1 天' })).toHaveCount(0)
  await takeLooks(page, 'desk')
  await page.getByRole('button', { name: '换节点', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: '东京' }).click()
  const answer = page.getByRole('textbox', { name: '回复' })
  await expect(answer).toHaveValue(/我们给你换了节点，现在的线路是：.*东京/)
  await expect(now).toContainText('东京')
  // Another template takes the place of one that nobody touched.
  await page.getByRole('button', { name: '连不上：先试这几步' }).click()
  await expect(answer).toHaveValue(/^(?!.*换了节点)[^]*请按顺序试一下/)
  await page.getByRole('button', { name: '已换节点' }).click()
  await expect(answer).toHaveValue(/^(?![^]*请按顺序试一下)[^]*换了节点/)
  await page.getByRole('button', { name: '发送回复' }).click()
  await expect(page.getByText('等用户回复')).toBeVisible()
  await expect(page.getByRole('img', { name: /个工单在等回复/ }).filter({ visible: true })).toHaveCount(0)

  const secret = await findWholesale(db)
  expect(secret.length).toBeGreaterThan(0)
  const shown: string[] = []
  await openScreens(page, async () => {
    shown.push(await page.locator('body').innerText())
  })
  // The screens of this role that the rail does not name: `screens.test.ts` has the whole list.
  for (const path of ['users/renewals', 'cards/keys', 'cards/gifts'])
    await open(page, `${portal.url}/console/${path}`, shown)
  for (const list of ['users', 'orders', 'payments']) await openOne(page, portal.url, list, shown)
  expect(shown.length).toBeGreaterThan(14)
  for (const text of shown) {
    for (const amount of secret) expect(text).not.toContain(amount)
    expect(text).not.toContain('毛利')
  }
  for (const text of heard) expect(text).not.toMatch(/"(?:wholesaleFen|marginFen|costFen|owedFen)":-?\d/)
})

/** The owner invites by mail; support is what a new colleague is unless somebody says otherwise. */
async function hire(page: Page, { portal, db }: Stage): Promise<void> {
  await makeMember(db, 'hires260', 260)
  await signIn(page, portal.url, 'hires260', '/team')
  await page.getByRole('button', { name: '邀请同事' }).click()
  await page.getByLabel('邮箱').fill(COLLEAGUE)
  await page.getByRole('button', { name: '发出邀请' }).click()
  await expect(page.getByText('邀请已寄出')).toBeVisible()
  await page.context().close()
}

async function open(page: Page, url: string, shown: string[]): Promise<void> {
  await page.goto(url)
  await expect(page.getByRole('main')).toBeVisible()
  await expect(page.getByRole('status', { name: '加载中' })).toHaveCount(0)
  await expect(page.locator('.mantine-Skeleton-root').filter({ visible: true })).toHaveCount(0)
  shown.push(await page.locator('body').innerText())
}

/** The first thing of a list, with all that its page tells. */
async function openOne(page: Page, url: string, list: string, shown: string[]): Promise<void> {
  await page.goto(`${url}/console/${list}`)
  const first = page.locator(`main a[href^="/console/${list}/"]`).filter({ visible: true }).first()
  await open(page, `${url}${await first.getAttribute('href')}`, shown)
}

/** What the reseller pays for what it sells, in yuan, where no user pays as much for anything. */
async function findWholesale({ pool }: Db): Promise<string[]> {
  const { rows } = await pool.query<{ fen: string }>(
    `select distinct wholesale_fen as fen from orders where reseller_id = 260 and wholesale_fen > 0
      and wholesale_fen not in (select retail_fen from package_offers union select total_fen from orders
                                union select amount_fen from payments)`,
  )
  return rows.map(({ fen }) => `¥${(Number(fen) / 100).toFixed(2)}`)
}
