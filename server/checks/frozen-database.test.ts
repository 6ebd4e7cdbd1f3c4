import { randomUUID } from 'node:crypto'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, onTestFinished, test } from 'vitest'

import { api } from '../../contract/api.ts'
import { AGENT_FREEZE_MS } from '../../test/grid.ts'
import { watchDatabase } from '../domains/monitor/outage/watch-database.ts'
import { clock } from '../platform/clock.ts'
import { createDb } from '../platform/db/db.ts'
import { migrate } from '../platform/db/migrate.ts'
import { END_MS } from '../platform/db/patience.ts'
import { REQUEST_PATIENCE_MS } from '../platform/http/patient-requests.ts'
import { createLog } from '../platform/log.ts'
import { launchPostgres } from '../platform/postgres/launch.ts'
import { HEALTHY } from '../platform/release.ts'
import { buildSession } from '../test/build/build-session.ts'
import { buildAccount } from '../test/build/factories.ts'
import { buildPackage } from '../test/build/money-factories.ts'
import { openShop } from '../test/build/shop.ts'
import { buildSubscriber, buildTrafficLine, buildTrafficNode } from '../test/build/traffic-factories.ts'
import { makeV2node } from '../test/outside/foreign-agents.ts'
import { openMailbox } from '../test/outside/mailbox.ts'
import { openWebhook } from '../test/outside/webhook.ts'
import { CARELESS_SETTINGS } from '../test/run/careless-settings.ts'
import { atFileEnd } from '../test/run/endings.ts'
import { freezeCluster } from '../test/run/frozen-cluster.ts'
import { makeFullDisk } from '../test/run/full-disk.ts'
import { makeApp, type TestApp } from '../test/run/make-app.ts'
import { runJobs } from '../test/run/run-jobs.ts'
import { makeThrowawayDir } from '../test/run/throwaway-dir.ts'
import { waitUntil } from '../test/run/wait-until.ts'

// Use a separate cluster: other tests share the common one.
const folder = await makeThrowawayDir()
const dataDir = folder.path
const launch = async () => (postgres = await launchPostgres({ dataDir, settings: CARELESS_SETTINGS }))
let postgres = await launchPostgres({ dataDir, settings: CARELESS_SETTINGS })
atFileEnd(async () => {
  await postgres.stop()
  await folder.remove()
})
const setup = createDb({ url: postgres.url, poolSize: 2 })
await migrate(setup).finally(() => setup.close())
// Only calls that wait for the frozen database need patience. It is short here to keep the test short.
const { call, inject, db } = await makeApp({ DATABASE_URL: postgres.url }, { patienceMs: 300 })
const buyers = await makeApp({ DATABASE_URL: postgres.url }, { patienceMs: 3_000 })
const { buildBuyer, quote, buy, balanceOf } = openShop(buyers)
const account = await buildAccount(db)
const token = await buildSession(db, account)
const info = () => call(api.accounts.info, { dailiKey: account.resellerId }, { token })

async function freeze() {
  const frozen = await freezeCluster(dataDir)
  onTestFinished(frozen.thaw)
  return frozen
}

test('tells users of a frozen database to retry before they give up, and recovers when it wakes', async () => {
  expect(REQUEST_PATIENCE_MS + END_MS).toBeLessThan(5_000)
  await expect.poll(async () => (await info()).status).toBe(200)
  const frozen = await freeze()
  // More calls than the pool has connections: callers waiting for a connection must be told as well.
  const answers = await Promise.all(Array.from({ length: 10 }, info))
  for (const answer of answers) {
    expect([answer.status, answer.code]).toEqual([503, 'server.unavailable'])
    expect(answer.response.headers['retry-after']).toBe('5')
  }
  // Limits are counted on a separate path.
  const login = { userName: 'nobody', passWord: 'wrong-password', dailiKey: account.resellerId }
  expect(await call(api.sessions.login, login)).toMatchObject({ status: 503, code: 'server.unavailable' })
  const pages = await Promise.all([inject('/healthz'), inject('/readyz')])
  expect(pages.map(({ statusCode, body }) => [statusCode, body])).toEqual([
    [200, HEALTHY],
    [503, 'database unavailable'],
  ])
  frozen.thaw()
  await expect.poll(async () => (await inject('/readyz')).statusCode).toBe(200)
  await expect.poll(async () => (await info()).status).toBe(200)
})

const fullDisk = makeFullDisk()
atFileEnd(async () => fullDisk?.remove())

