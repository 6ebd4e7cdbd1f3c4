import type { BrowserContextOptions } from '@playwright/test'
import { randomBytes } from 'node:crypto'

import { writeAppKey } from '../contract/app-key.ts'
import { readConfig, type Config } from '../server/config.ts'
import { createDb, type Db } from '../server/platform/db/db.ts'
import { buildMonitor } from '../server/test/build/build-monitor.ts'
import { buildSession } from '../server/test/build/build-session.ts'
import {
  makeDataDir,
  removeDataDir,
  SERVER_LIMIT_MS,
  startServer,
  type ServerProcess,
} from '../server/test/run/server-process.ts'
import { makeDatabase } from './cluster.ts'
import { test as base } from './fixtures.ts'
import { buildFreshUser, buildOldUser, type Account } from './screen-user.ts'

/**
 * `nobody` is signed out. `old` has something in every list, `fresh` has nothing yet; both are signed in to the
 * monitor.
 */
export type Visitor = 'nobody' | 'old' | 'fresh'
type Storage = Exclude<BrowserContextOptions['storageState'], string | undefined>
export type ScreenStage = { portal: ServerProcess; db: Db; config: Config; old: Account; fresh: Account }

type TestFixtures = { visitor: Visitor }
type WorkerFixtures = { screens: ScreenStage }

/** One server for all screens of a worker, and visitors who are signed in before their page opens. */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  screens: [
    // eslint-disable-next-line no-empty-pattern -- the runner reads the parameter's shape
    async ({}, use) => {
      const endings: (() => unknown)[] = []
      try {
        await use(await openStage((end) => endings.unshift(end)))
      } finally {
        for (const end of endings) await end()
      }
    },
    { scope: 'worker', timeout: SERVER_LIMIT_MS },
  ],
  server: [async ({ screens }, use) => use(screens.portal), { scope: 'worker' }],
  visitor: ['nobody', { option: true }],
  storageState: async ({ screens, visitor }, use) => use(await storageOf(screens, visitor)),
})

/** Registers the end of each part as soon as it runs, so that a stage that fails half-way leaves nothing behind. */
async function openStage(onEnd: (end: () => unknown) => void): Promise<ScreenStage> {
  const dataDir = makeDataDir()
  onEnd(() => removeDataDir(dataDir))
  const env = {
    DATABASE_URL: await makeDatabase(),
    SECRET_KEY: randomBytes(32).toString('hex'),
    OPERATOR_CONTACT: 'help@operator.example',
  }
  const portal = await startServer({ dataDir: `${dataDir}/server`, env })
  onEnd(() => portal.stop())
  const db = createDb({ url: env.DATABASE_URL, poolSize: 2 })
  onEnd(() => db.close())
  const made = { db, config: readConfig({ ...env, MODE: 'sandbox' }), url: portal.url }
  return { ...made, portal, old: await buildOldUser(made), fresh: await buildFreshUser(made) }
}

/**
 * What the browser of this visitor stores. Each call makes a new session, so that a renewed token affects no other
 * test.
 */
async function storageOf(screens: ScreenStage, visitor: Visitor): Promise<Storage> {
  if (visitor === 'nobody') return { cookies: [], origins: [] }
  const account = screens[visitor]
  // Who is new has one device. Tests of one worker run one after the other, so the earlier ones are over.
  if (visitor === 'fresh') await screens.db.kysely.deleteFrom('sessions').where('accountId', '=', account.id).execute()
  const stored: Record<string, string> = {
    userToken: `Bearer ${await buildSession(screens.db, account)}`,
    app_key: writeAppKey(account.resellerId),
  }
  const { token } = await buildMonitor(screens, visitor === 'old' ? {} : { resellerId: account.resellerId })
  stored['monitorToken'] = `Bearer ${token}`
  const localStorage = Object.entries(stored).map(([name, value]) => ({ name, value }))
  return { cookies: [], origins: [{ origin: screens.portal.url, localStorage }] }
}
