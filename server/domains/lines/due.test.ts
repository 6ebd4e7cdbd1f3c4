import { beforeEach, describe, expect, test } from 'vitest'

import { DAY_MS } from '../../../contract/durations.ts'
import { limits } from '../../../contract/limits.ts'
import { cronItems, jobs } from '../../jobs.ts'
import { clock } from '../../platform/clock.ts'
import { createLog } from '../../platform/log.ts'
import { buildSession } from '../../test/build/build-session.ts'
import { openLineDesk, type LineUser } from '../../test/build/line-desk.ts'
import { makeApp } from '../../test/run/make-app.ts'
import { removeNode } from '../nodes/operator.ts'

const testApp = await makeApp()
const { db, config, logged } = testApp
const desk = openLineDesk(testApp)
let made = 0

beforeEach(() => clock.reset())

const jobCtx = () => {
  const log = createLog('info', { write: (line) => void logged.push(line) })
  return { db, config, log, now: clock.now(), isLastAttempt: false }
}
const alignDue = () => jobs['lines.settle_due'](jobCtx(), {})
const uninstallDue = () => jobs['lines.uninstall_due'](jobCtx(), {})
const ago = (ms: number) => new Date(clock.now().getTime() - ms)
const setService = ({ account }: LineUser, values: object) =>
  db.kysely.updateTable('subscriptions').set(values).where('accountId', '=', account.id).execute()
const mailsTo = ({ account }: LineUser) =>
  db.kysely
    .selectFrom('mails')
    .select(['template', 'params'])
    .where('accountId', '=', account.id)
    .orderBy('createdAt')
    .execute()

async function buildOwner(email: string | null = `lines${(made += 1)}@mail.example`) {
  const user = await desk.buildUser(email === null ? {} : { email })
  const nodeId = await desk.buildNode()
  const { data } = await desk.install(user, nodeId)
  await desk.confirm(user)
  return { ...user, nodeId, lineId: data.id }
}

describe('each minute', () => {
  test('suspends the lines of an ended package and notifies their node', async () => {
    const [user, other] = [await buildOwner(), await buildOwner()]
    await setService(user, { expiresAt: clock.now() })
    const revision = await desk.revisionOf(user.nodeId)
    await alignDue()
    expect([await desk.statesOf(user), await desk.statesOf(other)]).toEqual([['expired'], ['active']])
    expect(await desk.revisionOf(user.nodeId)).toBe(revision + 1)
    await alignDue()
    expect(await desk.revisionOf(user.nodeId)).toBe(revision + 1)
  })

  test('fails and removes a line that its node did not take up within two minutes', async () => {
    const user = await desk.buildUser()
    const [slow, from, to] = [await desk.buildNode(), await desk.buildNode(), await desk.buildNode()]
    const { data } = await desk.install(user, from)
    await desk.confirm(user)
    await desk.move(user, data.id, to)
    await desk.install(user, slow)
    clock.shift(limits.lineWaitMs / 2)
    await alignDue()
    expect(await desk.statesOf(user)).toEqual(['moving', 'installing'])
    const revision = await desk.revisionOf(slow)
    clock.shift(limits.lineWaitMs / 2)
    await alignDue()
    expect(await desk.statesOf(user)).toEqual(['failed', 'failed'])
    expect(await desk.revisionOf(slow)).toBe(revision + 1)
    await desk.hear(slow)
    const token = await buildSession(db, user.account)
    expect((await desk.install({ ...user, token }, slow)).status).toBe(200)
    expect(await desk.statesOf(user)).toEqual(['failed', 'installing'])
  })

  test('deletes addresses that were not seen recently', async () => {
    const user = await buildOwner()
    const seen = (address: string, minutesAgo: number) => ({
      resellerId: 0,
      accountId: user.account.id,
      nodeId: user.nodeId,
      address,
      firstSeenAt: ago(3_600_000),
      seenAt: ago(minutesAgo * 60_000),
    })
    await db.kysely
      .insertInto('lineAddresses')
      .values([seen('192.0.2.1', 1), seen('192.0.2.2', 20)])
      .execute()
    await alignDue()
    const left = await db.kysely.selectFrom('lineAddresses').select('address').execute()
    expect(left).toEqual([{ address: '192.0.2.1' }])
  })

  test('aligns the other accounts when one fails', async () => {
    const [broken, whole] = [await buildOwner(), await buildOwner()]
    for (const user of [broken, whole]) await setService(user, { expiresAt: ago(1000) })
    await db.pool.query(`create function refuse() returns trigger language plpgsql as $$ begin raise 'refused'; end $$`)
    await db.pool.query(
      `create trigger refuse before update on lines for each row when (old.account_id = ${broken.account.id}) execute function refuse()`,
    )
    await alignDue()
    await db.pool.query('drop trigger refuse on lines')
    expect([await desk.statesOf(broken), await desk.statesOf(whole)]).toEqual([['active'], ['expired']])
    expect(logged.some((line) => line.includes('lines not aligned'))).toBe(true)
  })
})