test.skipIf(!fullDisk)(
  'a database without space is not ready, says why, and is ready again when there is space',
  async () => {
    const ready = async () => {
      const { statusCode, body } = await inject('/readyz')
      return [statusCode, body]
    }
    await expect.poll(ready).toEqual([200, 'ready'])
    const place = fullDisk!.takePlaceOf(path.join(dataDir, 'postgres/pg_snapshots'))
    try {
      await expect.poll(ready).toEqual([503, 'database disk full'])
    } finally {
      place.giveBack()
    }
    await expect.poll(ready).toEqual([200, 'ready'])
  },
)

const mailbox = await openMailbox()
const webhook = await openWebhook()
const told = {
  DATABASE_URL: postgres.url,
  SECRET_KEY: 's'.repeat(40),
  SMTP_URL: mailbox.url,
  ALERT_MAIL_TO: 'oncall@ops.example',
  ALERT_MAIL_GAP_S: '0',
  ALERT_LANGUAGE: 'en',
  ALERT_RECOVERY_S: '0',
  ALERT_WEBHOOK_URL: webhook.url,
  ALERT_WEBHOOK_SECRET: 'w'.repeat(40),
}

/** The watch of a server process; its log lines go among the application's. */
function watch({ db, config, logged }: TestApp) {
  const log = createLog('info', { write: (line) => void logged.push(line) })
  const running = watchDatabase({ db, config, log })
  onTestFinished(() => running.stop())
  return running
}
const outages = (app: TestApp) =>
  app.db.kysely.selectFrom('alerts').selectAll().where('kind', '=', 'database.away').orderBy('id').execute()
const changes = () => webhook.calls.map(({ change, alert }) => [change, alert.kind])

describe('operators are told when the database is away', () => {
  const troubles = [
    { name: 'frozen', reason: 'unavailable', words: 'does not answer', strike: freeze },
    {
      name: 'full at one stroke',
      reason: 'disk_full',
      words: String.raw`has no room on its disk \(make room there\)`,
      strike: fill,
    },
  ] as const
  async function fill() {
    const place = fullDisk!.takePlaceOf(path.join(dataDir, 'postgres/pg_snapshots'))
    let isFull = true
    const thaw = () => {
      if (isFull) place.giveBack()
      isFull = false
    }
    onTestFinished(thaw)
    return { thaw }
  }

  test.for(troubles)(
    '$name: sends one mail and one call for an outage, and records its length',
    async (trouble, { skip }) => {
      skip(trouble.name !== 'frozen' && !fullDisk)
      const first = await makeApp({ ...told, ALERT_DATABASE_AWAY_S: '2' })
      const second = await makeApp({ ...told, ALERT_DATABASE_AWAY_S: '2' })
      await runJobs(first)
      await first.db.pool.query('truncate alerts cascade')
      const before = [mailbox.received.length, webhook.calls.length] as const
      const watches = [watch(first), watch(second)]
      const struck = await trouble.strike()
      const mail = await mailbox.next('oncall@ops.example')
      expect(mail.subject).toMatch(new RegExp(`^\\[Alert\\] The database ${trouble.words}: \\d+ s`))
      await waitUntil(async () => webhook.calls.length > before[1], 'a call')
      const noticed = (app: TestApp) => app.logged.some((line) => line.includes('the database is away'))
      await waitUntil(async () => noticed(first) && noticed(second), 'both to notice')
      struck.thaw()

      const over = await mailbox.next('oncall@ops.example')
      expect(over.subject).toMatch(new RegExp(`^\\[Recovered\\] The database ${trouble.words}: \\d+ s`))
      expect(over.text).not.toContain('Alert ·')
      // The other process writes down what it saw at the latest when it ends.
      for (const { stop } of watches) await stop()
      const [row, ...others] = await outages(first)
      expect(others).toEqual([])
      const lengthS = (row!.resolvedAt!.getTime() - row!.createdAt.getTime()) / 1000
      expect(row).toMatchObject({ severity: 'critical', subject: 'database', detail: { reason: trouble.reason } })
      expect((row!.detail as { seconds: number }).seconds).toBe(Math.round(lengthS))
      expect(lengthS).toBeGreaterThanOrEqual(2)
      const calls = () => changes().slice(before[1])
      await expect.poll(calls).toEqual([
        ['raised', 'database.away'],
        ['resolved', 'database.away'],
      ])
      expect(mailbox.received.length - before[0]).toBe(2)
    },
  )

  test('reports and records nothing for an outage of two seconds', async () => {
    const app = await makeApp(told)
    await app.db.pool.query('truncate alerts cascade')
    const before = [mailbox.received.length, webhook.calls.length]
    watch(app)
    const frozen = await freeze()
    await waitUntil(async () => app.logged.some((line) => line.includes('the database is not well')), 'a bad look')
    frozen.thaw()
    await waitUntil(async () => app.logged.some((line) => line.includes('the database is well again')), 'a good look')
    expect(await outages(app)).toEqual([])
    expect([mailbox.received.length, webhook.calls.length]).toEqual(before)
  })
})

