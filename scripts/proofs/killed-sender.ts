import { randomBytes } from 'node:crypto'

import { readConfig, type Config } from '../../server/config.ts'
import { createDb, type Db } from '../../server/platform/db/db.ts'
import { makeDataDir, removeDataDir, startServer } from '../../server/test/run/server-process.ts'
import { waitUntil } from '../../server/test/run/wait-until.ts'
import { freePort } from '../../test/free-port.ts'
import { withDatabase } from './throwaway-server.ts'

/** Far more than needed: a busy machine is no failure, but a queue that never ends is. */
const PATIENCE_MS = 1_800_000

type Scene = { db: Db; config: Config }
type Errand<T> = {
  env?: Record<string, string>
  /** Queues what the server must send. */
  fill: (scene: Scene) => Promise<void>
  queue: 'webhook_deliveries' | 'telegram_messages'
  /** How much has arrived outside; from so much on the server is killed. */
  countArrived: () => number
  killFrom: number
  read: (db: Db) => Promise<T>
}
export type Sent<T> = { seconds: number; arrivedAtKill: number; rows: T }

/** A server process sends a queue to its end; once, in the middle, it is killed with -9 and started again. */
export async function sendThroughKill<T>(databaseUrl: string, errand: Errand<T>): Promise<Sent<T>> {
  const { env = {}, fill, queue, countArrived, killFrom, read } = errand
  const dataDir = makeDataDir()
  const port = await freePort()
  const secretKey = randomBytes(32).toString('hex')
  const shared = { DATABASE_URL: databaseUrl, SECRET_KEY: secretKey, PORT: String(port), ...env }
  const config = readConfig({ ...shared, LOG_LEVEL: 'silent' })
  const db = createDb({ url: databaseUrl, poolSize: 4, applicationName: 'yuxian-proof' })
  const start = () => startServer({ dataDir, port, env: { ...shared, LOG_LEVEL: 'error' } })
  let server = await start()
  try {
    const begun = performance.now()
    await fill({ db, config })
    await waitUntil(async () => countArrived() >= killFrom, `${killFrom} have arrived`, PATIENCE_MS)
    await server.kill()
    const arrivedAtKill = countArrived()
    server = await start()
    await waitUntil(async () => (await countOpen(db, queue)) === 0, 'all have arrived or are given up', PATIENCE_MS)
    return { seconds: (performance.now() - begun) / 1000, arrivedAtKill, rows: await read(db) }
  } finally {
    await server.kill()
    await db.close()
    removeDataDir(dataDir)
  }
}

async function countOpen(db: Db, queue: Errand<unknown>['queue']): Promise<number> {
  const { rows } = await db.pool.query<{ count: number }>(
    `select count(*)::integer as count from ${queue} where state in ('waiting', 'sending')`,
  )
  return rows[0]!.count
}

/** On a database of its own: prints the figures and what is wrong with them. */
export async function proveSending<F>(
  send: (url: string) => Promise<F>,
  findProblems: (figures: F) => string[],
  print: (figures: F) => void,
): Promise<boolean> {
  const figures = await withDatabase((url) => send(url))
  const problems = findProblems(figures)
  print(figures)
  for (const problem of problems) console.log(`  ✗ ${problem}`)
  return problems.length === 0
}
