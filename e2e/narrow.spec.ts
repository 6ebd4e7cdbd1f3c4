import type { CDPSession, Page } from '@playwright/test'

import { openScreen, takePicture, watchTraffic } from './check-screen.ts'
import { findWide } from './find-wide.ts'
import { expect } from './fixtures.ts'
import { HOSTED } from './hosted-pages.ts'
import { test, type ScreenStage } from './screen-stage.ts'
import { screenTable } from './screen-table.ts'

const isWhole = process.env.SCREENS === 'all'
const ROW_LIMIT_MS = 20_000
const LONG_NAME = 'Margarethe_Hohenzollern-Sigmaringen.1984'
const WIDTHS = [320, 360, 390]
/** What a reader has set in the browser: 100 % and 200 %. */
const FONT_SIZES = [16, 32]
const ROOT_SIZE = 'parseFloat(getComputedStyle(document.documentElement).fontSize)'

test.use({ visitor: 'old' })

test('every screen holds a name of 40 characters, and letters twice as large', async ({ page, context, screens }) => {
  test.setTimeout((screenTable.length + HOSTED.length) * ROW_LIMIT_MS)
  expect(LONG_NAME).toHaveLength(40)
  await rename(screens, LONG_NAME)
  try {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    const session = await context.newCDPSession(page)
    const traffic = watchTraffic(page)
    const problems: string[] = []
    for (const { path, old } of screenTable) {
      await openScreen(page, traffic, path, old, 'zh-CN')
      problems.push(...(await measure(page, session, path)))
    }
    for (const path of HOSTED.map((name) => `/hosted/${name}`)) {
      await page.goto(path)
      problems.push(...(await measure(page, session, path)))
    }
    expect(problems).toEqual([])
  } finally {
    await rename(screens, screens.old.userName)
  }
})

async function measure(page: Page, session: CDPSession, path: string): Promise<string[]> {
  const problems: string[] = []
  for (const standard of FONT_SIZES) {
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 780 })
      // After the window's size: a new one may bring the browser's own letters back.
      await session.send('Page.setFontSizes', { fontSizes: { standard, fixed: standard } })
      await expect.poll(() => page.evaluate(ROOT_SIZE), { intervals: [20] }).toBe(standard)
      const found = [...(await findWide(page, width)), ...(await findSecondScroll(page))]
      problems.push(...found.map((one) => `${path} at ${width} px, letters of ${standard} px: ${one}`))
      if (isWhole) await takePicture(page, ['narrow', path.slice(1).replaceAll('/', '-'), standard, width].join('-'))
    }
  }
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

async function rename({ db, old }: ScreenStage, userName: string): Promise<void> {
  await db.kysely.updateTable('accounts').set({ userName }).where('id', '=', old.id).execute()
}
