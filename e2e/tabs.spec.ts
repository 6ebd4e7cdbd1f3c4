import type { Locator, Page, Request, Response } from '@playwright/test'

import { writeAppKey } from '../contract/app-key.ts'
import { limits } from '../contract/limits.ts'
import { expect } from './fixtures.ts'
import { test } from './screen-stage.ts'

test.use({ visitor: 'old' })
const MOST_REQUESTS = 20
/** The headless shell shows no tab: it does not fetch the icon, and so not the logo of the same address again. */
const OF_ICON = 2
const isInfo = (request: Request) => request.url().endsWith('/api/user/info')

/**
 * Holds the page's code until the first answer has come. Otherwise the load half a second later could share an answer
 * that is still under way on a busy machine.
 */
async function stallCode(page: Page): Promise<void> {
  const answered = page.waitForResponse((response) => isInfo(response.request()))
  await page.route('**/static/js/home-*.js', async (route) => {
    await answered
    await route.continue()
  })
}

test('signing out in one tab signs out all tabs', async ({ page, context }) => {
  await page.goto('/user')
  const other = await context.newPage()
  const answered: Response[] = []
  other.on('response', (response) => void (isInfo(response.request()) && answered.push(response)))
  await stallCode(other)
  await other.goto('/user/balance')
  await expect(other.getByText('导出 CSV')).toBeVisible()
  // Wait: if the sign-out met this tab's own refresh, it would show the other sentence, that the session is over.
  await expect.poll(() => answered.length).toBeGreaterThanOrEqual(2)
  if (page.viewportSize()!.width < 640) await page.getByRole('button', { name: '我的' }).click()
  await page.getByRole('button', { name: '退出登录' }).filter({ visible: true }).first().click()
  await page.waitForURL('**/login**')
  await other.waitForURL('**/login?**')
  expect(new URL(other.url()).searchParams.get('message')).toBe('未登录，请先登录')
  await expect(other.getByText('未登录，请先登录')).toBeVisible()
})

/** Leaves out the height: beside the cards of a wide screen it follows theirs. */
async function placeOf(card: Locator) {
  const { x, y, width } = (await card.boundingBox())!
  return { x, y, width }
}

/** Leaves out today's traffic, which comes with a separate answer. */
function htmlOf(card: Locator): Promise<string> {
  return card.evaluate((element: { outerHTML: string }) =>
    element.outerHTML.replace(/(<div class="[^"]*today[^"]*">).*?<\/div>/s, '$1</div>'),
  )
}

for (const [visitor, figure] of [
  ['old', '剩余流量'],
  ['fresh', '选一个套餐，付完线路自动装好。'],
] as const) {
  test.describe(visitor, () => {
    test.use({ visitor })
    test('shows the first card before any code has loaded, and React draws the same in its place', async ({
      page,
      screens,
    }) => {
      // One of the two visitors is remembered on this device, by a credential that no longer works.
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
      const drawn = { html: await htmlOf(card), place: await placeOf(card) }
      release()
      await expect(page.locator('main#content')).toBeVisible()
      expect(await htmlOf(card)).toBe(drawn.html)
      expect(await placeOf(card)).toEqual(drawn.place)
    })
  })
}

test('each page of the user area reloads the user information half a second after it appears', async ({ page }) => {
  const all: Request[] = []
  const asked: Request[] = []
  page.on('request', (request) => void (all.push(request) && isInfo(request) && asked.push(request)))
  await stallCode(page)
  await page.goto('/user')
  await expect.poll(() => asked.length).toBe(2)
  // The page, its code and words, and its first answers: a phone fetches six at a time.
  const hasTabs = all.some((request) => request.resourceType() === 'other')
  expect(all.map((request) => request.url()).slice(MOST_REQUESTS - (hasTabs ? 0 : OF_ICON))).toEqual([])

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
