// Tells how long each job may take.
import '../../../jobs.ts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'

import { AGENT_PAUSE_MAX_MS } from '../../../../contract/node-api.ts'
import { clock } from '../../../platform/clock.ts'
import { addJob, jobMaxS } from '../../../platform/jobs/jobs.ts'
import { buildWatchedNode, hearNode } from '../../../test/build/build-monitor.ts'
import { buildAccount } from '../../../test/build/factories.ts'
import { makeCashierApp } from '../../../test/run/make-cashier-app.ts'
import { checkBooksJob } from '../../books/check-books-job.ts'
import { loadJobFigures } from '../figures/platform-health.ts'
import { saveHeartbeat } from '../figures/platform-queries.ts'
import { takeRound } from './queries.ts'
import { watchNodes } from './watch-nodes.ts'
import { watchPlatform } from './watch-platform.ts'

const made = await makeCashierApp()
const { db, config } = made
const ctx = () => ({ db, config, now: clock.now() })
const LONG_AGO = new Date(0)

const alerts = () =>
  db.kysely
    .selectFrom('alerts')
    .select(['kind', 'subject', 'detail', 'severity', 'times', 'resolvedAt'])
    .orderBy('id')
    .execute()
const openKinds = async () => (await alerts()).filter(({ resolvedAt }) => !resolvedAt).map(({ kind }) => kind)

beforeEach(async () => {
  await db.pool.query('truncate alerts, monitor_events, node_minutes, node_states restart identity cascade')
  await db.pool.query('delete from lines; update nodes set removed_at = now() where removed_at is null')
})
afterEach(() => clock.reset())

