import type { Page } from '@playwright/test'

import { takePicture } from './check-screen.ts'
import { findWide } from './find-wide.ts'
import { expect } from './fixtures.ts'

/** What fits the narrowest fits the others but for rare cases, which the full grid finds. */
const WIDTHS = [320, 360, 390]
/** Font sizes that a reader may set in the browser: 200 %, then 100 %, which stays. */
const FONT_SIZES = [32, 16]
const ROOT_SIZE = 'parseFloat(getComputedStyle(document.documentElement).fontSize)'

type Options = { name: string; isPictured: boolean }

/**
 * Finds what does not fit on narrow devices, with normal and with double-size text. Afterwards the window has its old
 * size.
 */
export async function measureNarrow(page: Page, { name, isPictured }: Options): Promise<string[]> {
  const size = page.viewportSize()!
  const session = await page.context().newCDPSession(page)
  const problems: string[] = []
  for (const standard of FONT_SIZES) {
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: size.height })
      // Set this after the window's size, which may reset the browser's font size.
      await session.send('Page.setFontSizes', { fontSizes: { standard, fixed: standard } })
      await expect.poll(() => page.evaluate(ROOT_SIZE), { intervals: [20] }).toBe(standard)
      const found = [...(await findWide(page, width)), ...(await findSecondScroll(page))]
      problems.push(...found.map((one) => `at ${width} px, letters of ${standard} px: ${one}`))
      if (isPictured) await takePicture(page, ['narrow', name, standard, width].join('-'))
    }
  }
  await session.detach()
  await page.setViewportSize(size)
  return problems
}

/** If a frame scrolls, the page around it must not. */
function findSecondScroll(page: Page): Promise<string[]> {
  return page.evaluate<string[]>(`(() => {
    const { scrollHeight, clientHeight } = document.documentElement
    const isSecond = document.querySelector('main iframe') !== null && scrollHeight > clientHeight
    return isSecond ? ['the page scrolls around its frame: ' + scrollHeight] : []
  })()`)
}