describe('long after the end', () => {
  const at = (user: LineUser, daysAgo: number) => setService(user, { expiresAt: ago(daysAgo * DAY_MS) })

  test('warns the owner once, three days before, and removes the lines on their day', async () => {
    const user = await buildOwner()
    await at(user, 26.9)
    await uninstallDue()
    expect([await desk.statesOf(user), await mailsTo(user)]).toEqual([['expired'], []])
    await at(user, 27)
    const end = clock.now().getTime() + limits.lineTellMs
    await uninstallDue()
    await uninstallDue()
    const mails = await mailsTo(user)
    expect(mails.map(({ template }) => template)).toEqual(['lines_end_soon'])
    const until = Date.parse((mails[0]!.params as { until: string }).until)
    expect(Math.abs(until - end)).toBeLessThan(60_000)
    clock.shift(limits.lineTellMs - 60_000)
    await uninstallDue()
    expect(await desk.statesOf(user)).toEqual(['expired'])
    clock.shift(120_000)
    await uninstallDue()
    expect(await desk.statesOf(user)).toEqual([])
    const row = await db.kysely.selectFrom('lines').selectAll().where('id', '=', user.lineId).executeTakeFirstOrThrow()
    expect([row.state, row.sealedCredential.length]).toEqual(['removed', 0])
    expect((await mailsTo(user)).length).toBe(1)
  })

  test('warns an owner first who was not warned in time', async () => {
    const user = await buildOwner()
    await at(user, 200)
    await uninstallDue()
    await uninstallDue()
    expect([await desk.statesOf(user), (await mailsTo(user)).length]).toEqual([['expired'], 1])
    clock.shift(limits.lineTellMs)
    await uninstallDue()
    expect(await desk.statesOf(user)).toEqual([])
  })

  test('removes the lines without a warning if there is no address', async () => {
    const user = await buildOwner(null)
    await at(user, 31)
    await uninstallDue()
    clock.shift(limits.lineTellMs)
    await uninstallDue()
    expect([await desk.statesOf(user), await mailsTo(user)]).toEqual([[], []])
  })

  test('a renewal in between keeps the lines and restarts the count', async () => {
    const user = await buildOwner()
    await at(user, 28)
    await uninstallDue()
    await setService(user, { expiresAt: ago(-DAY_MS) })
    await jobs['lines.settle'](jobCtx(), { resellerId: 0, accountId: user.account.id })
    clock.shift(40 * DAY_MS)
    await uninstallDue()
    expect([await desk.statesOf(user), (await mailsTo(user)).length]).toEqual([['expired'], 2])
  })

  test('keeps lines of a paused, an endless and a running package', async () => {
    const users = [await buildOwner(), await buildOwner(), await buildOwner()]
    await setService(users[0]!, { expiresAt: null, bankedSeconds: 100 })
    await db.kysely
      .updateTable('accounts')
      .set({ pausedAt: ago(80 * DAY_MS) })
      .where('id', '=', users[0]!.account.id)
      .execute()
    await setService(users[1]!, { period: 'once', expiresAt: null })
    for (let run = 0; run < 3; run += 1) {
      await uninstallDue()
      clock.shift(4 * DAY_MS)
    }
    for (const user of users) expect([await desk.statesOf(user), await mailsTo(user)]).toEqual([['active'], []])
  })
})

describe('a removed node', () => {
  test('suspends its lines and tells their owners once, and they can move away', async () => {
    const user = await buildOwner()
    const stranger = await buildOwner()
    await removeNode({ db, now: clock.now() }, user.nodeId, 'operator:test')
    const { rows } = await db.pool.query<{ payload: { nodeId: number } }>(
      `delete from graphile_worker._private_jobs j using graphile_worker._private_tasks t
        where t.id = j.task_id and t.identifier = 'lines.settle_node' returning j.payload`,
    )
    expect(rows.map(({ payload }) => payload)).toEqual([{ nodeId: user.nodeId }])
    for (let run = 0; run < 2; run += 1) await jobs['lines.settle_node'](jobCtx(), rows[0]!.payload)
    expect([await desk.statesOf(user), await desk.statesOf(stranger)]).toEqual([['node'], ['active']])
    const { name } = await db.kysely
      .selectFrom('nodes')
      .select('name')
      .where('id', '=', user.nodeId)
      .executeTakeFirstOrThrow()
    expect(await mailsTo(user)).toEqual([{ template: 'node_removed', params: { node: name } }])
    expect(await mailsTo(stranger)).toEqual([])
    expect((await desk.move(user, user.lineId, stranger.nodeId)).status).toBe(200)
    expect(await desk.statesOf(user)).toEqual(['moving'])
  })

  test('tells all of its many owners', async () => {
    const nodeId = await desk.buildNode({ capacity: 2000 })
    await db.pool.query(
      `with a as (insert into accounts (reseller_id, user_name, password_hash, invite_code)
         select 0, 'many' || i, 'x', 'MANY' || i from generate_series(1, 620) i returning id),
       p as (insert into packages (kind, name, traffic_bytes, device_limit, line_limit) values ('plan', 'many', 1, 1, 1) returning id),
       s as (insert into subscriptions (reseller_id, account_id, package_id, period, expires_at, total_bytes, line_limit)
         select 0, a.id, p.id, 'month', now() + interval '1 day', 1, 1 from a, p)
       insert into lines (reseller_id, account_id, node_id, sealed_credential, state, revision, state_since, created_at)
       select 0, a.id, $1, '', 'active', 1, now(), now() from a`,
      [nodeId],
    )
    await db.kysely.updateTable('nodes').set({ removedAt: clock.now() }).where('id', '=', nodeId).execute()
    await jobs['lines.settle_node'](jobCtx(), { nodeId })
    const rows = await db.kysely
      .selectFrom('lines')
      .select((eb) => [eb.fn.countAll<number>().as('count'), 'reason'])
      .where('nodeId', '=', nodeId)
      .groupBy('reason')
      .execute()
    expect(rows).toEqual([{ count: 620, reason: 'node' }])
  })
})

test('both jobs are in the crontab', () => {
  expect(cronItems.find(({ task }) => task === 'lines.settle_due')?.match).toBe('* * * * *')
  expect(cronItems.some(({ task }) => task === 'lines.uninstall_due')).toBe(true)
})
