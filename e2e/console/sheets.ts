import type { Locator, Page, Request } from '@playwright/test'

import { patient } from '../../test/patience.ts'
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
  await calm(page)
  await expect(page.locator(BONES)).toHaveCount(0)
  await expect(page.getByRole('main').getByText(/^(?:加载中|載入中|Loading)/)).toHaveCount(0)
}

export async function goTo(page: Page, address: string): Promise<void> {
  await watch(page)
  await page.goto(address)
  await settle(page)
}

/** Opens every sheet of the page, one after another, also those that a sheet of actions leads to. */
export async function* openSheets(page: Page): AsyncGenerator<string> {
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

/** Whether it appears by the time the page has loaded and drawn all that a press asked for. */
async function appears(page: Page, locator: Locator): Promise<boolean> {
  await calm(page)
  return locator.first().isVisible()
}

/** Longer timers repeat or wait for a person. React holds a sheet back for 300 ms after showing that it loads. */
const SHORT_MS = 500
/** Keeps the page's running short timers in `shortTimers`. */
const WATCH_TIMERS = `(() => {
  const { setTimeout: start, clearTimeout: stop } = window
  const running = (window.shortTimers = new Set())
  window.setTimeout = (run, ms = 0, ...args) => {
    if (ms > ${SHORT_MS} || typeof run !== 'function') return start(run, ms, ...args)
    const id = start(() => {
      running.delete(id)
      run(...args)
    }, ms)
    running.add(id)
    return id
  }
  window.clearTimeout = (id) => {
    running.delete(id)
    stop(id)
  }
})()`
const IDLE = `new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() =>
  requestIdleCallback(() => done(window.shortTimers?.size ?? 0)))))`
/** What each page waits for. */
const loading = new WeakMap<Page, Set<Request>>()

/** A call that a page began just before it was left may never be told as ended. */
const MOST_ROUNDS = 500

/** Waits until the page neither loads, draws nor times anything, twice in a row. */
async function calm(page: Page): Promise<void> {
  for (let rounds = 0, calmRounds = 0; rounds < MOST_ROUNDS && calmRounds < 2; rounds += 1) {
    // Refused while a press leads to another document.
    const timers = await page.evaluate<number>(IDLE).catch(() => 1)
    calmRounds = timers > 0 || loading.get(page)?.size ? 0 : calmRounds + 1
  }
}

async function watch(page: Page): Promise<void> {
  if (loading.has(page)) return
  const waiting = new Set<Request>()
  loading.set(page, waiting)
  page.on('request', (request) => {
    if (['script', 'stylesheet', 'fetch'].includes(request.resourceType())) waiting.add(request)
  })
  page.on('requestfinished', (request) => waiting.delete(request))
  page.on('requestfailed', (request) => waiting.delete(request))
  page.on('load', () => waiting.clear())
  await page.addInitScript(WATCH_TIMERS)
}

/** Leaves a sheet, and what it asks. */
async function closeSheets(page: Page): Promise<void> {
  await expect(async () => {
    await page.keyboard.press('Escape')
    await expect(page.locator(DIALOG)).toHaveCount(0, { timeout: patient(1000) })
  }).toPass()
}
