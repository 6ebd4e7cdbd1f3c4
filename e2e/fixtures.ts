import { expect, test as base, type Page } from '@playwright/test'

import { makeDataDir, removeDataDir, startServer, type ServerProcess } from '../server/test/run/server-process.ts'
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

export const test = base.extend<TestFixtures, WorkerFixtures>({
  browser: [
    async ({ browser }, use) => {
      const open = browser.newContext.bind(browser)
      browser.newContext = async (options) => {
        const context = await open(options)
        await context.addInitScript({ content: WAIT_FOR_ANSWERS })
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
    { scope: 'worker', timeout: 150_000 },
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
