import { randomBytes, randomInt } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'

import { readConfig, type Config } from '../../server/config.ts'
import { keepFeeds } from '../../server/domains/feeds/kept-feeds.ts'
import { feedToken, getFeedUrl } from '../../server/domains/feeds/load-link.ts'
import { loadFeed } from '../../server/domains/feeds/load-view.ts'
import { showMove } from '../../server/domains/lines/moves/show-move.ts'
import { startMove } from '../../server/domains/lines/moves/start-move.ts'
import { reportState } from '../../server/domains/lines/node-calls/report-state.ts'
import { createDb, type Db } from '../../server/platform/db/db.ts'
import { buildCrowd } from '../../server/test/build/build-crowd.ts'
import { buildLine, buildNode } from '../../server/test/build/line-desk.ts'
import { stateReport } from '../../server/test/outside/test-agent.ts'
import { makeDataDir, removeDataDir, startServer } from '../../server/test/run/server-process.ts'
import { waitUntil } from '../../server/test/run/wait-until.ts'
import { freePort } from '../../test/free-port.ts'

/** The server is killed once with -9 while jobs move `lines` lines to another node. */
export type Slaughter = { lines: number }
export type Figures = {
  doneAtKill: number
  done: number
  skipped: number
  state: string
  /** Users who now have exactly one line, active and on the other node. */
  moved: number
  /** Lines left on the node that was to be emptied. */
  left: number
  /** Feeds that show only the other node. */
  feeds: number
  /** Users with exactly one mail about the move, and the number of all such mails. */
  toldOnce: number
  mails: number
}

const RESELLER = 260
/** Far more than needed: a busy machine is no failure, but a move that never ends is. */
const PATIENCE_MS = 1_800_000

export async function killMove(databaseUrl: string, { lines }: Slaughter): Promise<Figures> {
  const dataDir = makeDataDir()
  const SECRET_KEY = randomBytes(32).toString('hex')
  const port = await freePort()
  const config = readConfig({ DATABASE_URL: databaseUrl, SECRET_KEY, PORT: String(port), LOG_LEVEL: 'silent' })
  const db = createDb({ url: databaseUrl, poolSize: 4, applicationName: 'yuxian-proof' })
  const start = () => startServer({ dataDir, port, env: { DATABASE_URL: databaseUrl, SECRET_KEY, LOG_LEVEL: 'error' } })
  let server = await start()
  const ending = new AbortController()
  let agents: Promise<void> | null = null
  try {
    const [fromNodeId, toNodeId] = [await buildNode(db, { capacity: lines }), await buildNode(db, { capacity: lines })]
    const ids = await buildOwners({ db, config }, fromNodeId, lines)
    agents = runAgents(db, [fromNodeId, toNodeId], ending.signal)
    const wish = { fromNodeId, toNodeId }
    const goal = Math.floor(lines / 2) - randomInt(0, Math.ceil(lines / 10))
    const letGo = await lockLine(db, fromNodeId, goal)
    await startMove({ db, now: new Date() }, wish, 'operator:proof')
    const doneOf = async () => (await showMove(db, fromNodeId))!.done
    await waitUntil(async () => (await doneOf()) >= goal, 'the move goes on', PATIENCE_MS)
    await server.kill()
    const doneAtKill = await doneOf()
    await letGo()
    // Start it again while no server runs it: this must be the same move.
    await startMove({ db, now: new Date() }, wish, 'operator:proof')
    server = await start()
    await waitUntil(async () => (await showMove(db, fromNodeId))!.state !== 'running', 'the move ends', PATIENCE_MS)
    const moved = () => countMoved(db, toNodeId, ids)
    // A moved line becomes active when its node confirms it.
    await waitUntil(async () => (await moved()) === lines, 'the node takes them up', 120_000).catch(() => {})
    const { done, skipped, state } = (await showMove(db, fromNodeId))!
    return {
      doneAtKill,
      done,
      skipped,
      state,
      moved: await moved(),
      left: await countLeft(db, fromNodeId),
      feeds: await countFeeds({ db, config }, toNodeId, ids),
      ...(await countMails(db, ids)),
    }
  } finally {
    ending.abort()
    await agents
    await server.kill()
    await db.close()
    removeDataDir(dataDir)
  }
}

type Here = { db: Db; config: Config }

