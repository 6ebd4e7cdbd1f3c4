import { randomBytes } from 'node:crypto'

import { readConfig } from '../../server/config.ts'
import { addHook } from '../../server/domains/webhooks/own-hooks.ts'
import { tellHooks } from '../../server/domains/webhooks/tell-hooks.ts'
import { inTx } from '../../server/platform/context.ts'
import { createDb, type Db } from '../../server/platform/db/db.ts'
import { startReceiver, verifyHook, type Heard, type HookAnswer } from '../../server/test/outside/hook-receiver.ts'
import { makeDataDir, removeDataDir, startServer } from '../../server/test/run/server-process.ts'
import { waitUntil } from '../../server/test/run/wait-until.ts'
import { freePort } from '../../test/free-port.ts'
import { withDatabase } from './throwaway-server.ts'

/** Events about so many objects; half of the events are answered 500 at first, and the server is killed once with -9. */
export type Flood = { events: number; objects: number }
type Row = { id: string; state: string; tries: number; logged: number; interrupted: number }
export type Figures = { seconds: number; heardAtKill: number; rows: Row[]; heard: Heard[]; secret: string }

const FULL: Flood = { events: 1000, objects: 200 }
const RESELLER = 260
/** Far more than needed: a busy machine is no failure, but a queue that never ends is. */
const PATIENCE_MS = 1_800_000

export async function prove(): Promise<boolean> {
  const figures = await withDatabase((url) => floodHook(url, FULL))
  const problems = findProblems(figures, FULL)
  print(figures)
  for (const problem of problems) console.log(`  ✗ ${problem}`)
  return problems.length === 0
}

export async function floodHook(databaseUrl: string, { events, objects }: Flood): Promise<Figures> {
  const receiver = await startReceiver(({ body }, seen) => (seen === 0 ? troubleOf(numberOf(body)) : 204))
  const dataDir = makeDataDir()
  const port = await freePort()
  const secretKey = randomBytes(32).toString('hex')
  const shared = { DATABASE_URL: databaseUrl, SECRET_KEY: secretKey, PORT: String(port) }
  const config = readConfig({ ...shared, LOG_LEVEL: 'silent' })
  const db = createDb({ url: databaseUrl, poolSize: 4, applicationName: 'yuxian-proof' })
  const start = () => startServer({ dataDir, port, env: { ...shared, LOG_LEVEL: 'error' } })
  let server = await start()
  try {
    const begun = performance.now()
    const wish = { name: 'proof', url: receiver.url, isLocal: true, events: ['order.paid' as const] }
    const by = { team: null, actor: 'operator:proof' }
    const { secret } = await addHook({ db, config, now: new Date() }, by, wish)
    for (let n = 0; n < events; n += 1) {
      const event = { resellerId: RESELLER, type: 'order.paid', object: `order:${n % objects}`, data: { n } } as const
      await inTx({ db, now: new Date() }, async (tx) => tellHooks(tx, event))
    }
    await waitUntil(async () => receiver.heard.length >= events / 3, 'a third is heard', PATIENCE_MS)
    await server.kill()
    const heardAtKill = receiver.heard.length
    server = await start()
    await waitUntil(async () => (await countOpen(db)) === 0, 'all have arrived or are given up', PATIENCE_MS)
    const seconds = (performance.now() - begun) / 1000
    return { seconds, heardAtKill, rows: await readRows(db), heard: receiver.heard, secret }
  } finally {
    await server.kill()
    await db.close()
    receiver.close()
    removeDataDir(dataDir)
  }
}

const numberOf = (body: string) => (JSON.parse(body) as { data: { n: number } }).data.n

/** What an event meets at its first try. */
function troubleOf(n: number): HookAnswer {
  if (n % 2 === 0) return 500
  if (n % 97 === 0) return 'hang'
  if (n % 51 === 0) return { status: 429, headers: { 'retry-after': '1' } }
  if (n % 13 === 0) return 'reset'
  return n % 7 === 0 ? 'slow' : 204
}

