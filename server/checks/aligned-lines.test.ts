import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'

import { api } from '../../contract/api.ts'
import { limits } from '../../contract/limits.ts'
import { alignLines } from '../domains/lines/align-lines.ts'
import { refundOrder } from '../domains/orders/refund-order.ts'
import { jobs } from '../jobs.ts'
import { clock } from '../platform/clock.ts'
import { inTransaction } from '../platform/db/db.ts'
import type { JobPayloads } from '../platform/jobs/jobs.ts'
import { createLog } from '../platform/log.ts'
import { buildCards } from '../test/build/build-cards.ts'
import { buildSession } from '../test/build/build-session.ts'
import { PASSWORD } from '../test/build/factories.ts'
import { openLineDesk, type LineUser } from '../test/build/line-desk.ts'
import { buildPackage, GB } from '../test/build/money-factories.ts'
import { openShop } from '../test/build/shop.ts'
import { makeApp } from '../test/run/make-app.ts'

const testApp = await makeApp()
const { call, db, config } = testApp
const desk = openLineDesk(testApp)
const shop = openShop(testApp)
const log = createLog('silent')

beforeEach(() => clock.reset())

const jobCtx = () => ({ db, config, log, now: clock.now(), isLastAttempt: false })
const ownerOf = ({ account }: LineUser) => ({ resellerId: account.resellerId, accountId: account.id })

/** Takes the account's jobs from the queue. */
async function takeAligns({ account }: LineUser): Promise<JobPayloads['lines.settle'][]> {
  const { rows } = await db.pool.query<{ payload: JobPayloads['lines.settle'] }>(
    `delete from graphile_worker._private_jobs where key = $1 returning payload`,
    [`lines.settle:${account.resellerId}:${account.id}`],
  )
  return rows.map(({ payload }) => payload)
}

/** Runs the waiting job. Expects exactly one: several changes before it runs share one job. */
async function runAlign(user: LineUser): Promise<void> {
  const payloads = await takeAligns(user)
  expect(payloads.length).toBe(1)
  await jobs['lines.settle'](jobCtx(), payloads[0]!)
}

const setService = ({ account }: LineUser, values: object) =>
  db.kysely.updateTable('subscriptions').set(values).where('accountId', '=', account.id).execute()
const ago = (ms: number) => new Date(clock.now().getTime() - ms)

/** A buyer with a package of `prices` and two active lines, whose month was paid from the balance. */
async function buildOwner() {
  const plan = await buildPackage(db)
  const buyer = await shop.buildBuyer({ fen: 50_000 })
  const { orderId } = await shop.purchase(buyer, plan)
  expect(await takeAligns(buyer), 'who has no line yet has none to align').toEqual([])
  const nodes = [await desk.buildNode(), await desk.buildNode()]
  for (const nodeId of nodes) expect((await desk.install(buyer, nodeId)).status).toBe(200)
  await desk.confirm(buyer)
  expect(await desk.statesOf(buyer)).toEqual(['active', 'active'])
  return { ...buyer, plan, orderId, nodes }
}
type LineOwner = Awaited<ReturnType<typeof buildOwner>>

async function suspend(user: LineOwner, values: object, reason: string): Promise<void> {
  await setService(user, values)
  await inTransaction(db, (tx) => alignLines({ db: tx, now: clock.now() }, ownerOf(user)))
  expect(await desk.statesOf(user)).toEqual([reason, reason])
}
const credentialsOf = async (user: LineUser) =>
  (await desk.linesOf(user)).map(({ id, connection }) => [id, connection?.credential])

