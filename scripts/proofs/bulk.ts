import { randomBytes, randomInt, randomUUID } from 'node:crypto'

import { permissions } from '../../contract/permissions.ts'
import { readConfig, type Config } from '../../server/config.ts'
import { checkBooks } from '../../server/domains/books/check-books.ts'
import { planBulk } from '../../server/domains/bulk/plan-bulk.ts'
import { startBulk } from '../../server/domains/bulk/start-bulk.ts'
import type { StaffCtx } from '../../server/platform/context.ts'
import { createDb, type Db } from '../../server/platform/db/db.ts'
import { createLog } from '../../server/platform/log.ts'
import { buildCrowd } from '../../server/test/build/build-crowd.ts'
import { fundReseller } from '../../server/test/build/money-factories.ts'
import { makeDataDir, removeDataDir, startServer } from '../../server/test/run/server-process.ts'
import { waitUntil } from '../../server/test/run/wait-until.ts'
import { freePort } from '../../test/free-port.ts'
import { withDatabase } from './throwaway-server.ts'

/** The server is killed with -9 `kills` times while jobs give days to `people` users. */
export type Slaughter = { people: number; kills: number }
export type Figures = {
  seconds: number
  doneAtKills: number[]
  previewFen: number
  paidFen: number
  heldFen: number
  gifts: number
  done: number
  skipped: number
  state: string
  /** Users whose end moved by exactly the given days. */
  movedOnce: number
  bookProblems: string[]
}

const FULL: Slaughter = { people: 10_000, kills: 3 }
const RESELLER = 260
const DAYS = 3
/** Far more than needed: a busy machine is no failure, but a bulk that never ends is. */
const PATIENCE_MS = 3_600_000

export async function prove(): Promise<boolean> {
  const figures = await withDatabase((url) => killBulk(url, FULL))
  const problems = findProblems(figures, FULL)
  print(figures)
  for (const problem of problems) console.log(`  ✗ ${problem}`)
  return problems.length === 0
}

export async function killBulk(databaseUrl: string, { people, kills }: Slaughter): Promise<Figures> {
  const dataDir = makeDataDir()
  const SECRET_KEY = randomBytes(32).toString('hex')
  const port = await freePort()
  const config = readConfig({ DATABASE_URL: databaseUrl, SECRET_KEY, PORT: String(port), LOG_LEVEL: 'silent' })
  const db = createDb({ url: databaseUrl, poolSize: 4, applicationName: 'yuxian-proof' })
  const start = () => startServer({ dataDir, port, env: { DATABASE_URL: databaseUrl, SECRET_KEY, LOG_LEVEL: 'error' } })
  let server = await start()
  try {
    const startedAt = performance.now()
    await buildPeople(db, people)
    const ctx = await buildCtx(db, config)
    const selection = { state: 'active' } as const
    const work = { kind: 'days', days: DAYS } as const
    const ends = await readEnds(db)
    const pocketFen = await readFen(db, 'reseller')
    const plan = await planBulk(ctx, { selection, work })
    const asked = { selection, work, people: plan.people.length, costFen: plan.costFen, key: randomUUID() }
    const { id } = await startBulk(ctx, asked)
    const doneAtKills: number[] = []
    for (let kill = 0; kill < kills; kill += 1) {
      // Kill at a random point in the next part, anywhere in a transaction.
      const goal = Math.floor((people * (kill + 1)) / (kills + 1)) - randomInt(0, Math.ceil(people / 20))
      await waitUntil(async () => (await countDone(db, id)) >= goal, 'the bulk goes on', PATIENCE_MS)
      await server.kill()
      doneAtKills.push(await countDone(db, id))
      // Start it again while it runs: this must be the same bulk.
      await startBulk(ctx, asked)
      server = await start()
    }
    await waitUntil(async () => (await loadState(db, id)) !== 'running', 'the bulk ends', PATIENCE_MS)
    return {
      seconds: (performance.now() - startedAt) / 1000,
      doneAtKills,
      previewFen: plan.costFen,
      paidFen: pocketFen - (await readFen(db, 'reseller')),
      heldFen: await readFen(db, 'bulk_hold'),
      ...(await readOutcome(db, id)),
      movedOnce: await countMoved(db, ends),
      bookProblems: (await checkBooks(db)).problems,
    }
  } finally {
    await server.kill()
    await db.close()
    removeDataDir(dataDir)
  }
}

async function buildPeople(db: Db, people: number): Promise<void> {
  await db.pool.query('insert into resellers (id, is_whitelisted) values ($1, true) on conflict do nothing', [RESELLER])
  const { packageId } = await buildCrowd(db, RESELLER, people)
  await db.pool.query('delete from subscriptions where reseller_id = $1', [RESELLER])
  await db.pool.query(
    `insert into subscriptions (reseller_id, account_id, package_id, period, expires_at, total_bytes, month_bytes)
     select reseller_id, id, $2, 'month', date_trunc('second', now()) + (5 + id % 20) * interval '1 day', 1000, 1000
       from accounts where reseller_id = $1 and user_name like 'crowd.%'`,
    [RESELLER, packageId],
  )
  // The sandbox has its own users there: exclude them.
  await db.pool.query(`update accounts set paused_at = now() where reseller_id = $1 and user_name not like 'crowd.%'`, [
    RESELLER,
  ])
  await fundReseller(db, RESELLER, 100_000_000)
}