describe('nodes', () => {
  test('a release that a node could not take is one alert, which ends once it runs or is no longer wanted', async () => {
    const id = await buildWatchedNode(made, { name: 'Tokyo' })
    const wants = (wantedAgent: string | null) =>
      db.kysely.updateTable('nodes').set({ wantedAgent }).where('id', '=', id).execute()
    const says = (agentVersion: string, updateFault: string | null) =>
      db.kysely.updateTable('nodeStates').set({ agentVersion, updateFault }).where('nodeId', '=', id).execute()
    const failing = async () => {
      await watchPlatform(ctx())
      return (await alerts()).filter(({ kind, resolvedAt }) => kind === 'node.update_failed' && !resolvedAt)
    }
    await db.pool.query(
      "insert into agent_releases values ('9.8.7', sha256('x'), decode(repeat('00', 64), 'hex'), decode(repeat('00', 44), 'hex'), now()) on conflict do nothing",
    )
    await wants('9.8.7')
    await says('yuxian-agent 9.8.6', null)
    expect(await failing()).toEqual([])
    await says('yuxian-agent 9.8.6', 'it ended with 1 before it served')
    const detail = { nodeName: 'Tokyo', region: 'JP', number: '9.8.7', reason: 'it ended with 1 before it served' }
    expect(await failing()).toMatchObject([{ subject: `node:${id}`, severity: 'warning', detail }])
    await says('yuxian-agent 9.8.7', null)
    await failing()
    clock.shift(config.alerts.recoveryS * 1000 + 1)
    expect(await failing()).toEqual([])
  })

  test('a silent node makes one alert, which ends once the node has been back for a while', async () => {
    const id = await buildWatchedNode(made, { name: 'Tokyo' })
    await watchNodes(ctx(), LONG_AGO)
    expect(await alerts()).toEqual([])
    clock.shift(config.alerts.nodeSilentS * 1000 + 1)
    for (let turn = 0; turn < 3; turn += 1) await watchNodes(ctx(), LONG_AGO)
    expect(await alerts()).toMatchObject([
      {
        kind: 'node.silent',
        subject: `node:${id}`,
        severity: 'critical',
        detail: { nodeName: 'Tokyo', region: 'JP' },
        resolvedAt: null,
        times: 1,
      },
    ])
    await hearNode(made, id, clock.now())
    await watchNodes(ctx(), LONG_AGO)
    expect(await openKinds()).toEqual(['node.silent'])
    // The node is gone again before it counted as back: still the same alert.
    clock.shift(9_000)
    await watchNodes(ctx(), LONG_AGO)
    await hearNode(made, id, clock.now())
    await watchNodes(ctx(), LONG_AGO)
    clock.shift(10_000)
    await hearNode(made, id, clock.now())
    await watchNodes(ctx(), LONG_AGO)
    expect(await alerts()).toMatchObject([{ kind: 'node.silent', resolvedAt: expect.any(Date) }])
  })

  test('handles a stopped engine, a foreign agent and maintenance', async () => {
    await buildWatchedNode(made, { engine: 'down' })
    await buildWatchedNode(made, { engine: 'starting' })
    const foreign = await buildWatchedNode(made, { connection: 'uniproxy' })
    const resting = await buildWatchedNode(made)
    await db.kysely.updateTable('nodes').set({ inMaintenance: true }).where('id', '=', resting).execute()
    await buildWatchedNode(made, { seenAt: null })
    await watchNodes(ctx(), LONG_AGO)
    expect(await openKinds()).toEqual(['node.engine_down'])
    clock.shift(60_000)
    await watchNodes(ctx(), LONG_AGO)
    expect((await alerts()).map(({ subject }) => subject)).not.toContain(`node:${foreign}`)
    expect((await alerts()).map(({ subject }) => subject)).not.toContain(`node:${resting}`)
    clock.shift(config.alerts.uniproxySilentS * 1000)
    await watchNodes(ctx(), LONG_AGO)
    expect((await alerts()).map(({ subject }) => subject)).toContain(`node:${foreign}`)
  })

  test('does not blame a node for silence while no server ran', async () => {
    await buildWatchedNode(made)
    clock.shift(3_600_000)
    const now = clock.now()
    const { since } = (await takeRound(db, 'nodes', { everyMs: 900, breakMs: 10_000, now }))!
    expect(since).toEqual(now)
    await watchNodes(ctx(), since)
    expect(await openKinds()).toEqual([])
    // Its agent found no server, and pauses.
    clock.shift(AGENT_PAUSE_MAX_MS)
    await watchNodes(ctx(), since)
    expect(await openKinds()).toEqual([])
    clock.shift(config.alerts.nodeSilentS * 1000 + 1)
    await watchNodes(ctx(), since)
    expect(await openKinds()).toEqual(['node.silent'])
  })

  test('a node that was heard since the start, and then is silent, is told as soon as ever', async () => {
    const since = clock.now()
    const id = await buildWatchedNode(made)
    clock.shift(1000)
    await hearNode(made, id, clock.now())
    clock.shift(config.alerts.nodeSilentS * 1000 + 1)
    await watchNodes(ctx(), since)
    expect(await openKinds()).toEqual(['node.silent'])
  })

  test('a minute counts as down if the node was down at any moment in it', async () => {
    // Both checks fall within one minute.
    clock.shift(80_000 - (clock.now().getTime() % 60_000))
    const id = await buildWatchedNode(made, { engine: 'down' })
    await watchNodes(ctx(), LONG_AGO)
    await watchNodes(ctx(), LONG_AGO)
    const minutes = await db.kysely.selectFrom('nodeMinutes').select(['nodeId', 'state']).execute()
    expect(minutes).toEqual([{ nodeId: id, state: 'down' }])
  })
})

test('only one of many processes takes a round', async () => {
  const now = new Date(clock.now().getTime() + 60_000)
  const tries = Array.from({ length: 8 }, () => takeRound(db, 'platform', { everyMs: 9_900, breakMs: 30_000, now }))
  expect((await Promise.all(tries)).filter((round) => round !== null)).toHaveLength(1)
  const next = new Date(now.getTime() + 10_000)
  expect(await takeRound(db, 'platform', { everyMs: 9_900, breakMs: 30_000, now: next })).toEqual({
    since: now,
    awayS: null,
  })
})

