import { openScreen, watchTraffic } from './check-screen.ts'
import { expect } from './fixtures.ts'
import { test } from './screen-stage.ts'
import { screenTable } from './screen-table.ts'

/** What begins lower is not seen with the first glance at a phone. */
const LINE = 300
/** A page within the page has most of the window. */
const LEAST_PAGE = 480

/**
 * What one came for: the first field, choice, row or page within the page. /notFound has only its sentence and one
 * button, in the middle of the screen.
 */
const FIRST: Record<string, string> = {
  '/login': 'main a, main input',
  '/reg': 'main input',
  '/find_pass': 'main input',
  '/dailiPay': 'main input',
  '/online': 'main section, main h3',
  '/demo': 'main a[href="/user/tcBuy"]',
  '/loginMonitor': 'main input',
  '/inner': 'main dl',
  '/monitor': 'main section',
  '/user': 'main a[href="/user/tcBuy"]',
  '/user/userPay': 'main section button',
  '/user/tcBuy': 'main fieldset label',
  '/user/emailBind': 'main section button',
  '/user/invite': 'main section button',
  '/user/kmList': 'main textarea',
  '/user/line_install': 'main li button',
  '/user/line_list': 'main section button',
  '/user/balance': 'main section label',
  '/user/traffic_rank': 'main section',
  '/user/usage_record': 'main iframe',
  '/user/customer_service': 'main iframe',
  '/user/agreement': 'main iframe',
  '/user/open_agency': 'main input',
  '/user/use_tutorial': 'main iframe',
  '/user/message': 'main iframe',
  '/user/user_payment': 'main section label',
  '/user/freeze_acc': 'main section button',
  '/user/change_pass': 'main input',
  '/user/speedMode': 'main [aria-pressed]',
}

/** Below that a desk looks unfinished. */
const HIGHEST_END = 0.45 * 900
/** Cards, frames and buttons: the lowest of them is where a page ends. */
const ENDS = 'main :is(section, iframe, button, a)'

test.use({ visitor: 'old', viewport: { width: 390, height: 844 } })

test('on every screen the first thing to fill in, choose or read is in sight', async ({ page }) => {
  const traffic = watchTraffic(page)
  const low: string[] = []
  const shown = screenTable.filter(({ path, old }) => old.at === path && path !== '/notFound')
  expect(shown.map(({ path }) => path).sort()).toEqual(Object.keys(FIRST).sort())
  for (const { path, old } of shown) {
    await openScreen(page, traffic, path, old, 'zh-CN')
    const first = page.locator(FIRST[path]!).filter({ visible: true }).first()
    await expect(first, path).toBeVisible()
    const { y, height } = (await first.boundingBox())!
    if (y >= LINE) low.push(`${path}: ${Math.round(y)}`)
    if (FIRST[path] === 'main iframe' && height < LEAST_PAGE) low.push(`${path}: only ${Math.round(height)} high`)
  }
  expect(low).toEqual([])
})

test('three plans, each with its price and its button, fit one screen', async ({ page }) => {
  await page.goto('/user/tcBuy')
  const plans = page.getByRole('article')
  await expect(plans).toHaveCount(3)
  const bar = (await page.getByRole('navigation').last().boundingBox())!
  for (const plan of await plans.all()) {
    await expect(plan).toContainText(/\d鱼币/)
    const { y, height } = (await plan.getByRole('button').boundingBox())!
    expect(y + height).toBeLessThanOrEqual(bar.y)
  }
  // The way to renew stands once, on the user's own plan.
  await expect(page.getByRole('button', { name: /^续费/ })).toHaveCount(1)
})

for (const visitor of ['old', 'fresh'] as const) {
  test.describe(`on the desk of the ${visitor} user`, () => {
    test.use({ visitor, viewport: { width: 1440, height: 900 }, isMobile: false, hasTouch: false })

    test('no page ends high up', async ({ page }) => {
      const traffic = watchTraffic(page)
      const high: string[] = []
      for (const { path } of screenTable.filter(({ path, old }) => old.at === path && path.startsWith('/user'))) {
        traffic.forget()
        await page.goto(path)
        await expect(page.locator(ENDS).filter({ visible: true })).not.toHaveCount(0)
        await expect(page.locator('.mantine-Skeleton-root').filter({ visible: true })).toHaveCount(0)
        await expect.poll(traffic.isQuiet).toBe(true)
        // All at one moment: a card that goes in between would never be found.
        const end = await page
          .locator(ENDS)
          .evaluateAll((parts: { getBoundingClientRect(): { bottom: number } }[]) =>
            Math.max(0, ...parts.map((part) => part.getBoundingClientRect().bottom)),
          )
        if (end < HIGHEST_END) high.push(`${path}: ${Math.round(end)}`)
      }
      expect(high).toEqual([])
    })
  })
}
