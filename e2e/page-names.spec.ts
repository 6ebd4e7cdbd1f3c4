import type { Page } from '@playwright/test'

import { LANGUAGES, type Language } from '../contract/languages.ts'
import { LANGUAGE_COOKIE } from '../contract/page.ts'
import { textOf } from './check-screen.ts'
import { expect } from './fixtures.ts'
import { test } from './screen-stage.ts'
import { screenTable } from './screen-table.ts'

test.use({ visitor: 'old' })

const pages = screenTable.filter(({ path, old }) => path.startsWith('/user') && old.at === path)
/** The places of the bottom bar, and the word that names each. */
const PLACES = { '/user': 'user.home', '/user/line_list': 'user.lines', '/user/tcBuy': 'user.packages' } as const
const OF_LINES = ['/user/line_install', '/user/speedMode']

test('every page has its name, its way back and its place on the bar in three languages', async ({
  page,
  context,
  screens,
}) => {
  expect(pages).toHaveLength(20)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  for (const language of LANGUAGES) {
    await context.addCookies([{ name: LANGUAGE_COOKIE, value: language, url: screens.portal.url }])
    await page.goto('/user')
    for (const { path, old } of pages) {
      await test.step(`${path} ${language}`, async () => {
        await walkTo(page, path)
        await expectNamed(page, await textOf(old.heading, language))
        await expectWayBack(page, path, await textOf('user.back', language))
        await expectPlace(page, path, language)
      })
    }
  }
})

/** Navigates by the router, like a link: reloading for each page would take minutes. */
async function walkTo(page: Page, path: string): Promise<void> {
  await page.evaluate(
    `history.pushState({ idx: 1 }, '', '${path}'); dispatchEvent(new PopStateEvent('popstate', { state: history.state }))`,
  )
}

async function expectNamed(page: Page, name: string): Promise<void> {
  await expect(page.getByRole('banner').getByRole('heading', { level: 1 })).toHaveText(name)
  // The window's title is always the brand's name.
  await expect(page).toHaveTitle('鱼线用户中心')
}

/** A place of the bottom bar shows the brand instead of a way back; its name is on the bar below. */
async function expectWayBack(page: Page, path: string, label: string): Promise<void> {
  const isPlace = path in PLACES
  await expect(page.getByRole('banner').getByRole('button', { name: label })).toHaveCount(isPlace ? 0 : 1)
  const heading = page.getByRole('banner').getByRole('heading')
  // Poll, because the text of the next page may appear before its style.
  await expect
    .poll(async () => ((await heading.boundingBox())?.width ?? 0) > 10, 'the name is to be seen')
    .toBe(!isPlace)
}

async function expectPlace(page: Page, path: string, language: Language): Promise<void> {
  const own = PLACES[path as keyof typeof PLACES]
  const word = own ?? (OF_LINES.includes(path) ? 'user.lines' : 'user.mine')
  const marked = page.locator('nav [aria-current]').filter({ visible: true })
  await expect(marked).toHaveText([await textOf(word, language)])
  await expect(marked).toHaveAttribute('aria-current', own ? 'page' : 'true')
}

test('the way back leads to the page before, or to the place that a page belongs to', async ({ page }) => {
  const back = page.getByRole('banner').getByRole('button', { name: '返回' })
  await page.goto('/user/line_install')
  await back.click()
  await page.waitForURL('**/user/line_list')
  await expect(back).toHaveCount(0)

  await page.goto('/user/balance')
  await back.click()
  await page.waitForURL('**/user')
  const mine = page.getByRole('dialog', { name: '我的' })
  await mine.getByRole('link', { name: '付款记录' }).click()
  await page.waitForURL('**/user/user_payment')
  await back.click()
  await page.waitForURL('**/user')
  await expect(mine).toHaveCount(0)

  await page.getByRole('link', { name: '套餐', exact: true }).click()
  await page.waitForURL('**/user/tcBuy')
  await page.getByRole('button', { name: '我的' }).click()
  await mine.getByRole('link', { name: '充值' }).click()
  await page.waitForURL('**/user/userPay')
  await back.click()
  await page.waitForURL('**/user/tcBuy')
})