describe('platform', () => {
  test('alerts on low payment success and on a payment that never settles', async () => {
    const account = await buildAccount(db)
    const merchant = await db.kysely.selectFrom('merchants').select(['id', 'ownerKey']).executeTakeFirstOrThrow()
    const pay = (n: number, state: 'pending' | 'closed', createdAt: Date) =>
      db.pool.query(
        `insert into payments (out_trade_no, purpose, reseller_id, account_id, merchant_id, merchant_owner_key, channel,
           amount_fen, state, key_hash, asked_hash, created_at, expires_at, closed_at)
         values ($1, 'user', $2, $3, $4, $5, 'alipay', 100, $6::text, sha256($8), sha256($8), $7, $7,
           case when $6::text = 'closed' then $7::timestamptz end)`,
        [
          `watch${n}`,
          account.resellerId,
          account.id,
          merchant.id,
          merchant.ownerKey,
          state,
          createdAt,
          Buffer.from(`watch${n}`),
        ],
      )
    const few = config.alerts.paymentSuccessMin - 1
    for (let n = 0; n < few; n += 1) await pay(n, 'closed', clock.now())
    await watchPlatform(ctx())
    expect(await openKinds()).toEqual([])
    await pay(few, 'closed', clock.now())
    await pay(99, 'pending', new Date(clock.now().getTime() - config.alerts.paymentUnsettledS * 1000 - 1000))
    await watchPlatform(ctx())
    const raised = await alerts()
    expect(raised.map(({ kind }) => kind)).toEqual(['payment.success_low', 'payment.unsettled'])
    expect(raised[0]!.detail).toMatchObject({ percent: 0, count: few + 1 })
    expect(raised[1]!.detail).toMatchObject({ count: 1, outTradeNo: 'watch99' })
    await db.pool.query(`update payments set state = 'closed', closed_at = now() - interval '2 hours'`)
    await watchPlatform(ctx())
    clock.shift(11_000)
    await watchPlatform(ctx())
    expect(await openKinds()).toEqual([])
  })

  test('alerts on faults in the books until they are clean again', async () => {
    const job = () => ({ ...ctx(), log: made.app.log as never, isLastAttempt: false })
    await checkBooksJob(job())
    await watchPlatform(ctx())
    expect(await openKinds()).toEqual([])
    await db.pool.query(`insert into ledger_accounts (kind, stripe, balance_fen) values ('platform', 9, 5)`)
    clock.shift(1_000)
    await checkBooksJob(job())
    await watchPlatform(ctx())
    expect(await openKinds()).toEqual(['books.unclean'])
    await db.pool.query(`update ledger_accounts set balance_fen = 0 where kind = 'platform' and stripe = 9`)
    clock.shift(1_000)
    await checkBooksJob(job())
    await watchPlatform(ctx())
    clock.shift(11_000)
    await watchPlatform(ctx())
    expect(await openKinds()).toEqual([])
  })

  test('alerts on a job that keeps failing and on a disk that fills up', async () => {
    // Tests before this one have left jobs of their own.
    await db.pool.query('delete from graphile_worker._private_jobs')
    await addJob(db, 'cards.expire', {}, { maxAttempts: 3 })
    await db.pool.query(`update graphile_worker._private_jobs set attempts = 3, last_error = 'x'`)
    await saveHeartbeat(db, {
      id: crypto.randomUUID(),
      host: 'box',
      pid: 1,
      version: '1',
      startedAt: clock.now(),
      seenAt: clock.now(),
      rssBytes: 1,
      eventLoopDelayMs: 1,
      streams: 0,
      diskFreeBytes: 5,
      diskTotalBytes: 100,
    })
    await watchPlatform(ctx())
    const raised = await alerts()
    expect(raised.map(({ kind, subject }) => [kind, subject])).toEqual([
      ['job.failing', 'job:cards.expire'],
      ['disk.full', 'host:box'],
    ])
    expect(raised[1]!.detail).toEqual({ host: 'box', percent: 5 })
  })

  test('alerts on a job that runs longer than its kind may take, until it ends', async () => {
    await db.pool.query('delete from graphile_worker._private_jobs; truncate processes')
    await addJob(db, 'payments.reconcile', { paymentId: crypto.randomUUID() })
    await addJob(db, 'retention.run', {})
    const lockedFor = (seconds: number) =>
      db.pool.query(
        `update graphile_worker._private_jobs set locked_by = 'me', locked_at = now() - make_interval(secs => $1)`,
        [seconds],
      )
    await lockedFor(jobMaxS['payments.reconcile'] - 20)
    await watchPlatform(ctx())
    expect(await openKinds()).toEqual([])
    await lockedFor(jobMaxS['payments.reconcile'] + 1)
    await watchPlatform(ctx())
    expect(await alerts()).toMatchObject([
      { kind: 'job.stuck', subject: 'job:payments.reconcile', detail: { name: 'payments.reconcile', count: 1 } },
    ])
    expect(await loadJobFigures(db)).toMatchObject({ running: 2, stuck: 1 })
    await db.pool.query('delete from graphile_worker._private_jobs')
    await watchPlatform(ctx())
    clock.shift(11_000)
    await watchPlatform(ctx())
    expect(await openKinds()).toEqual([])
  })
})
