import { randomBytes } from 'node:crypto'
import { cpSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

import { checkBooks } from '../../server/domains/books/check-books.ts'
import { createDb } from '../../server/platform/db/db.ts'
import { makeDataDir, removeDataDir, startServer, type ServerProcess } from '../../server/test/run/server-process.ts'
import { freePort } from '../../test/free-port.ts'
import { root } from '../step.ts'
import { buildPlaces, startCalls } from './buying-load.ts'

/** Two processes of this release are replaced, one after the other, by the next release, which migrates. */
export type Load = { buyers: number; callsAfter: number }
export type Figures = {
  calls: number
  failed: string[]
  /** Calls that were passed to the other process, as a balancer does. */
  handedOn: number
  isMigrated: boolean
  bookProblems: string[]
}
const NEXT = `alter table accounts add column next_word text;
alter table orders add column next_word text not null default 'x';
create table next_things (id integer primary key);`

export function findProblems({ calls, failed, handedOn, isMigrated, bookProblems }: Figures): string[] {
  const problems: [boolean, string][] = [
    [calls < 50, `only ${calls} calls were made`],
    [handedOn === 0, 'no call met a process that was closed'],
    [!isMigrated, 'the next release did not migrate'],
  ]
  return [...problems.filter(([isWrong]) => isWrong).map(([, text]) => text), ...failed.slice(0, 5), ...bookProblems]
}

export async function replaceOneByOne(databaseUrl: string, load: Load): Promise<Figures> {
  const next = makeNextRelease()
  const dataDir = makeDataDir()
  const db = createDb({ url: databaseUrl, poolSize: 4, applicationName: 'yuxian-proof' })
  const running = new Set<ServerProcess>()
  const ports = [await freePort(), await freePort()] as const
  const SECRET_KEY = randomBytes(32).toString('hex')
  const start = async (port: number, from?: string) => {
    const own = { MODE: 'production', PUBLIC_URL: 'https://portal.example', DATABASE_URL: databaseUrl, SECRET_KEY }
    const env = { ...own, LOG_LEVEL: 'error' }
    const server = await startServer({ dataDir, port, env, ...(from ? { from } : {}) })
    running.add(server)
    return server
  }
  try {
    const old = await Promise.all([start(ports[0]), start(ports[1])])
    const traffic = startCalls(ports, await buildPlaces(db, load.buyers))
    await traffic.more(50)
    // A backup reads meanwhile: the migration has to wait for it, and nobody else may.
    const reader = await db.pool.connect()
    await reader.query('begin; select id from accounts limit 1; select id from orders limit 1')
    await old[0].stop()
    const first = start(ports[0], next)
    await traffic.more(50)
    await reader.query('commit')
    reader.release()
    await first
    await traffic.more(load.callsAfter / 2)
    await old[1].stop()
    await start(ports[1], next)
    await traffic.more(load.callsAfter / 2)
    const figures = await traffic.stop()
    const { rows } = await db.pool.query(`select from schema_migrations where version = 9999`)
    return { ...figures, isMigrated: rows.length === 1, bookProblems: (await checkBooks(db)).problems }
  } finally {
    for (const server of running) await server.stop()
    await db.close()
    removeDataDir(dataDir)
    rmSync(next, { recursive: true, force: true })
  }
}

/** Makes a copy of this release with one more migration. */
function makeNextRelease(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'yuxian-next-'))
  for (const name of ['server', 'contract', 'cashier', 'package.json']) {
    cpSync(path.join(root, name), path.join(folder, name), { recursive: true })
  }
  symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'))
  writeFileSync(path.join(folder, 'server/migrations/9999-next.sql'), NEXT)
  return folder
}
