import { chromium } from '@playwright/test'

import { findBrowser } from '../../e2e/browser.ts'
import { createDb } from '../../server/platform/db/db.ts'
import { randomToken } from '../../server/platform/secrets/crypto.ts'
import { hashPassword } from '../../server/platform/secrets/passwords.ts'
import { buildAccount } from '../../server/test/build/factories.ts'
import { makeDataDir, removeDataDir, startServer } from '../../server/test/run/server-process.ts'
import { buildWeb } from '../build-web.ts'

/** What a page keeps, as text. */
const READ_ALL = `(async () => {
  const databases = await indexedDB.databases?.() ?? []
  const stores = await Promise.all(databases.map(({ name }) => new Promise((resolve) => {
    const opened = indexedDB.open(name)
    opened.onerror = () => resolve([])
    opened.onsuccess = () => {
      const names = [...opened.result.objectStoreNames]
      Promise.all(names.map((store) => new Promise((done) => {
        const all = opened.result.transaction(store).objectStore(store).getAll()
        all.onsuccess = () => done(all.result)
        all.onerror = () => done([])
      }))).then(resolve)
    }
  })))
  const caches_ = await Promise.all((await caches.keys()).map(async (name) => {
    const cache = await caches.open(name)
    return Promise.all((await cache.keys()).map(async (request) => request.url + (await (await cache.match(request)).text())))
  }))
  return JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie, stores, caches_])
})()`

/** Somebody signs in and is remembered. Null where there is no browser. */
export async function storageOf(databaseUrl: string, secretKey: string) {
  const executablePath = findBrowser()
  if (!executablePath) return null
  await buildWeb({ log: () => {} })
  const password = `in the browser ${randomToken(12)}`
  const db = createDb({ url: databaseUrl, poolSize: 1 })
  const { id, userName } = await buildAccount(db, { resellerId: 0 })
  const passwordHash = await hashPassword(password)
  await db.kysely.updateTable('accounts').set({ passwordHash }).where('id', '=', id).execute()
  await db.close()
  const dataDir = makeDataDir()
  const env = { DATABASE_URL: databaseUrl, SECRET_KEY: secretKey, LOG_LEVEL: 'debug' }
  const server = await startServer({ dataDir, env })
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] })
  try {
    const page = await browser.newPage()
    const visited: string[] = []
    page.on('request', (request) => void visited.push(request.url()))
    await page.goto(`${server.url}/login?app_key=yx_0`)
    await page.fill('input[name="userName"]', userName)
    await page.fill('input[name="passWord"]', password)
    await page.click('button[type="submit"]')
    await page.waitForURL('**/user')
    await page.waitForLoadState('load')
    const kept = String(await page.evaluate(READ_ALL))
    return {
      kept,
      visited,
      log: server.output(),
      secrets: [{ name: 'the password typed into the page', text: password }],
    }
  } finally {
    await browser.close()
    await server.stop()
    removeDataDir(dataDir)
  }
}
