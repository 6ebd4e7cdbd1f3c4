import type { Page } from '@playwright/test'

import { expectAccessible } from '../check-screen.ts'
import { findWide } from '../find-wide.ts'
import { expect } from '../fixtures.ts'
import { expectTitle } from './staff.ts'
import { isPhone } from './trip.ts'

const NARROW = 320
/** On a phone the rail exists but is hidden. What waits is counted beside a screen's name. */
const RAIL = `[...document.querySelectorAll('aside nav a')].map((link) => [
  link.pathname,
  [...link.childNodes].filter((node) => node.nodeType === 3).map((node) => node.data).join(''),
])`
const follow = (path: string) => `document.querySelector('aside nav a[href="${path}"]').click()`

/** Opens every screen of the rail without reloading the page. */
export async function openScreens(page: Page, look: (path: string) => Promise<void>): Promise<void> {
  const shown = await page.evaluate<[path: string, title: string][]>(RAIL)
  expect(shown.length).toBeGreaterThan(2)
  for (const [path, title] of shown) {
    await page.evaluate(follow(path))
    await expectTitle(page, title)
    await expect(page.getByRole('status', { name: '加载中' })).toHaveCount(0)
    await look(path)
  }
}

/**
 * Every screen opens and is never wider than a phone. With `isJudged` it is also checked for accessibility, which no
 * size changes.
 */
export async function lookAtScreens(page: Page, isJudged: boolean): Promise<void> {
  const size = page.viewportSize()!
  await openScreens(page, async (path) => {
    if (isJudged) await expectAccessible(page)
    if (!isPhone(page)) return
    for (const width of [size.width, NARROW]) {
      await page.setViewportSize({ width, height: size.height })
      // A plot is redrawn after it has noticed the new size.
      await expect.poll(() => findWide(page, width), path).toEqual([])
    }
    await page.setViewportSize(size)
  })
}
