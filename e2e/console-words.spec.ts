import type { Page } from '@playwright/test'

import { consoleApi } from '../contract/console/api.ts'
import { LANGUAGES, type Language } from '../contract/languages.ts'
import { LANGUAGE_COOKIE } from '../contract/page.ts'
import { openDoors } from './console/doors.ts'
import { doors, type Member } from './console/page-table.ts'
import { fillOffice, findPages } from './console/pages.ts'
import { DIALOG, goTo, openSheets } from './console/sheets.ts'
import { fillSignIn } from './console/staff.ts'
import { makeTour, type Look } from './console/tour.ts'
import { DEMO, expect, test } from './fixtures.ts'

test.use({ withHistory: true })

/**
 * Sheets are opened in English, whose words are the longest, on the narrowest screen. Pages in Chinese have fewer looks:
 * its characters are all of one width, and traditional ones as wide as simplified ones. With `SCREENS=all` every look in
 * every language, and a picture of each.
 */
const isWhole = process.env.SCREENS === 'all'
const ALL: readonly Look[] = [360, 390, 1440].flatMap((width) => [
  { width, scheme: 'light' },
  { width, scheme: 'dark' },
])
const PHONE: Look = { width: 360, scheme: 'light' }
const DESK: Look = { width: 1440, scheme: 'light' }
const NARROW = isWhole ? ALL : [PHONE]
const LOOKS: Record<Language, readonly Look[]> = {
  'zh-CN': isWhole ? ALL : [PHONE, DESK],
  'zh-TW': NARROW,
  en: isWhole ? ALL : [PHONE, { width: 390, scheme: 'dark' }, DESK],
}
const RAIL = 'aside nav a'
/** How many sheets are met at least. */
const SHEETS: Record<Member, number> = { boss260: 80, operator: 70 }
const MEMBERS: readonly Member[] = ['boss260', 'operator']
/** What one test opens. Both in one would outlast the time for which a sign-in is fresh. */
type Part = 'screen and page' | 'sheet'

for (const member of MEMBERS) {
  for (const language of LANGUAGES) {
    const parts: Part[] = isWhole || language === 'en' ? ['screen and page', 'sheet'] : ['screen and page']
    for (const part of parts) {
      test(`every ${part} of ${member} shows its words whole in ${language}`, async ({ page, server }) => {
        await enter(page, server.url, member, language)
        const tour = makeTour(page, member, language)
        for (const path of await findPages(page, server.url, member)) {
          await goTo(page, `${server.url}${path}`)
          if (part === 'screen and page') await tour.look(path, LOOKS[language])
          else for await (const sheet of openSheets(page)) await tour.look(`${path} › ${sheet}`, NARROW, DIALOG)
        }
        const { sheets } = tour.end()
        expect(sheets).toBeGreaterThanOrEqual(part === 'sheet' ? SHEETS[member] : 0)
      })
    }
  }
}

for (const language of isWhole ? LANGUAGES : []) {
  test(`every page before the office shows its words whole in ${language}`, async ({ page, server }) => {
    await enter(page, server.url, 'boss260', language)
    const tour = makeTour(page, 'door', language)
    for await (const door of openDoors(page, server.url)) await tour.look(door, LOOKS[language])
    expect(tour.end().pages).toBe(doors.length)
  })
}

/** Signs in, and from then on whatever is pressed changes nothing. */
async function enter(page: Page, url: string, member: Member, language: Language): Promise<void> {
  await page.goto(`${url}/console`)
  await fillSignIn(page, member, DEMO.password)
  await expect(page.locator(RAIL).first()).toBeAttached()
  if (member === 'boss260') await fillOffice(page, url)
  await page.context().addCookies([{ name: LANGUAGE_COOKIE, value: language, url }])
  await page.goto(`${url}/console`)
  await expect(page.locator(RAIL).first()).toBeAttached()
  await page.route('**/api/**', (route) => {
    const isReading =
      route.request().method() === 'GET' || route.request().url().endsWith(consoleApi.cards.showKeys.path)
    return isReading ? route.fallback() : route.abort()
  })
}
