import type { Locator, Page, Request } from '@playwright/test'

import { expect } from '../fixtures.ts'

/** Buttons of the screen that may open a sheet; the header's own are met on the overview. */
const BUTTONS = `[...document.querySelectorAll(
  'main button, header > div:last-child button' + (/console\\/?$/.test(location.pathname) ? ', header button' : ''))]
  .filter((button) => button.checkVisibility() && !button.disabled
    && !button.matches('[aria-pressed], [role], [type=submit], th button'))`
/** The sheet that lies on top. */
export const DIALOG = '[role=dialog]:not([aria-hidden=true])'
/** Buttons of a sheet that only offers ways on. The header's sheets change the language, the office and the member. */
const WAYS = `(() => {
  if (/console\\/?$/.test(location.pathname)) return []
  const sheet = [...document.querySelectorAll('${DIALOG}')].at(-1)
  const found = [...sheet.querySelectorAll('section button, [class*=body] button')].filter((button) => !button.disabled)
  return sheet.querySelector('input, textarea') || found.length < 3 ? [] : found
})()`
const nameOf = `((button) => button.getAttribute('aria-label') ?? button.textContent.trim())`
const namesOf = (buttons: string) => `[...new Set(${buttons}.map(${nameOf}))]`
const press = (buttons: string, name: string) =>
  `${buttons}.find((button) => ${nameOf}(button) === ${JSON.stringify(name)})?.click()`
/** Placeholders of screens, lists and cards. */
const BONES = 'main [role=status]:has(.mantine-Skeleton-root)'

/** Waits until the screen shows what it has. */
export async function settle(page: Page): Promise<void> {
  await expect(page.locator('main')).not.toBeEmpty()
  await expect(page.locator(BONES)).toHaveCount(0)
  await expect(page.getByRole('main').getByText(/^(?:加载中|載入中|Loading)/)).toHaveCount(0)
}

export async function goTo(page: Page, address: string): Promise<void> {
  await page.goto(address)
  await settle(page)
}

/** Opens every sheet of the page, one after another, also those that a sheet of actions leads to. */
export async function* openSheets(page: Page): AsyncGenerator<string> {
  watchLoading(page)
  const address = page.url()
  for (const name of await page.evaluate<string[]>(namesOf(BUTTONS))) {
    await page.evaluate(press(BUTTONS, name))
    if (await isOpen(page)) {
      yield name
      const ways = (await isOpen(page)) ? await page.evaluate<string[]>(namesOf(WAYS)) : []
      await closeSheets(page)
      for (const way of ways) {
        await page.evaluate(press(BUTTONS, name))
        if (!(await isOpen(page))) break
        const title = await page.locator(DIALOG).last().getAttribute('aria-labelledby')
        await page.evaluate(press(WAYS, way))
        const next = page.locator(`${DIALOG}:not([aria-labelledby="${title}"])`)
        if (await appears(page, next)) yield `${name} › ${way}`
        await closeSheets(page)
        await comeBack(page, address)
      }
    }
    await comeBack(page, address)
  }
}

/** Some buttons lead to another page, or to another part of this one. */
async function comeBack(page: Page, address: string): Promise<void> {
  if (page.url() === address) return
  await page.goBack()
  if (page.url() === address) await settle(page)
  else await goTo(page, address)
}

const isOpen = (page: Page) => appears(page, page.locator(DIALOG))

/** How often in a row the page has nothing left to do before a press is known to open nothing. */
const IDLE_ROUNDS = 4
const IDLE = `new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => requestIdleCallback(done))))`

/** Whether it appears before the page has loaded and drawn all that a press asked for, however long that takes. */
async function appears(page: Page, locator: Locator): Promise<boolean> {
  for (let idle = 0; idle < IDLE_ROUNDS; idle += 1) {
    if (await locator.first().isVisible()) return true
    await page.evaluate(IDLE)
    if (loading.get(page)?.size) idle = 0
  }
  return locator.first().isVisible()
}

/** What each page waits for. */
const loading = new WeakMap<Page, Set<Request>>()

function watchLoading(page: Page): void {
  if (loading.has(page)) return
  const waiting = new Set<Request>()
  loading.set(page, waiting)
  page.on('request', (request) => {
    if (['script', 'stylesheet', 'fetch'].includes(request.resourceType())) waiting.add(request)
  })
  page.on('requestfinished', (request) => waiting.delete(request))
  page.on('requestfailed', (request) => waiting.delete(request))
  page.on('load', () => waiting.clear())
}

/** Leaves a sheet, and what it asks. */
async function closeSheets(page: Page): Promise<void> {
  await expect(async () => {
    await page.keyboard.press('Escape')
    await expect(page.locator(DIALOG)).toHaveCount(0, { timeout: 1000 })
  }).toPass()
}
