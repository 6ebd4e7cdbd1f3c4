import type { Page } from '@playwright/test'

import { LANGUAGES } from '../contract/languages.ts'
import { LANGUAGE_COOKIE } from '../contract/page.ts'
import { fillSignIn } from './console/staff.ts'
import { findCut } from './find-cut.ts'
import { DEMO, expect, test } from './fixtures.ts'

const WIDTHS = [360, 390, 1440]
const RAIL = 'aside nav a'
const PATHS = `[...document.querySelectorAll('${RAIL}')].map((link) => link.pathname)`
const follow = (path: string) => `document.querySelector('${RAIL}[href="${path}"]').click()`
/** Placeholders of lists and cards. */
const BONES = 'main [role=status]:has(.mantine-Skeleton-root)'

for (const name of ['boss260', 'operator']) {
  test(`every screen of ${name} shows its words whole, in every language and width`, async ({ page, server }) => {
    test.setTimeout(300_000)
    await page.goto(`${server.url}/console`)
    await fillSignIn(page, name, DEMO.password)
    await expect(page.locator(RAIL).first()).toBeAttached()
    const found: string[] = []
    for (const language of LANGUAGES) {
      await page.context().addCookies([{ name: LANGUAGE_COOKIE, value: language, url: server.url }])
      await page.reload()
      await expect(page.locator(RAIL).first()).toBeAttached()
      for (const path of await page.evaluate<string[]>(PATHS)) {
        await page.evaluate(follow(path))
        await expect(page).toHaveURL(`${server.url}${path}`)
        await expect(page.locator(BONES)).toHaveCount(0)
        for (const told of await measure(page)) found.push(`${language} ${path} ${told}`)
      }
    }
    expect(found).toEqual([])
  })
}

async function measure(page: Page): Promise<string[]> {
  const found: string[] = []
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 800 })
    // Two frames: the table changes to rows, and plots notice their new size.
    await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))')
    await expect(page.locator(BONES)).toHaveCount(0)
    found.push(...(await findCut(page)).map((told) => `${width}: ${told}`))
  }
  return found
}
