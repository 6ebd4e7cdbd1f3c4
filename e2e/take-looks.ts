import type { Page } from '@playwright/test'

import { takePicture } from './check-screen.ts'
import { expect } from './fixtures.ts'

/** Every size, colour and language, each with a picture: `npm run proof -- screens`. */
export const isWhole = process.env.SCREENS === 'all'
const WINDOWS = [
  { width: 360, height: 780 },
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
]
const WIDE = 960
/** How many pixels of the uppermost sheet are below its edge. */
const HIDDEN_PX = `(() => {
  const sheet = [...document.querySelectorAll('[role="dialog"]')].at(-1)
  return sheet ? Math.max(0, sheet.scrollHeight - sheet.clientHeight) : 0
})()`

/**
 * With SCREENS=all: pictures of what the page shows now, at each width in light and in dark. The whole page is on them,
 * and the whole of a sheet; `isNarrow` leaves out the desktop. Afterwards the window has its old size.
 */
export async function takeLooks(page: Page, name: string, { isNarrow = false } = {}): Promise<void> {
  if (!isWhole) return
  await expect(page.locator('.mantine-Skeleton-root').filter({ visible: true })).toHaveCount(0)
  const size = page.viewportSize()!
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    for (const { width, height } of WINDOWS) {
      if (isNarrow && width >= WIDE) continue
      await page.setViewportSize({ width, height })
      const hidden = await page.evaluate<number>(HIDDEN_PX)
      // A sheet takes at most 88 % of the height.
      if (hidden > 0) await page.setViewportSize({ width, height: height + Math.ceil(hidden / 0.88) + 8 })
      await takePicture(page, [name, colorScheme, width].join('-'))
    }
  }
  await page.emulateMedia({ colorScheme: 'light' })
  await page.setViewportSize(size)
}
