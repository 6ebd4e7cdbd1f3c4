import type { Page } from '@playwright/test'

import { takePicture } from './check-screen.ts'
import { findWide } from './find-wide.ts'
import { expect } from './fixtures.ts'

const WIDTHS = [320, 360, 390]
/** What a reader has set in the browser: 200 %, and 100 % last, which then stays. */
const FONT_SIZES = [32, 16]
const ROOT_SIZE = 'parseFloat(getComputedStyle(document.documentElement).fontSize)'

type Options = { name: string; isPictured: boolean }

/** What does not fit on narrow devices, with letters as they are and twice as large. The window keeps its size. */
export async function measureNarrow(page: Page, { name, isPictured }: Options): Promise<string[]> {
  const size = page.viewportSize()!
  const session = await page.context().newCDPSession(page)
  const problems: string[] = []
  for (const standard of FONT_SIZES) {
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: size.height })
      // After the window's size: a new one may bring the browser's own letters back.
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

/** Where a frame scrolls, the page around it does not. */
function findSecondScroll(page: Page): Promise<string[]> {
  return page.evaluate<string[]>(`(() => {
    const { scrollHeight, clientHeight } = document.documentElement
    const isSecond = document.querySelector('main iframe') !== null && scrollHeight > clientHeight
    return isSecond ? ['the page scrolls around its frame: ' + scrollHeight] : []
  })()`)
}