describe('every change of a subscription aligns its lines', () => {
  test('buying after the end, and renewing, keeps the same lines with the same credentials', async () => {
    const user = await buildOwner()
    const before = await credentialsOf(user)
    await suspend(user, { expiresAt: ago(1000) }, 'expired')
    expect((await desk.linesOf(user)).map(({ connection }) => connection)).toEqual([null, null])
    await shop.purchase(user, user.plan, { action: 'renew' })
    await runAlign(user)
    expect(await credentialsOf(user)).toEqual(before)

    await suspend(user, { expiresAt: ago(1000) }, 'expired')
    await shop.purchase(user, await buildPackage(db), { action: 'new' })
    await runAlign(user)
    expect(await credentialsOf(user)).toEqual(before)
  })

  test('renewing a running package tells the nodes the new end', async () => {
    const user = await buildOwner()
    const before = await Promise.all(user.nodes.map(desk.revisionOf))
    await shop.purchase(user, user.plan, { action: 'renew' })
    await runAlign(user)
    expect(await Promise.all(user.nodes.map(desk.revisionOf))).toEqual(before.map((revision) => revision + 1))
    const rows = await db.kysely
      .selectFrom('lines')
      .select('revision')
      .where('accountId', '=', user.account.id)
      .orderBy('nodeId')
      .execute()
    expect(rows.map(({ revision }) => revision)).toEqual(before.map((revision) => revision + 1))
  })

  test('another package with a lower limit suspends the newest line, a higher one brings it back', async () => {
    const user = await buildOwner()
    const small = await buildPackage(db, { prices: { month: 9000 } })
    await db.kysely.updateTable('packages').set({ lineLimit: 1 }).where('id', '=', small.id).execute()
    await shop.purchase(user, small, { action: 'upgrade' })
    await runAlign(user)
    expect(await desk.statesOf(user)).toEqual(['active', 'limit'])
    await shop.purchase(user, await buildPackage(db, { prices: { month: 12_000 } }), { action: 'upgrade' })
    await runAlign(user)
    expect(await desk.statesOf(user)).toEqual(['active', 'active'])
  })

  test('a traffic pack resumes lines that waited for bytes', async () => {
    const user = await buildOwner()
    await suspend(user, { usedBytes: 100 * GB }, 'quota')
    const pack = await buildPackage(db, { kind: 'pack', trafficBytes: GB, prices: { once: 500 } })
    await shop.purchase(user, pack, { action: 'pack', period: 'once' })
    await runAlign(user)
    expect(await desk.statesOf(user)).toEqual(['active', 'active'])
  })

  test('a card key with days', async () => {
    const user = await buildOwner()
    await suspend(user, { expiresAt: ago(1000) }, 'expired')
    const { code } = await buildCards(db, { kind: 'days', packageId: user.plan.id, value: 30 })
    const redeemed = await call(api.cards.redeem, { code }, { token: user.token })
    expect(redeemed.status, redeemed.text).toBe(200)
    await runAlign(user)
    expect(await desk.statesOf(user)).toEqual(['active', 'active'])
  })

  test('a refund', async () => {
    const user = await buildOwner()
    const refund = {
      ...ownerOf(user),
      orderId: user.orderId,
      amountFen: 3000,
      key: randomUUID(),
      operator: 'operator:test',
    }
    await refundOrder({ db, config, log, now: clock.now() }, refund)
    await runAlign(user)
    expect(await desk.statesOf(user)).toEqual(['expired', 'expired'])
  })

  test('pause and resume', async () => {
    const user = await buildOwner()
    const before = await credentialsOf(user)
    expect((await call(api.accounts.freeze, { type: 'pause' }, user)).status).toBe(200)
    await runAlign(user)
    expect(await desk.statesOf(user)).toEqual(['paused', 'paused'])
    clock.shift(limits.pauseMinMs)
    const token = await buildSession(db, user.account)
    expect((await call(api.accounts.freeze, { type: 'resume' }, { token })).status).toBe(200)
    await runAlign(user)
    expect(await credentialsOf({ ...user, token })).toEqual(before)
  })

  test('the longest pause ends by itself', async () => {
    const user = await buildOwner()
    await call(api.accounts.freeze, { type: 'pause' }, user)
    await runAlign(user)
    clock.shift(limits.pauseMaxMs)
    await jobs['freeze.end_pauses'](jobCtx(), {})
    await runAlign(user)
    expect(await desk.statesOf(user)).toEqual(['active', 'active'])
  })

  test('new traffic at the start of a month', async () => {
    const user = await buildOwner()
    await setService(user, { expiresAt: ago(-40 * 86_400_000), nextResetAt: ago(1000) })
    await suspend(user, { usedBytes: 100 * GB }, 'quota')
    await jobs['packages.reset_traffic'](jobCtx(), {})
    await runAlign(user)
    expect(await desk.statesOf(user)).toEqual(['active', 'active'])
  })

  test('deleting the account leaves no lines, no addresses and no credential', async () => {
    const user = await buildOwner()
    await call(api.lines.list, {}, user)
    const at = { firstSeenAt: clock.now(), seenAt: clock.now() }
    const address = { ...ownerOf(user), nodeId: user.nodes[0]!, address: '192.0.2.1', ...at }
    await db.kysely.insertInto('lineAddresses').values(address).execute()
    const revisions = await Promise.all(user.nodes.map(desk.revisionOf))
    const asked = await call(api.accounts.remove, { passWord: PASSWORD, waiveBalance: true }, user)
    expect(asked.status, asked.text).toBe(200)
    clock.shift(limits.deletionDelayMs + 1000)
    await jobs['accounts.delete_due'](jobCtx(), {})
    await runAlign(user)
    const rows = await db.kysely.selectFrom('lines').selectAll().where('accountId', '=', user.account.id).execute()
    expect(rows.map(({ state, sealedCredential }) => [state, sealedCredential.length])).toEqual([
      ['removed', 0],
      ['removed', 0],
    ])
    expect(await Promise.all(user.nodes.map(desk.revisionOf))).toEqual(revisions.map((revision) => revision + 1))
    for (const table of ['lineAddresses', 'feedLinks'] as const) {
      const left = await db.kysely.selectFrom(table).selectAll().where('accountId', '=', user.account.id).execute()
      expect(left).toEqual([])
    }
  })
})

test('several changes before the job runs share one job', async () => {
  const user = await buildOwner()
  await shop.purchase(user, user.plan, { action: 'renew' })
  await shop.purchase(user, user.plan, { action: 'renew' })
  await call(api.accounts.freeze, { type: 'pause' }, user)
  await runAlign(user)
  expect(await desk.statesOf(user)).toEqual(['paused', 'paused'])
})
