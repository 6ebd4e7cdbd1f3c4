import type { Page } from '@playwright/test'

import { createDb, type Db } from '../server/platform/db/db.ts'
import { startMailServer, type Mailbox } from '../server/test/outside/mail-server.ts'
import {
  makeDataDir,
  removeDataDir,
  SERVER_LIMIT_MS,
  startServer,
  type ServerProcess,
} from '../server/test/run/server-process.ts'
import { makeDatabase } from './cluster.ts'
import { DEMO, test as base } from './fixtures.ts'

export type Stage = {
  portal: ServerProcess
  db: Db
  databaseUrl: string
  mailbox: Mailbox
  /** The log of every server process of this stage. */
  log(): string
  /** Starts a new process on the same address, with all rate limits forgotten. */
  restart(): Promise<void>
}

/** A separate server with a real mail server and a database that the test can read. */
export const test = base.extend<{ stage: Stage; serverEnv: Record<string, string> }>({
  serverEnv: [{}, { option: true }],
  stage: [
    async ({ serverEnv }, use) => {
      const dataDir = makeDataDir()
      const databaseUrl = await makeDatabase()
      const mailbox = await startMailServer()
      const start = (port?: number) =>
        startServer({
          dataDir: `${dataDir}/server`,
          env: { DATABASE_URL: databaseUrl, SMTP_URL: mailbox.url, ...serverEnv },
          ...(port ? { port } : {}),
        })
      const portal = await start(Number(serverEnv['PORT'] ?? 0))
      const db = createDb({ url: databaseUrl, poolSize: 2 })
      const processes = [portal]
      await use({
        portal,
        db,
        databaseUrl,
        mailbox,
        log: () => processes.map((one) => one.output()).join('\n'),
        restart: async () => {
          await processes.at(-1)!.stop()
          await db.pool.query('delete from rate_limits')
          processes.push(await start(Number(new URL(portal.url).port)))
        },
      })
      await db.close()
      await processes.at(-1)!.stop()
      await mailbox.close()
      removeDataDir(dataDir)
    },
    // The limit of setup and teardown together.
    { timeout: SERVER_LIMIT_MS },
  ],
})

export async function register(
  page: Page,
  portal: ServerProcess,
  name: string,
  password: string,
  query = 'app_key=yx_0',
): Promise<void> {
  await page.goto(`${portal.url}/reg?${query}`)
  await page.getByLabel('账号').fill(name)
  await page.getByRole('textbox', { name: '密码', exact: true }).fill(password)
  await page.getByRole('checkbox', { name: '同意' }).check()
  await page.getByRole('button', { name: '注册' }).click()
  await page.waitForURL('**/user/tcBuy')
}

export async function signInDemo(page: Page, { url }: { url: string }, appKey: string): Promise<void> {
  await page.goto(`${url}/login?app_key=${appKey}`)
  await page.fill('input[name="userName"]', DEMO.userName)
  await page.fill('input[name="passWord"]', DEMO.password)
  await page.click('button[type="submit"]')
  await page.waitForURL('**/user')
}