/** Makes users with a running package, a proven address and one line on the node. */
async function buildOwners({ db, config }: Here, nodeId: number, count: number): Promise<number[]> {
  await db.pool.query('insert into resellers (id, is_whitelisted) values ($1, true) on conflict do nothing', [RESELLER])
  const { packageId, firstId } = await buildCrowd(db, RESELLER, count)
  const ids = Array.from({ length: count }, (_, at) => firstId + at)
  await db.pool.query('delete from subscriptions where reseller_id = $1 and account_id = any ($2)', [RESELLER, ids])
  await db.pool.query(
    `insert into subscriptions (reseller_id, account_id, package_id, period, expires_at, total_bytes, line_limit)
     select reseller_id, id, $2, 'month', now() + interval '20 days', 1000000, 3 from accounts
      where reseller_id = $1 and id = any ($3)`,
    [RESELLER, packageId, ids],
  )
  for (const id of ids) {
    await buildLine({ db, config }, { id, resellerId: RESELLER }, nodeId)
    await getFeedUrl({ db, config }, { resellerId: RESELLER, accountId: id })
  }
  return ids
}

/** Locks one line: the move reaches it and waits in the middle of its transaction, where the server is killed. */
async function lockLine(db: Db, nodeId: number, place: number): Promise<() => Promise<void>> {
  const client = await db.pool.connect()
  await client.query('begin')
  await client.query(
    `select 1 from subscriptions where (reseller_id, account_id) = (
       select reseller_id, account_id from lines where node_id = $1 order by id limit 1 offset $2) for update`,
    [nodeId, place],
  )
  return async () => {
    await client.query('rollback')
    client.release()
  }
}

/** Both nodes stay alive and apply what they are told, whatever happens to the server. */
async function runAgents(db: Db, nodeIds: readonly number[], signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    for (const nodeId of nodeIds) {
      const node = await db.kysely.selectFrom('nodes').select('revision').where('id', '=', nodeId).executeTakeFirst()
      const ctx = { db, now: new Date(), actor: { kind: 'node' as const, nodeId } }
      await reportState(ctx, stateReport({ appliedRevision: node!.revision }))
    }
    await delay(500, undefined, { signal }).catch(() => {})
  }
}

async function countMoved(db: Db, toNodeId: number, ids: readonly number[]): Promise<number> {
  const { rows } = await db.pool.query<{ moved: number }>(
    `select count(*) as moved from (
       select account_id from lines where reseller_id = $1 and account_id = any ($3) and state <> 'removed'
        group by account_id having count(*) = 1 and bool_and(node_id = $2 and state = 'active')) one`,
    [RESELLER, toNodeId, ids],
  )
  return rows[0]!.moved
}

async function countLeft(db: Db, nodeId: number): Promise<number> {
  const { rows } = await db.pool.query<{ count: number }>(
    `select count(*) from lines where node_id = $1 and state <> 'removed'`,
    [nodeId],
  )
  return rows[0]!.count
}

async function countFeeds({ db, config }: Here, toNodeId: number, ids: readonly number[]): Promise<number> {
  const { name } = await db.kysely
    .selectFrom('nodes')
    .select('name')
    .where('id', '=', toNodeId)
    .executeTakeFirstOrThrow()
  let right = 0
  for (const accountId of ids) {
    const token = feedToken(config, { resellerId: RESELLER, accountId }, 1)
    const view = (await loadFeed({ db, config, now: new Date() }, token, keepFeeds()))?.view()
    if (view && view.lines.length === 1 && view.lines[0]!.name === name) right += 1
  }
  return right
}

async function countMails(db: Db, ids: readonly number[]): Promise<{ toldOnce: number; mails: number }> {
  const { rows } = await db.pool.query<{ told_once: number; mails: number }>(
    `select count(*) filter (where n = 1) as told_once, coalesce(sum(n), 0)::integer as mails from (
       select count(*) as n from mails where reseller_id = $1 and account_id = any ($2) and template = 'line_moved'
        group by account_id) each`,
    [RESELLER, ids],
  )
  return { toldOnce: rows[0]!.told_once, mails: rows[0]!.mails }
}

export function findProblems(figures: Figures, { lines }: Slaughter): string[] {
  const { doneAtKill, done, skipped, state, moved, left, feeds, toldOnce, mails } = figures
  return [
    ...(doneAtKill > 0 && doneAtKill < lines ? [] : [`the kill was not in the middle: ${doneAtKill}`]),
    ...(state === 'done' && done === lines && skipped === 0 ? [] : [`${done} done, ${skipped} skipped, ${state}`]),
    ...(moved === lines ? [] : [`${moved} of ${lines} have exactly one active line on the other node`]),
    ...(left === 0 ? [] : [`${left} lines are left`]),
    ...(feeds === lines ? [] : [`${feeds} of ${lines} feeds show only the other node`]),
    ...(toldOnce === lines && mails === lines ? [] : [`${mails} mails, ${toldOnce} owners told once`]),
  ]
}
