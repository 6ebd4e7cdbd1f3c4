import type { Page } from '@playwright/test'

import { LANGUAGES, type Language } from '../contract/languages.ts'
import { LANGUAGE_COOKIE } from '../contract/page.ts'
import { isShort } from '../test/grid.ts'
import { expectAccessible, expectNoSideways, openScreen, takePicture, watchTraffic } from './check-screen.ts'
import { expect } from './fixtures.ts'
import { HOSTED } from './hosted-pages.ts'
import { measureNarrow } from './measure-narrow.ts'
import { type ScreenStage, test } from './screen-stage.ts'
import { screenTable, type ScreenRow } from './screen-table.ts'
import { isWhole } from './take-looks.ts'

const LONG_NAME = 'Margarethe_Hohenzollern-Sigmaringen.1984'

/**
 * `isJudged`: checks accessibility and redirects, which no size changes. `isNarrow`: checks that a name of 40
 * characters and double-size text fit on every phone.
 */
type Look = {
  width: number
  scheme: 'light' | 'dark'
  alsoAt: readonly number[]
  isJudged: boolean
  isNarrow: boolean
}
/** Unless all are wanted: each screen once on a phone in light and once on a desktop in dark. */
const looks: Record<string, readonly Look[]> = {
  phone: isWhole
    ? both(360, [390])
    : [{ width: 360, scheme: 'light', alsoAt: [], isJudged: !isShort, isNarrow: !isShort }],
  desktop: isWhole
    ? both(1440, [768])
    : [{ width: 1440, scheme: 'dark', alsoAt: [768], isJudged: false, isNarrow: false }],
}

function both(width: number, alsoAt: readonly number[] = []): Look[] {
  return (['light', 'dark'] as const).map((scheme) => ({
    width,
    scheme,
    alsoAt,
    isJudged: true,
    isNarrow: width < 400,
  }))
}

for (const language of isWhole ? LANGUAGES : LANGUAGES.slice(0, 1)) {
  // Most paths lead a visitor without a session to the sign-in: the full grid shows it.
  for (const visitor of isShort ? (['old'] as const) : (['nobody', 'old'] as const)) {
    test.describe(`${visitor} in ${language}`, () => {
      test.use({ visitor })
      test('every path opens its screen', async ({ page, context, screens, faults }, { project }) => {
        const shown = looks[project.name] ?? []
        await context.addCookies([{ name: LANGUAGE_COOKIE, value: language, url: screens.portal.url }])
        expect(LONG_NAME).toHaveLength(40)
        await rename(screens, LONG_NAME)
        const problems: string[] = []
        for (const look of shown) problems.push(...(await walk(page, look, visitor, language, faults)))
        expect(problems).toEqual([])
      })
    })
  }
}

test.afterEach(({ screens }) => rename(screens, screens.old.userName))

async function rename({ db, old }: ScreenStage, userName: string): Promise<void> {
  await db.kysely.updateTable('accounts').set({ userName }).where('id', '=', old.id).execute()
}

for (const language of isWhole ? LANGUAGES : LANGUAGES.slice(0, 1)) {
  test(`the hosted pages in ${language}`, async ({ page, context, screens }, { project }) => {
    await context.addCookies([{ name: LANGUAGE_COOKIE, value: language, url: screens.portal.url }])
    for (const look of looks[project.name] ?? []) {
      await page.emulateMedia({ colorScheme: look.scheme })
      for (const name of HOSTED) {
        await page.setViewportSize({ width: look.width, height: page.viewportSize()!.height })
        await page.goto(`/hosted/${name}?username=demo&password=demo&app_key=yx_0`)
        await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
        await expectNoSideways(page)
        await expectAccessible(page)
        if (isWhole) await takePicture(page, ['hosted', name, look.scheme, language, look.width].join('-'))
        if (look.isNarrow) expect(await measureNarrow(page, { name, isPictured: isWhole })).toEqual([])
        for (const width of isWhole ? look.alsoAt : []) {
          await page.setViewportSize({ width, height: page.viewportSize()!.height })
          await expectNoSideways(page)
          await takePicture(page, ['hosted', name, look.scheme, language, width].join('-'))
        }
      }
    }
  })
}

async function walk(
  page: Page,
  look: Look,
  visitor: 'nobody' | 'old',
  language: Language,
  faults: string[],
): Promise<string[]> {
  await page.emulateMedia({ colorScheme: look.scheme, reducedMotion: 'reduce' })
  const traffic = watchTraffic(page)
  const problems: string[] = []
  for (const row of screenTable.filter((one) => look.isJudged || one[visitor].at === one.path)) {
    const where = `${row.path} for ${visitor} at ${look.width} ${look.scheme} ${language}`
    await test.step(where, async () => {
      try {
        await page.setViewportSize({ width: look.width, height: page.viewportSize()!.height })
        await openScreen(page, traffic, row.path, row[visitor], language)
        await judge(page, look, row, visitor, language)
      } catch (error) {
        problems.push(`${where}: ${(error as Error).message}`)
      }
      problems.push(...faults.splice(0).map((fault) => `${where}: ${fault}`))
    })
  }
  return problems
}

async function judge(
  page: Page,
  look: Look,
  row: ScreenRow,
  visitor: 'nobody' | 'old',
  language: Language,
): Promise<void> {
  await expectNoSideways(page)
  // If the visitor was redirected, the final screen is checked and pictured in its own row.
  if (row[visitor].at !== row.path) return
  const name = [visitor, row.path.slice(1).replaceAll('/', '-'), look.scheme, language].join('-')
  if (look.isJudged) await expectAccessible(page)
  if (isWhole) await takePicture(page, `${name}-${look.width}`)
  if (look.isNarrow) expect(await measureNarrow(page, { name, isPictured: isWhole })).toEqual([])
  for (const width of look.alsoAt) {
    await page.setViewportSize({ width, height: page.viewportSize()!.height })
    await expectNoSideways(page)
    if (!isWhole) continue
    await expectAccessible(page)
    await takePicture(page, `${name}-${width}`)
  }
}
