import { randomBytes, randomUUID } from 'node:crypto'
import { cpSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'

import { api } from '../../contract/api.ts'
import { checkBooks } from '../../server/domains/ledger/check-books.ts'
import { createDb, type Db } from '../../server/platform/db.ts'
import { buildSession } from '../../server/test/build/build-session.ts'
import { buildAccount } from '../../server/test/build/factories.ts'
import { buildPackage, fund } from '../../server/test/build/money-factories.ts'
import { makeDataDir, removeDataDir, startServer, type ServerProcess } from '../../server/test/run/server-process.ts'
import { freePort } from '../../test/free-port.ts'
import { root } from '../step.ts'
import { withDatabase } from './throwaway-server.ts'

/** Two processes of this release are replaced, one after the other, by the next, which migrates. */
export type Load = { buyers: number; callsAfter: number }
export type Figures = {
  calls: number
  failed: string[]
  /** Calls that the other process took, as a balancer does it. */
  handedOn: number
  longestMs: number
  isMigrated: boolean
  bookProblems: string[]
}
const FULL: Load = { buyers: 16, callsAfter: 500 }
const NEXT = `alter table accounts add column next_word text;
alter table orders add column next_word text not null default 'x';
create table next_things (id integer primary key);`
const BALANCE_FEN = 50_000_000
/** Who takes turns in one buyer's place: nobody asks for prices so often that it is refused. */
const TURNS = 12

export async function prove(): Promise<boolean> {
  const figures = await withDatabase((url) => replaceOneByOne(url, FULL))
  const { calls, failed, handedOn, longestMs } = figures
  console.log(`  ${calls} calls while both processes were replaced over a migration: ${failed.length} failed`)
  console.log(`  ${handedOn} found their process closed and went to the other; the longest took ${longestMs} ms`)
  const problems = findProblems(figures)
  for (const problem of problems) console.log(`  ✗ ${problem}`)
  return problems.length === 0
}

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

/** This one with one more migration. */
function makeNextRelease(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'yuxian-next-'))
  for (const name of ['server', 'contract', 'cashier', 'package.json']) {
    cpSync(path.join(root, name), path.join(folder, name), { recursive: true })
  }
  symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'))
  writeFileSync(path.join(folder, 'server/migrations/9999-next.sql'), NEXT)
  return folder
}

type Buyer = { token: string; packageId: string }

async function buildPlaces(db: Db, count: number): Promise<Buyer[][]> {
  const places: Buyer[][] = []
  for (let place = 0; place < count; place += 1) {
    const { wireId: packageId } = await buildPackage(db)
    const buyers: Buyer[] = []
    for (let turn = 0; turn < TURNS; turn += 1) {
      const account = await buildAccount(db)
      await fund(db, account, BALANCE_FEN)
      buyers.push({ token: await buildSession(db, account), packageId })
    }
    places.push(buyers)
  }
  return places
}

/** At each place somebody looks at himself, asks for a price and buys; then it is the next one's turn. */
function startCalls(ports: readonly [number, number], places: readonly (readonly Buyer[])[]) {
  const over = new AbortController()
  const figures = { calls: 0, failed: [] as string[], handedOn: 0, longestMs: 0 }
  let turn = 0
  const send = async <T>(path: string, token: string, body: object): Promise<T | null> => {
    const startedAt = performance.now()
    const [first, second] = (turn += 1) % 2 === 0 ? ports : [ports[1], ports[0]]
    const answer = await ask(first, path, token, body)
      .catch((error: NodeJS.ErrnoException) => {
        // Closed, or closing with this one still unread in its queue. A purchase has its key, so it may be asked for again.
        if (error.code !== 'ECONNREFUSED' && error.code !== 'ECONNRESET') throw error
        figures.handedOn += 1
        return ask(second, path, token, body)
      })
      .catch((error: Error) => ({ status: 0, body: error.message }))
    figures.calls += 1
    figures.longestMs = Math.max(figures.longestMs, Math.round(performance.now() - startedAt))
    if (answer.status === 200) return (JSON.parse(answer.body) as { data: T }).data
    figures.failed.push(`${path} answered ${answer.status} ${answer.body}`)
    return null
  }
  const live = async (buyers: readonly Buyer[]) => {
    for (let round = 0; !over.signal.aborted; round += 1) {
      const { token, packageId } = buyers[round % buyers.length]!
      await send(api.accounts.info.path, token, { dailiKey: 0 })
      const wish = { action: round < buyers.length ? 'new' : 'renew', packageId, period: 'month' }
      const quote = await send<{ quoteId: string }>(api.packages.quote.path, token, wish)
      const buy = quote && { quoteId: quote.quoteId, payBy: 'balance', key: randomUUID() }
      if (buy) await send(api.packages.buy.path, token, buy)
    }
  }
  const all = Promise.all(places.map(live))
  return {
    async more(count: number): Promise<void> {
      const until = figures.calls + count
      while (figures.calls < until) await new Promise((resolve) => setTimeout(resolve, 20))
    },
    async stop() {
      over.abort()
      await all
      return figures
    },
  }
}

/** A connection for each call, as by a proxy that keeps none open. */
function ask(port: number, path: string, token: string, body: object): Promise<{ status: number; body: string }> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  return new Promise((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port, path, method: 'POST', headers, agent: false })
    sent.on('error', reject)
    sent.on('response', (response) => {
      text(response).then((body) => resolve({ status: response.statusCode ?? 0, body }), reject)
    })
    sent.end(JSON.stringify(body))
  })
}