/** Holds the commits of orders until released. */
async function stallCommits(): Promise<{ release(): Promise<void> }> {
  const { pool } = buyers.db
  await pool.query(`
    create or replace function wait_for_test() returns trigger language plpgsql as
      $$ begin perform pg_advisory_xact_lock_shared(42); return null; end $$;
    create constraint trigger wait_for_test after insert on ledger_transactions deferrable initially deferred
      for each row execute function wait_for_test()`)
  const holder = await pool.connect()
  await holder.query('select pg_advisory_lock(42)')
  let released: Promise<void> | null = null
  const release = () =>
    (released ??= (async () => {
      await holder.query('select pg_advisory_unlock(42)')
      holder.release()
      await pool.query('drop trigger wait_for_test on ledger_transactions')
    })())
  onTestFinished(release)
  return { release }
}

test.each(['commits after all', 'is rolled back'])(
  'a purchase given up by its caller %s: repeated under its key it is charged once',
  async (outcome) => {
    const buyer = await buildBuyer({ fen: 10_000 })
    const plan = await buildPackage(buyers.db)
    const { quoteId } = (await quote(buyer, plan)).data
    const key = randomUUID()
    const waiting = async () => {
      const sql = `select 1 from pg_locks where locktype = 'advisory' and objid = 42 and not granted`
      return (await buyers.db.pool.query(sql)).rowCount
    }
    const commits = await stallCommits()
    const cutOff = buy(buyer, quoteId, 'balance', key)
    await waitUntil(async () => (await waiting()) === 1, 'a commit under way')
    expect(await cutOff).toMatchObject({ status: 503, code: 'server.unavailable' })
    // The server checks its clients every 2 s and ends the work of a lost one.
    if (outcome === 'is rolled back') await waitUntil(async () => (await waiting()) === 0, 'the end of the transaction')
    await commits.release()
    const again = await buy(buyer, quoteId, 'balance', key)
    expect(again.status, again.text).toBe(200)
    expect(await balanceOf(buyer)).toBe(7_000)
    const orders = await buyers.db.kysely.selectFrom('orders').select('state').where('accountId', '=', buyer.account.id)
    expect(await orders.execute()).toEqual([{ state: 'paid' }])
  },
)

test('a database restart under load gives 503 and never 500', async () => {
  const seen: number[] = []
  const state = { isOn: true }
  const askers = Array.from({ length: 8 }, async () => {
    while (state.isOn) seen.push((await info()).status)
  })
  await waitUntil(async () => seen.filter((status) => status === 200).length > 20, 'answers')
  await postgres.stop()
  await waitUntil(async () => seen.filter((status) => status === 503).length > 20, 'refusals')
  await launch()
  seen.push(0)
  await waitUntil(async () => seen.slice(seen.indexOf(0)).includes(200), 'answers again')
  state.isOn = false
  await Promise.all(askers)
  expect(new Set(seen)).toEqual(new Set([0, 200, 503]))
})

