import type { Page } from '@playwright/test'

import { LANGUAGES } from '../contract/languages.ts'
import { LANGUAGE_COOKIE } from '../contract/page.ts'
import { goTo, openSheets, settle } from './console/sheets.ts'
import { fillSignIn } from './console/staff.ts'
import { findCut } from './find-cut.ts'
import { DEMO, expect, test } from './fixtures.ts'

test.use({ withHistory: true })

const LOOKS = [
  { width: 360, scheme: 'light' },
  { width: 390, scheme: 'dark' },
  { width: 1440, scheme: 'light' },
]
const NARROW = LOOKS.slice(0, 1)
/**
 * Sheets are opened in English, whose words are the longest, on the narrowest screen; traditional characters are as wide
 * as simplified ones, so that one look at them is enough. With `SCREENS=all` every look in every language.
 */
const isWhole = process.env.SCREENS === 'all'
const RAIL = 'aside nav a'
const PATHS = `[...document.querySelectorAll('${RAIL}')].map((link) => link.pathname)`
/** Pages of one thing, by the list whose first row leads there, and their parts. */
const DETAILS: Record<string, readonly { list: string; parts?: readonly string[] }[]> = {
  boss260: [
    { list: 'users', parts: ['', '?tab=money', '?tab=person', '?tab=audit'] },
    { list: 'orders' },
    { list: 'payments' },
    { list: 'bulk' },
  ],
  operator: [{ list: 'resellers' }, { list: 'nodes', parts: ['', '/enrol'] }],
}
/** Parts of screens that have no entry in the rail. */
const PARTS: Record<string, readonly string[]> = {
  boss260: ['cards/keys', 'money?tab=statement', 'money?tab=payout', 'invites?tab=withdrawals'],
  operator: ['price-lists/own/260', 'nodes/agents'],
}
/** How many sheets are met at least. */
const SHEETS: Record<string, number> = { boss260: 80, operator: 70 }

for (const name of ['boss260', 'operator']) {
  for (const language of LANGUAGES) {
    const hasSheets = isWhole || language === 'en'
    const what = hasSheets ? 'screen, page and sheet' : 'screen and page'
    test(`every ${what} of ${name} shows its words whole in ${language}`, async ({ page, server }) => {
      await page.goto(`${server.url}/console`)
      await fillSignIn(page, name, DEMO.password)
      await expect(page.locator(RAIL).first()).toBeAttached()
      if (name === 'boss260') await tellOne(page, server.url)
      await page.context().addCookies([{ name: LANGUAGE_COOKIE, value: language, url: server.url }])
      await page.reload()
      await expect(page.locator(RAIL).first()).toBeAttached()
      // Whatever is pressed changes nothing.
      await page.route('**/api/**', (route) => (route.request().method() === 'GET' ? route.fallback() : route.abort()))
      const found: string[] = []
      let sheets = 0
      const looks = isWhole || language !== 'zh-TW' ? LOOKS : NARROW
      const look = async (at: string) => {
        for (const told of await measure(page, looks)) found.push(`${at} ${told}`)
        if (!hasSheets) return
        for await (const sheet of openSheets(page)) {
          sheets += 1
          for (const told of await measure(page, isWhole ? LOOKS : NARROW)) found.push(`${at} › ${sheet} ${told}`)
        }
      }
      const paths = await page.evaluate<string[]>(PATHS)
      for (const path of [...paths, ...(await findPages(page, server.url, name))]) {
        await goTo(page, `${server.url}${path}`)
        await look(path)
      }
      expect(found).toEqual([])
      expect(sheets).toBeGreaterThanOrEqual(hasSheets ? SHEETS[name]! : 0)
    })
  }
}

/** One bulk operation, so that its page can be opened. */
async function tellOne(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/console/users?q=demo`)
  await page.getByRole('button', { name: '批量', exact: true }).click()
  const sheet = page.getByRole('dialog')
  await sheet.getByText('发公告', { exact: true }).click()
  await sheet.getByLabel('标题').fill('今晚两点到三点维护香港和东京的节点')
  await sheet.getByLabel('内容（Markdown）').fill('期间请用其他节点。')
  await sheet.getByRole('button', { name: '预览' }).click()
  await sheet.getByRole('button', { name: /^发给 \d+ 人$/ }).click()
  await expect(page).toHaveURL(/\/console\/bulk\/[\da-f-]{36}$/)
}

/** The paths of pages outside the rail. */
async function findPages(page: Page, url: string, name: string): Promise<string[]> {
  const found = PARTS[name]!.map((part) => `/console/${part}`)
  for (const { list, parts = [''] } of DETAILS[name]!) {
    await page.goto(`${url}/console/${list}`)
    const link = page.locator(`main a[href^="/console/${list}/"]`).first()
    const path = await link.getAttribute('href')
    found.push(...parts.map((part) => `${path}${part}`))
  }
  return found
}

async function measure(page: Page, looks: typeof LOOKS): Promise<string[]> {
  const found: string[] = []
  for (const { width, scheme } of looks) {
    await page.setViewportSize({ width, height: 800 })
    await page.evaluate(`document.documentElement.setAttribute('data-mantine-color-scheme', '${scheme}')`)
    // Two frames: the table changes to rows, and plots notice their new size.
    await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))')
    await settle(page)
    found.push(...(await findCut(page)).map((told) => `${width}: ${told}`))
  }
  // A wide page has a button for each of its sheets.
  await page.setViewportSize({ width: 1440, height: 800 })
  return found
}
