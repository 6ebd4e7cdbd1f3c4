import type { Browser, BrowserContext } from '@playwright/test'

import { writeAppKey } from '../../contract/app-key.ts'
import { buildSession } from '../../server/test/build/build-session.ts'
import { startNameServer, type NameServer } from '../../server/test/outside/name-server.ts'
import { freePort } from '../../test/free-port.ts'
import { expectBooks } from '../books.ts'
import { test as base, type Stage } from '../stage.ts'

export const AGENCY = '蓝鲸网络'
export const OPERATOR_CONTACT = 'help@operator.example'
/** An agency during the test, and its owner. */
export type Agency = { resellerId: number; owner: { name: string; secret: string } }

/** Uses a host name, because passkeys do not work on numeric addresses. The test answers the lookups of domains. */
export const test = base.extend<{ names: NameServer }>({
  // eslint-disable-next-line no-empty-pattern -- the runner reads the parameter's shape
  names: async ({}, use) => {
    const names = await startNameServer()
    await use(names)
    names.close()
  },
  serverEnv: async ({ names }, use) => {
    const port = String(await freePort())
    const address = { PORT: port, PUBLIC_URL: `http://localhost:${port}`, DNS_SERVERS: names.address }
    await use({ ...address, OPERATOR_CONTACT })
  },
})

/** Checks the books after each step. */
export function stepsOf(stage: Stage) {
  return <T>(title: string, body: () => Promise<T>): Promise<T> =>
    test.step(title, async () => {
      const made = await body()
      await expectBooks(stage)
      return made
    })
}

type User = { id: number; resellerId: number }

/** A browser with a user signed in to the portal. */
export async function browserOf(browser: Browser, { portal, db }: Stage, user: User): Promise<BrowserContext> {
  const stored = { userToken: `Bearer ${await buildSession(db, user)}`, app_key: writeAppKey(user.resellerId) }
  const localStorage = Object.entries(stored).map(([name, value]) => ({ name, value }))
  return browser.newContext({ storageState: { cookies: [], origins: [{ origin: portal.url, localStorage }] } })
}

export const isPhone = (page: { viewportSize(): { width: number } | null }) => page.viewportSize()!.width < 960