test('foreign agents get config and users from memory while the database is frozen or restarts', async () => {
  const [known, unknown] = [randomUUID(), randomUUID()]
  const nodeId = await buildTrafficNode(db, { uniproxyToken: known })
  const strangerId = await buildTrafficNode(db, { uniproxyToken: unknown })
  const ask = (name: string, token: string = known, id = nodeId) =>
    inject({ url: `/api/v1/server/UniProxy/${name}`, query: { node_id: String(id), node_type: 'vless', token } })
  const names = ['config', 'user']
  const told = await Promise.all(names.map((name) => ask(name)))
  expect(told.map(({ statusCode }) => statusCode)).toEqual([200, 200])
  const isTold = (answers: { statusCode: number; body: string }[]) =>
    expect(answers.map(({ statusCode, body }) => [statusCode, body])).toEqual(told.map(({ body }) => [200, body]))
  const etag = String(told[0]!.headers['etag'])
  const unchanged = () =>
    inject({
      url: `/api/v1/server/UniProxy/config?node_id=${nodeId}&node_type=vless&token=${known}`,
      headers: { 'if-none-match': etag },
    })

  const agent = makeV2node(inject, { nodeId, token: known })
  const poll = async () => {
    await agent.pullConfig()
    await agent.pullUsers()
  }
  await poll()

  const frozen = await freeze()
  // More polls than the pool has connections.
  for (const answers of await Promise.all(
    Array.from({ length: 8 }, () => Promise.all(names.map((name) => ask(name)))),
  )) {
    isTold(answers)
  }
  expect(await pollOn([...names.map((name) => () => ask(name)), unchanged], AGENT_FREEZE_MS)).toEqual([200, 304])
  await poll()
  // Somebody whom the database has not let in gets no answer at all: an error would be taken for a new configuration.
  // All four are awaited together, because each may end before the one before it.
  const silent = [
    ask('config', unknown, strangerId),
    ask('user', randomUUID()),
    ask('config', known, strangerId),
    ask('config', ''),
  ]
  await Promise.all(silent.map((answer) => expect(answer).rejects.toThrow('destroyed before completion')))
  frozen.thaw()
  await expect.poll(async () => (await inject('/readyz')).statusCode).toBe(200)

  await postgres.stop()
  isTold(await Promise.all(names.map((name) => ask(name))))
  await poll()
  await launch()
  const seenAt = () =>
    db.kysely
      .selectFrom('nodeStates')
      .select('seenAt')
      .where('nodeId', '=', nodeId)
      .executeTakeFirst()
      .catch(() => null)
  const before = clock.now()
  const isSeenAgain = async () => {
    isTold(await Promise.all(names.map((name) => ask(name))))
    return ((await seenAt())?.seenAt ?? before) > before
  }
  await waitUntil(isSeenAgain, 'an answer by the database')
  await poll()
  expect(agent.starts).toBe(1)

  await checkPushes(nodeId, known, strangerId, unknown)

  // A token that was replaced is refused, and then it is forgotten.
  await db.kysely.updateTable('nodes').set({ uniproxyHash: null }).where('id', '=', nodeId).execute()
  expect((await ask('user')).statusCode).toBe(403)
  await freeze()
  await expect(ask('config')).rejects.toThrow('destroyed before completion')
})

/** Asks everything once a second for so long. Returns every status that was answered. */
async function pollOn(calls: (() => Promise<{ statusCode: number }>)[], ms: number): Promise<number[]> {
  const statuses: number[] = []
  const until = performance.now() + ms
  while (performance.now() < until) {
    statuses.push(...(await Promise.all(calls.map((call) => call()))).map(({ statusCode }) => statusCode))
    await sleep(1_000)
  }
  const seen = [...new Set(statuses)].toSorted((a, b) => a - b)
  console.log(`frozen for ${Math.round(ms / 1000)} s: ${statuses.length} answers to agents, all ${seen.join(' or ')}`)
  return seen
}

/** What is pushed while the database is frozen or stopped is booked later, once. */
async function checkPushes(nodeId: number, token: string, strangerId: number, strange: string): Promise<void> {
  const user = await buildSubscriber(db)
  const number = await buildTrafficLine(db, user, nodeId)
  const used = async () => {
    const row = db.kysely.selectFrom('subscriptions').select('usedBytes').where('accountId', '=', user.id)
    return (await row.executeTakeFirst().catch(() => null))?.usedBytes
  }
  const push = (bytes: number, id = nodeId, word = token) =>
    inject({
      method: 'POST',
      url: `/api/v1/server/UniProxy/push?node_id=${id}&node_type=vless&token=${word}`,
      payload: JSON.stringify({ [number]: [0, bytes] }),
    })
  const frozen = await freeze()
  // The second is a retry of the first.
  for (const bytes of [1_000, 1_000, 20_000]) expect((await push(bytes)).statusCode).toBe(200)
  await expect(push(5, strangerId, strange)).rejects.toThrow('destroyed before completion')
  await expect(push(5, nodeId, randomUUID())).rejects.toThrow('destroyed before completion')
  frozen.thaw()
  await waitUntil(async () => (await used()) === 21_000, 'the kept pushes')
  await postgres.stop()
  expect((await push(300_000)).statusCode).toBe(200)
  await launch()
  await waitUntil(async () => (await used()) === 321_000, 'the push that came during the restart')
}
