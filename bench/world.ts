import { randomBytes } from 'node:crypto'
import path from 'node:path'

import { buildWeb } from '../scripts/build-web.ts'
import { withDatabase } from '../scripts/proofs/throwaway-server.ts'
import { readConfig, type Config } from '../server/config.ts'
import { createDb, type Db } from '../server/platform/db/db.ts'
import { hashPassword } from '../server/platform/secrets/passwords.ts'
import { startServer, type ServerProcess } from '../server/test/run/server-process.ts'
import { buildBare } from './pages/build-bare.ts'
import { memoryOf } from './run/figures.ts'
import { startProcess } from './run/start-process.ts'

type Settings = Record<string, string>
export type World = {
  /** Settings that our server was started with. */
  env: Settings
  server: ServerProcess
  /** The bare server, in a separate process. */
  bare: { url: string; pid: number }
  db: Db
  databaseUrl: string
  config: Config
  /** How long a load lasts, and how many one-time requests are prepared for one. */
  seconds: number
  count: number
  idleMb: { ours: number; bare: number }
  /** Makes a value at its first use and keeps it for all lines of a run. */
  once<T>(name: string, make: () => Promise<T>): Promise<T>
  /** Makes a value once per round and keeps it for all lines of that round. */
  perRound<T>(name: string, make: () => Promise<T>): Promise<T>
  nextRound(): void
  /** Registers the end of something that a line has started: it ends with the run. */
  onEnd(end: () => Promise<unknown>): void
  folder: string
}
export type Effort = { seconds: number; count: number }

/** The sandbox's demo user, with a password set by the bench. */
export const DEMO = { userName: 'demo', passWord: 'a password of the bench' }

/** Starts a real database, our server as an operator starts it, and the bare server. All end with the run. */
export async function withWorld<T>(effort: Effort, work: (world: World) => Promise<T>): Promise<T> {
  await buildWeb({ log: console.log })
  return withDatabase(async (databaseUrl, folder) => {
    const bareFolder = path.join(folder, 'bare')
    await buildBare(bareFolder)
    const env: Settings = {
      DATABASE_URL: databaseUrl,
      SECRET_KEY: randomBytes(32).toString('hex'),
      TRUST_PROXY: '1',
    }
    const server = await startServer({ dataDir: path.join(folder, 'server'), env })
    const bareProcess = startProcess(path.join(import.meta.dirname, 'peers', 'bare-server.ts'), [], {
      DATABASE_URL: databaseUrl,
      FOLDER: bareFolder,
    })
    const endings: (() => Promise<unknown>)[] = []
    const db = createDb({ url: databaseUrl, poolSize: 8, statementTimeoutMs: 600_000 })
    try {
      const bare = { url: `http://127.0.0.1:${await bareProcess.firstLine()}`, pid: bareProcess.pid }
      const idleMb = { ours: memoryOf(server.pid), bare: memoryOf(bare.pid) }
      const config = readConfig({ ...env, MODE: 'sandbox' })
      // Set the password: behind a proxy the sandbox makes random ones.
      const passwordHash = await hashPassword(DEMO.passWord)
      await db.kysely.updateTable('accounts').set({ passwordHash }).where('userName', '=', DEMO.userName).execute()
      const kept = new Map<string, Promise<unknown>>()
      const ofRound = new Map<string, Promise<unknown>>()
      return await work({
        ...effort,
        env,
        server,
        bare,
        db,
        databaseUrl,
        config,
        idleMb,
        folder,
        once: memo(kept),
        perRound: memo(ofRound),
        nextRound: () => ofRound.clear(),
        onEnd: (end) => void endings.push(end),
      })
    } finally {
      for (const end of endings) await end()
      await db.close()
      await bareProcess.stop()
      await server.stop()
    }
  })
}

function memo(held: Map<string, Promise<unknown>>): World['once'] {
  return <T>(name: string, make: () => Promise<T>) => {
    if (!held.has(name)) held.set(name, make())
    return held.get(name) as Promise<T>
  }
}