/** The context of a staff member of that reseller, as its console would call. */
async function buildCtx(db: Db, config: Config): Promise<StaffCtx> {
  const { id: staffId, name } = await db.kysely
    .insertInto('staff')
    .values({
      resellerId: RESELLER,
      name: `proof-${randomBytes(3).toString('hex')}`,
      passwordHash: 'x',
      role: 'owner',
      createdAt: new Date(),
    })
    .returning(['id', 'name'])
    .executeTakeFirstOrThrow()
  const now = new Date()
  return {
    db,
    now,
    config,
    log: createLog('silent'),
    language: 'zh-CN',
    resellerId: RESELLER,
    owner: null,
    actor: {
      kind: 'staff',
      staffId,
      name,
      resellerId: RESELLER,
      roleName: 'owner',
      permissions: new Set(permissions),
      sessionId: randomUUID(),
      provedAt: now,
    },
    client: { address: '127.0.0.1', userAgent: 'proof', host: 'localhost', appKey: null, isLocal: true },
    issueToken() {},
    setDeviceMark() {},
    setConsoleToken() {},
  } as StaffCtx
}

async function countDone(db: Db, id: string): Promise<number> {
  const { rows } = await db.pool.query<{ count: number }>(
    `select count(*) from bulk_items where bulk_id = $1 and state <> 'waiting'`,
    [id],
  )
  return rows[0]!.count
}

async function loadState(db: Db, id: string): Promise<string> {
  const { rows } = await db.pool.query<{ state: string }>('select state from bulk_runs where id = $1', [id])
  return rows[0]!.state
}

async function readOutcome(db: Db, id: string) {
  const { rows } = await db.pool.query<{ gifts: number; done: number; skipped: number }>(
    `select (select count(*) from gifts where bulk_hold_id = $1) as gifts,
            count(*) filter (where state = 'done') as done, count(*) filter (where state = 'skipped') as skipped
       from bulk_items where bulk_id = $1`,
    [id],
  )
  return { ...rows[0]!, state: await loadState(db, id) }
}

async function readFen(db: Db, kind: string): Promise<number> {
  const { rows } = await db.pool.query<{ fen: number }>(
    'select coalesce(sum(balance_fen), 0)::bigint as fen from ledger_accounts where kind = $1 and reseller_id = $2',
    [kind, RESELLER],
  )
  return rows[0]!.fen
}

async function readEnds(db: Db): Promise<Map<number, number>> {
  const { rows } = await db.pool.query<{ account_id: number; expires_at: Date }>(
    `select account_id, expires_at from subscriptions where reseller_id = $1 and expires_at is not null`,
    [RESELLER],
  )
  return new Map(rows.map((row) => [row.account_id, row.expires_at.getTime()]))
}

async function countMoved(db: Db, before: ReadonlyMap<number, number>): Promise<number> {
  const after = await readEnds(db)
  return [...before].filter(([id, end]) => after.get(id) === end + DAYS * 86_400_000).length
}

export function findProblems(figures: Figures, { people, kills }: Slaughter): string[] {
  const { doneAtKills, previewFen, paidFen, heldFen, gifts, done, skipped, state, movedOnce, bookProblems } = figures
  const isInside = doneAtKills.length === kills && doneAtKills.every((at) => at > 0 && at < people)
  return [
    ...(isInside ? [] : [`the kills were not in the middle: ${doneAtKills.join(', ')}`]),
    ...(state === 'done' ? [] : [`the bulk is ${state}`]),
    ...(done === people && skipped === 0 ? [] : [`${done} done and ${skipped} skipped of ${people}`]),
    ...(gifts === people ? [] : [`${gifts} gifts for ${people} users`]),
    ...(movedOnce === people ? [] : [`${movedOnce} ends moved by ${DAYS} days`]),
    ...(paidFen === previewFen ? [] : [`${paidFen} fen paid, the preview said ${previewFen}`]),
    ...(heldFen === 0 ? [] : [`${heldFen} fen still set aside`]),
    ...bookProblems,
  ]
}

function print({ seconds, doneAtKills, previewFen, paidFen, gifts, movedOnce, bookProblems }: Figures): void {
  console.log(`${doneAtKills.length} kills with -9 in the middle of a bulk, in ${seconds.toFixed(0)} s`)
  console.log(`  users done when the server died: ${doneAtKills.join(', ')}`)
  console.log(`  ${gifts} gifts; ${movedOnce} users got exactly their ${DAYS} days`)
  console.log(`The preview said ${previewFen} fen, the reseller paid ${paidFen}`)
  console.log(`Books: ${bookProblems.length} problems`)
}
