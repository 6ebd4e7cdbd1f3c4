import type { Page } from '@playwright/test'

import { expectAccessible } from '../check-screen.ts'
import { expect } from '../fixtures.ts'
import { findWide } from '../find-wide.ts'
import type { Stage } from '../stage.ts'
import { expectTitle } from './staff.ts'

const NARROW = 320
/** On a phone the rail is there and not shown. */
const RAIL = `[...document.querySelectorAll('aside nav a')].map((link) => [link.pathname, link.textContent])`

/** Every screen that the rail leads to: it opens, reads well for machines, and is never wider than a phone. */
export async function lookAtScreens(page: Page, { portal }: Stage): Promise<void> {
  const shown = await page.evaluate<[path: string, title: string][]>(RAIL)
  expect(shown.length).toBeGreaterThan(2)
  const size = page.viewportSize()!
  for (const [path, title] of shown) {
    await page.goto(portal.url + path)
    await expectTitle(page, title)
    await expect(page.getByRole('status', { name: '加载中' })).toHaveCount(0)
    await expectAccessible(page)
    if (size.width >= 960) continue
    for (const width of [size.width, NARROW]) {
      await page.setViewportSize({ width, height: size.height })
      // A plot is drawn anew once it has felt the change.
      await expect.poll(() => findWide(page, width), path).toEqual([])
    }
    await page.setViewportSize(size)
  }
}
