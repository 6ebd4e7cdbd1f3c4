import { expect, test as base, type Page } from '@playwright/test'

import {
  makeDataDir,
  removeDataDir,
  SERVER_LIMIT_MS,
  startServer,
  type ServerProcess,
} from '../server/test/run/server-process.ts'
import { makeDatabase } from './cluster.ts'

export const DEMO = { userName: 'demo', password: 'yuxian-demo' }

type WorkerFixtures = {
  server: ServerProcess
  /** Ninety days of two shops, as `npm start` writes them, so that lists are long. */
  withHistory: boolean
}
type TestFixtures = {
  /** Problems in the page: exceptions, React warnings, CSP reports. Must stay empty. */
  faults: string[]
}

/**
 * The pages give up a call after 5 s; unit tests show that. Here many servers and browsers share the machine, so a call
 * may take as long as the test waits.
 */
const WAIT_FOR_ANSWERS = `(() => {
  const { fetch } = window
  window.fetch = (input, { signal, ...init } = {}) =>
    fetch(input, init.cache === 'no-store' && String(input).startsWith('/api/') ? init : { ...init, signal })
})()`

/**
 * Where a link would open another app, a browser with windows asks the reader, and nothing else in the page hears them
 * until they answer. So the address stops here, after the page's own listeners. A frame that may run no script has no
 * origin either; a listener in it would be reported as one.
 */
const KEEP_ADDRESSES = `if (origin !== 'null') addEventListener('click', (event) => {
  const link = event.target.closest?.('a[href]')
  if (!link || /^(https?|blob|data):/.test(link.href)) return
  event.preventDefault()
  window.openedApps = [...(window.openedApps ?? []), link.href]
})`

export const test = base.extend<TestFixtures, WorkerFixtures>({
  browser: [
    async ({ browser }, use) => {
      const open = browser.newContext.bind(browser)
      browser.newContext = async (options) => {
        const context = await open(options)
        for (const content of [WAIT_FOR_ANSWERS, KEEP_ADDRESSES]) await context.addInitScript({ content })
        return context
      }
      await use(browser)
    },
    { scope: 'worker' },
  ],
  withHistory: [false, { option: true, scope: 'worker' }],
  server: [
    async ({ withHistory }, use) => {
      const dataDir = makeDataDir()
      const env = { DATABASE_URL: await makeDatabase(), SANDBOX_HISTORY: withHistory ? 'on' : 'off' }
      const server = await startServer({ dataDir, env })
      await use(server)
      await server.stop()
      removeDataDir(dataDir)
    },
    { scope: 'worker', timeout: SERVER_LIMIT_MS },
  ],
  baseURL: async ({ server }, use) => use(server.url),
  faults: [
    async ({ page }, use) => {
      const faults: string[] = []
      watchFaults(page, faults)
      await use(faults)
      expect(faults).toEqual([])
    },
    { auto: true },
  ],
})

/** The portal logs failed calls on purpose; everything else on the console is our fault. */
function watchFaults(page: Page, faults: string[]): void {
  page.on('pageerror', (error) => faults.push(`exception: ${error.message}`))
  page.on('console', (message) => {
    const text = message.text()
    if (message.type() === 'error' && !/Failed to load resource|^(GET|POST) \/api\S* failed:/.test(text))
      faults.push(text)
    if (message.type() === 'warning' && /Content.Security|Trusted|hydrat/i.test(text)) faults.push(text)
  })
}

/**
 * Waits until the script controls the form. A quiet network is not enough: loaded code may still wait for the
 * processor.
 */
export async function untilAlive(page: Page): Promise<void> {
  const isReacts = `Object.keys(document.querySelector('form')).some((name) => name.startsWith('__react'))`
  await expect.poll(() => page.evaluate(isReacts)).toBe(true)
}

export { expect }
