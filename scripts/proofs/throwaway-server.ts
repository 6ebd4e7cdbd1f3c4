import type { FastifyInstance } from 'fastify'
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { buildApp } from '../../server/app.ts'
import { readConfig, type Config, type Mode } from '../../server/config.ts'
import { createDb, type Db } from '../../server/platform/db/db.ts'
import { migrate } from '../../server/platform/db/migrate.ts'
import { createLog } from '../../server/platform/log.ts'
import { launchPostgres } from '../../server/platform/postgres/launch.ts'
import { markMode } from '../../server/test/run/mark-mode.ts'
import { endsWithUs } from '../../test/end-on-signal.ts'

export type ProofServer = { app: FastifyInstance; db: Db; config: Config; url: string }

/** Starts a real database with its real settings, in a temporary folder that is removed afterwards. */
export async function withDatabase<T>(
  work: (url: string, folder: string) => Promise<T>,
  mode: Mode = 'sandbox',
): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'yuxian-proof-'))
  const launched = launchPostgres({ dataDir: folder })
  const end = endsWithUs(async () => {
    await launched.then((postgres) => postgres.stop()).finally(() => rm(folder, { recursive: true, force: true }))
  })
  try {
    const { url } = await launched
    const db = createDb({ url, poolSize: 2 })
    await migrate(db)
      .then(() => markMode(db, mode))
      .finally(() => db.close())
    return await work(url, folder)
  } finally {
    await end()
  }
}

/**
 * Starts the application on a free loopback port, behind one proxy: callers choose their address by X-Forwarded-For.
 * Calls wait for the database as in production, unless told otherwise.
 */
export async function withServer<T>(
  databaseUrl: string,
  work: (server: ProofServer) => Promise<T>,
  { secretKey, ...options }: { patienceMs?: number; secretKey?: string } = {},
): Promise<T> {
  const config = readConfig({
    DATABASE_URL: databaseUrl,
    SECRET_KEY: secretKey ?? randomBytes(32).toString('hex'),
    TRUST_PROXY: '1',
    LOG_LEVEL: 'silent',
  })
  const db = createDb({ url: databaseUrl, poolSize: 16, applicationName: 'yuxian-proof' })
  const app = await buildApp({ config, db, log: createLog(config.logLevel), ...options })
  try {
    await app.listen({ port: 0, host: '127.0.0.1' })
    const { port } = app.server.address() as AddressInfo
    return await work({ app, db, config, url: `http://127.0.0.1:${port}` })
  } finally {
    await app.close()
    await db.close()
  }
}
