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
const MEMBERS: readonly Member[] = ['boss260', 'operator']
/**
 * One test for all sheets would outlast `staffLimits.proofMs` on a slow machine, and then many buttons open the sheet that
 * asks for the factor instead. Each third of the pages has at least so many; a walk that misses its buttons has few.
 */
const THIRDS = [0, 1, 2]
const LEAST_SHEETS = 20

for (const member of MEMBERS) {
  for (const language of LANGUAGES) {
    test(`every screen and page of ${member} shows its words whole in ${language}`, async ({ page, server }) => {
      await enter(page, server.url, member, language)
      const tour = makeTour(page, member, language)
      for (const path of await findPages(page, server.url, member)) {
        await goTo(page, `${server.url}${path}`)
        await tour.look(path, LOOKS[language])
      }
      tour.end()
    })
    for (const third of isWhole || language === 'en' ? THIRDS : []) {
      const name = `every sheet of ${member}, third ${third + 1}, shows its words whole in ${language}`
      test(name, async ({ page, server }) => {
        await enter(page, server.url, member, language)
        const tour = makeTour(page, member, language)
        const paths = await findPages(page, server.url, member)
        for (const path of paths.filter((_, at) => at % 3 === third)) {
          await goTo(page, `${server.url}${path}`)
          for await (const sheet of openSheets(page)) await tour.look(`${path} › ${sheet}`, NARROW, DIALOG)
        }
        expect(tour.end().sheets).toBeGreaterThanOrEqual(LEAST_SHEETS)
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