async function countOpen(db: Db): Promise<number> {
  const { rows } = await db.pool.query<{ count: number }>(
    `select count(*)::integer as count from webhook_deliveries where state in ('waiting', 'sending')`,
  )
  return rows[0]!.count
}

async function readRows(db: Db): Promise<Row[]> {
  const { rows } = await db.pool.query<Row>(
    `select 'msg_' || replace(d.event_id::text, '-', '') as id, d.state, d.tries,
            (count(t.id) filter (where t.problem is distinct from 'interrupted'))::integer as logged,
            (count(t.id) filter (where t.problem = 'interrupted'))::integer as interrupted
       from webhook_deliveries d left join webhook_tries t on t.delivery_id = d.id group by d.id order by d.id`,
  )
  return rows
}

export function findProblems({ heardAtKill, rows, heard, secret }: Figures, { events, objects }: Flood): string[] {
  const calls = Map.groupBy(heard, ({ id }) => id)
  const unheard = rows.filter(({ id, state }) => state !== 'delivered' || !calls.get(id)?.some(isTaken))
  // Each call is in the log; of those under way at the kill the log knows that they were interrupted.
  const unlogged = rows.filter(({ id, logged, interrupted }) => {
    const count = calls.get(id)?.length ?? 0
    return count < logged || count > logged + interrupted
  })
  const forged = heard.filter(({ headers, body, at }) => !verifyHook(secret, headers, body, at))
  const isInside = heardAtKill > 0 && heardAtKill < events
  return [
    ...(isInside ? [] : [`the kill was not in the middle: ${heardAtKill}`]),
    ...(rows.length === events && calls.size === events ? [] : [`${calls.size} ids of ${rows.length} for ${events}`]),
    ...unheard.map(({ id, state }) => `${id} did not arrive and is ${state}`),
    ...unlogged.map(({ id, logged }) => `${id} was heard ${calls.get(id)?.length ?? 0} times, the log has ${logged}`),
    ...findDisorder(heard, objects),
    ...forged.map(({ id }) => `${id} has a wrong signature`),
    ...(isForgeryRefused(heard[0]!, secret) ? [] : ['a forged call is taken as genuine']),
  ]
}

const isTaken = ({ answer }: Heard) => answer === '204' || answer === 'slow'

/** No event of an object may come before an earlier one was taken. */
function findDisorder(heard: readonly Heard[], objects: number): string[] {
  const taken = new Map<number, number>()
  return heard.flatMap((call) => {
    const n = numberOf(call.body)
    const object = n % objects
    const last = taken.get(object) ?? object - objects
    if (isTaken(call)) taken.set(object, Math.max(last, n))
    return n > last + objects ? [`event ${n} came before event ${last + objects} was taken`] : []
  })
}

function isForgeryRefused({ headers, body, at }: Heard, secret: string): boolean {
  const other = `whsec_${randomBytes(32).toString('base64')}`
  return [
    verifyHook(secret, headers, `${body} `, at),
    verifyHook(other, headers, body, at),
    verifyHook(secret, { ...headers, 'webhook-id': 'msg_other' }, body, at),
    verifyHook(secret, headers, body, at + 600_000),
  ].every((isGenuine) => !isGenuine)
}

function print({ seconds, heardAtKill, rows, heard }: Figures): void {
  const answers = Map.groupBy(heard, ({ answer }) => answer)
  const said = [...answers].map(([answer, calls]) => `${answer}: ${calls.length}`).join(', ')
  const interrupted = rows.reduce((sum, row) => sum + row.interrupted, 0)
  console.log(`${rows.length} events in ${seconds.toFixed(0)} s, one kill with -9 after ${heardAtKill} calls`)
  console.log(`  ${heard.length} calls (${said}), ${interrupted} under way at the kill`)
}
