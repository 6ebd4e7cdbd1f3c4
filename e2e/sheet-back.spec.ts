import type { Page, Route } from '@playwright/test'

import { expect } from './fixtures.ts'
import { test as base } from './screen-stage.ts'
import { type SheetRow, sheetTable } from './sheet-table.ts'
import { takeLooks } from './take-looks.ts'

/** Uses a host name instead of a numeric address, because passkeys are offered only there. */
const named = (url: string) => url.replace('127.0.0.1', 'localhost')
const test = base.extend({
  baseURL: async ({ server }, use) => use(named(server.url)),
  storageState: async ({ storageState }, use) => {
    if (typeof storageState !== 'object') return use(storageState)
    await use({ ...storageState, origins: storageState.origins.map((at) => ({ ...at, origin: named(at.origin) })) })
  },
})
test.use({ visitor: 'old' })

const sheet = (page: Page) => page.getByRole('dialog')
/** The number of open sheets in the current history entry. */
const depth = (page: Page) => page.evaluate<number>('history.state?.sheets ?? 0')
const overflow = (page: Page) => page.evaluate<string>('getComputedStyle(document.body).overflow')
const length = (page: Page) => page.evaluate<number>('history.length')

test('going back closes every sheet and leaves the page, and going forward does not open it again', async ({
  page,
  faults,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const problems: string[] = []
  let before: SheetRow | null = null
  for (const row of sheetTable) {
    await test.step(row.file, async () => {
      try {
        if (before?.path !== row.path || before.answers !== row.answers) await openPage(page, row)
        await backAndForth(page, row)
        before = row
      } catch (error) {
        problems.push(`${row.file}: ${(error as Error).message}`)
        before = null
      }
      problems.push(...faults.splice(0).map((fault) => `${row.file}: ${fault}`))
    })
  }
  expect(problems).toEqual([])
})

async function openPage(page: Page, { path, answers = {} }: SheetRow): Promise<void> {
  await page.unrouteAll({ behavior: 'wait' })
  for (const [call, over] of Object.entries(answers)) await page.route(`**${call}`, (route) => overlay(route, over))
  await page.goto(path)
  await page.evaluate('window.stays = true')
}

async function overlay(route: Route, over: object): Promise<void> {
  const answer = await route.fetch()
  const body = (await answer.json()) as { data: object }
  await route.fulfill({ response: answer, json: { ...body, data: { ...body.data, ...over } } })
}

async function backAndForth(page: Page, { file, path, open, below = 0, isNarrow = false }: SheetRow): Promise<void> {
  await open(page)
  await expect(sheet(page).last()).toBeVisible()
  await expect(sheet(page)).toHaveCount(below + 1)
  await expect.poll(() => depth(page)).toBe(below + 1)
  // The page below does not scroll, and no style was made that the policy would refuse.
  expect(await overflow(page)).toBe('hidden')
  expect(await page.locator('style').count()).toBe(2)
  await takeLooks(page, `sheet-${file.split('/').at(-1)!.replace('.tsx', '')}`, { isNarrow })
  for (let left = below; left >= 0; left -= 1) {
    await page.goBack()
    await expect(sheet(page)).toHaveCount(left)
  }
  expect(await overflow(page)).toBe('visible')
  await page.goForward()
  await expect.poll(() => depth(page)).toBe(0)
  await expect(sheet(page)).toHaveCount(0)
  expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe(path)
  expect(await page.evaluate('window.stays')).toBe(true)
}

test('a sheet leaves no history entry, whether closed, left by its link, replaced by another, or reloaded', async ({
  page,
}) => {
  const mine = page.getByRole('button', { name: '我的' })
  await page.goto('/user/line_list')
  await page.getByRole('link', { name: '首页' }).filter({ visible: true }).click()
  await page.waitForURL('**/user')

  await test.step('closed', async () => {
    await mine.click()
    await expect.poll(() => depth(page)).toBe(1)
    await page.keyboard.press('Escape')
    await expect(sheet(page)).toHaveCount(0)
    await expect.poll(() => depth(page)).toBe(0)
    await page.goBack()
    await page.waitForURL('**/user/line_list')
    await page.goForward()
    await page.waitForURL('**/user')
  })

  await test.step('left by its link', async () => {
    await mine.click()
    await expect.poll(() => depth(page)).toBe(1)
    const entries = await length(page)
    await sheet(page).getByRole('link', { name: '鱼币明细' }).click()
    await page.waitForURL('**/user/balance')
    await expect(sheet(page)).toHaveCount(0)
    expect(await length(page)).toBe(entries)
    await page.goBack()
    await page.waitForURL('**/user')
    expect(await depth(page)).toBe(0)
    await expect(sheet(page)).toHaveCount(0)
    await page.goForward()
    await page.waitForURL('**/user/balance')
  })

  await test.step('replaced by another', async () => {
    await page.goto('/user/user_payment')
    await page.getByRole('button', { name: '账户充值' }).click()
    await sheet(page).getByRole('button', { name: '继续付款' }).click()
    await expect(page.getByRole('dialog', { name: '付款', exact: true })).toBeVisible()
    await expect.poll(() => depth(page)).toBe(1)
    await page.goBack()
    await expect(sheet(page)).toHaveCount(0)
    await page.waitForURL('**/user/user_payment')
  })

  await test.step('reloaded', async () => {
    await page.getByRole('button', { name: '账户充值' }).click()
    await expect.poll(() => depth(page)).toBe(1)
    await page.reload()
    await expect(page.getByRole('button', { name: '账户充值' })).toBeVisible()
    await expect.poll(() => depth(page)).toBe(0)
    await page.goBack()
    await page.waitForURL('**/user/balance')
  })

  await test.step('signed out from it', async () => {
    await mine.click()
    await sheet(page).getByRole('button', { name: '退出登录' }).click()
    await page.waitForURL('**/login')
    await page.goBack()
    await page.waitForURL((url) => url.pathname !== '/user/balance')
  })
})

test('going back in the demo stays in the demo', async ({ page }) => {
  await page.goto('/demo')
  const heading = (name: string) => page.getByRole('heading', { level: 1, name })
  const mine = page.getByRole('button', { name: '我的', exact: true })
  await mine.click()
  await expect.poll(() => depth(page)).toBe(1)
  await page.goBack()
  await expect(sheet(page)).toHaveCount(0)
  await mine.click()
  await sheet(page).getByRole('link', { name: '鱼币明细' }).click()
  await expect(heading('鱼币明细')).toHaveCount(1)
  await page.getByRole('link', { name: '线路', exact: true }).click()
  await expect(heading('线路列表')).toHaveCount(1)
  await page.goBack()
  await expect(heading('鱼币明细')).toHaveCount(1)
  await page.goBack()
  await expect(heading('首页')).toHaveCount(1)
  await page.goForward()
  await expect(heading('鱼币明细')).toHaveCount(1)
  expect(new URL(page.url()).pathname).toBe('/demo')
})
