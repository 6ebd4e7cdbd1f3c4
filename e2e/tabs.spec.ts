import type { Locator, Page, Request, Response } from '@playwright/test'

import { writeAppKey } from '../contract/app-key.ts'
import { limits } from '../contract/limits.ts'
import { expect } from './fixtures.ts'
import { test } from './screen-stage.ts'

test.use({ visitor: 'old' })
const MOST_REQUESTS = 20
const isInfo = (request: Request) => request.url().endsWith('/api/user/info')

/**
 * The code that shows the page waits for the first answer. A look half a second later would share one that is still on its
 * way, and on a busy machine it may be.
 */
async function holdCode(page: Page): Promise<void> {
  const answered = page.waitForResponse((response) => isInfo(response.request()))
  await page.route('**/static/js/home-*.js', async (route) => {
    await answered
    await route.continue()
  })
}

test('whoever signs out in one tab is signed out in all of them', async ({ page, context }) => {
  await page.goto('/user')
  const other = await context.newPage()
  const answered: Response[] = []
  other.on('response', (response) => void (isInfo(response.request()) && answered.push(response)))
  await holdCode(other)
  await other.goto('/user/balance')
  await expect(other.getByText('导出 CSV')).toBeVisible()
  // Its own refresh, met by the sign-out, would lead to the other sentence: that the session is over.
  await expect.poll(() => answered.length).toBeGreaterThanOrEqual(2)
  if (page.viewportSize()!.width < 640) await page.getByRole('button', { name: '我的' }).click()
  await page.getByRole('button', { name: '退出登录' }).filter({ visible: true }).first().click()
  await page.waitForURL('**/login**')
  await other.waitForURL('**/login?**')
  expect(new URL(other.url()).searchParams.get('message')).toBe('未登录，请先登录')
  await expect(other.getByText('未登录，请先登录')).toBeVisible()
})

/** Not its height: beside the cards of a wide screen it is as high as they are. */
async function placeOf(card: Locator) {
  const { x, y, width } = (await card.boundingBox())!
  return { x, y, width }
}

for (const [visitor, figure] of [
  ['old', '剩余流量'],
  ['fresh', '选一个套餐，就可以安装线路了。'],
] as const) {
  test.describe(visitor, () => {
    test.use({ visitor })
    test('the first card stands before any code is there, and React draws the same in its place', async ({
      page,
      screens,
    }) => {
      // Of the two one is remembered on this device, by a credential that is no good any more.
      const isRemembered = visitor === 'old'
      if (isRemembered) await page.addInitScript(`localStorage.username = 'angler'; localStorage.password = 'dc1.old'`)
      let release = () => {}
      const looked = new Promise<void>((resolve) => (release = resolve))
      await page.route('**/static/js/main-*.js', async (route) => {
        await looked
        await route.continue()
      })
      await page.goto(`/user?app_key=${writeAppKey(screens[visitor].resellerId)}`, { waitUntil: 'commit' })
      const card = page.getByRole('main').locator('section').first()
      await expect(card).toContainText(figure)
      await expect(page.getByRole('main').getByText('加载中')).toHaveCount(isRemembered ? 1 : 0)
      const drawn = { words: await card.locator('p, span, a').allInnerTexts(), place: await placeOf(card) }
      release()
      await expect(page.locator('main#content')).toBeVisible()
      const words = await card.locator('p, span, a').allInnerTexts()
      // What was used today comes with an answer of its own.
      expect(words.filter((text) => !text.startsWith('今日'))).toEqual(drawn.words)
      expect(await placeOf(card)).toEqual(drawn.place)
    })
  })
}

test('each page of the user area asks for the user information anew, half a second after it shows', async ({
  page,
}) => {
  const all: Request[] = []
  const asked: Request[] = []
  page.on('request', (request) => void (all.push(request) && isInfo(request) && asked.push(request)))
  await holdCode(page)
  await page.goto('/user')
  await expect.poll(() => asked.length).toBe(2)
  // The page, its code and words, and its first answers: a phone fetches six at a time.
  expect(all.map((request) => request.url()).slice(MOST_REQUESTS)).toEqual([])

  const refreshed = page.waitForRequest(isInfo)
  const link = page.getByRole('link', { name: '购买套餐' }).or(page.getByRole('link', { name: '套餐', exact: true }))
  const leftAtMs = await link
    .filter({ visible: true })
    .first()
    .evaluate((element: { click(): void }) => {
      const now = Date.now()
      element.click()
      return now
    })
  const { startTime } = (await (await refreshed).response())!.request().timing()
  expect(startTime - leftAtMs).toBeGreaterThanOrEqual(limits.infoRefreshDelayMs - 1)
  await page.waitForURL('**/user/tcBuy')
  expect(asked).toHaveLength(3)
})
