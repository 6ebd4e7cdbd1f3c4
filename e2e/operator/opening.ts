import { spawnSync } from 'node:child_process'
import path from 'node:path'

import { startCashier, type Cashier } from '../../cashier/start-cashier.ts'
import { createDb, type Db } from '../../server/platform/db/db.ts'
import { startMailServer, type Mailbox } from '../../server/test/outside/mail-server.ts'
import { startNameServer, type NameServer } from '../../server/test/outside/name-server.ts'
import { makeDataDir, removeDataDir, SERVER_LIMIT_MS, startServer } from '../../server/test/run/server-process.ts'
import { freePort } from '../../test/free-port.ts'
import { patient } from '../../test/patience.ts'
import { expectBooks } from '../books.ts'
import { makeEmptyDatabase } from '../cluster.ts'
import { expect as plain, test as base } from '../fixtures.ts'
import { startFront, type Front } from './front.ts'

export type Opening = {
  url: string
  dataDir: string
  db: Db
  mailbox: Mailbox
  names: NameServer
  cashier: Cashier
  front: Front
  /** The only command of this test: returns the link that `yx staff invite` prints. */
  invite(): string
  /** Registers an end for something a step started, to run however the test ends. */
  atEnd(close: () => Promise<unknown>): void
}

/** Two servers, an agent and an engine share the machine with other tests: slow is not wrong. */
export const expect = plain.configure({ timeout: patient(45_000) })

const root = path.join(import.meta.dirname, '..', '..')

/** A production server on a completely empty database, with everything around it that an installation has. */
export const test = base.extend<{ opening: Opening }>({
  opening: [
    // eslint-disable-next-line no-empty-pattern -- the runner reads the parameter's shape
    async ({}, use) => {
      const dataDir = makeDataDir()
      const port = await freePort()
      const url = `http://127.0.0.1:${port}`
      const [databaseUrl, mailbox, names, cashier, front] = await Promise.all([
        makeEmptyDatabase(),
        startMailServer(),
        startNameServer(),
        startCashier({ dataDir, log: () => {} }),
        startFront(port, dataDir),
      ])
      const env = {
        MODE: 'production',
        SECRET_KEY: 'a production of its own, made only for this walk',
        PUBLIC_URL: url,
        DATABASE_URL: databaseUrl,
        SMTP_URL: mailbox.url,
        DNS_SERVERS: names.address,
        TRUST_PROXY: '1',
        ALLOW_LOCAL_GATEWAY: '1',
      }
      const server = await startServer({ dataDir: `${dataDir}/server`, port, env })
      const db = createDb({ url: databaseUrl, poolSize: 2 })
      const invite = () => {
        const words = ['server/cli/main.ts', 'staff', 'invite', '--platform', '--role', 'owner']
        const run = spawnSync(process.execPath, words, {
          cwd: root,
          env: { ...process.env, ...env, DATA_DIR: server.dataDir },
          encoding: 'utf8',
        })
        const link = /^http\S+$/m.exec(run.stdout)?.[0]
        if (!link) throw new Error(run.stdout + run.stderr)
        return link
      }
      const closes: (() => Promise<unknown>)[] = []
      const atEnd = (close: () => Promise<unknown>) => void closes.unshift(close)
      await use({ url, dataDir, db, mailbox, names, cashier, front, invite, atEnd })
      for (const close of closes) await close()
      await db.close()
      await server.stop()
      await Promise.all([front.stop(), cashier.stop(), mailbox.close()])
      names.close()
      removeDataDir(dataDir)
    },
    { timeout: SERVER_LIMIT_MS },
  ],
  baseURL: async ({ opening }, use) => use(opening.url),
})

/** Checks the books after each step. */
export function stepsOf({ db }: Opening) {
  return <T>(title: string, body: () => Promise<T>): Promise<T> =>
    test.step(title, async () => {
      const made = await body()
      await expectBooks({ db })
      return made
    })
}
