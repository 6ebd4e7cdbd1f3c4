import { beforeEach, expect, test } from 'vitest'

import { clock } from '../../../platform/clock.ts'
import { createLog } from '../../../platform/log.ts'
import { buildReseller } from '../../../test/build/factories.ts'
import { openLineDesk, type LineUser } from '../../../test/build/line-desk.ts'
import { mailsOf } from '../../../test/outside/mails-of.ts'
import { makeApp } from '../../../test/run/make-app.ts'
import { setMaintenance } from '../../nodes/set-maintenance.ts'
import { runMove, stopMove } from './run-move.ts'
import { showMove } from './show-move.ts'
import { planMove, startMove } from './start-move.ts'

const made = await makeApp()
const { db, config } = made
const desk = openLineDesk(made)
await buildReseller(db, { id: 260 })
await buildReseller(db, { id: 7 })
beforeEach(() => clock.reset())

const ctxNow = () => ({ db, config, now: clock.now(), log: createLog('silent'), isLastAttempt: false })
const moveIdOf = async (fromNodeId: number) =>
  (await db.kysely.selectFrom('lineMoves').select('id').where('fromNodeId', '=', fromNodeId).executeTakeFirstOrThrow())
    .id
const run = async (fromNodeId: number) => runMove(ctxNow(), { moveId: await moveIdOf(fromNodeId) })
const nodesOf = async (user: LineUser) => (await desk.linesOf(user)).map(({ nodeId }) => nodeId)
const jobsOf = async (name: string) =>
  (
    await db.pool.query<{ run_at: Date }>(
      `select run_at from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
        where t.identifier = $1`,
      [name],
    )
  ).rows.length

async function userOn(nodeId: number, overrides: Parameters<typeof desk.buildUser>[0] = {}) {
  const user = await desk.buildUser({ resellerId: 260, ...overrides })
  const { status } = await desk.install(user, nodeId)
  expect(status).toBe(200)
  await desk.confirm(user)
  return user
}

test('moves and tells everybody once, and leaves lines that cannot go', async () => {
  const [from, to] = [await desk.buildNode(), await desk.buildNode()]
  const told = await userOn(from, { email: 'moved@mail.example' })
  const untold = await userOn(from)
  const there = await userOn(from, { email: 'there@mail.example' })
  await desk.install(there, to)
  await desk.confirm(there)
  const wish = { fromNodeId: from, toNodeId: to }
  expect(await planMove(ctxNow(), wish)).toEqual({ lines: 2, told: 1, stay: [{ reason: 'line.exists', lines: 1 }] })
  const revision = await desk.revisionOf(from)
  expect(await startMove(ctxNow(), wish, 'operator:test')).toBe(3)
  // Starting again finds the same move.
  await startMove(ctxNow(), wish, 'operator:test')
  expect(await jobsOf('lines.move')).toBe(1)
  await run(from)
  await run(from)
  expect(await nodesOf(told)).toEqual([to])
  expect(await desk.statesOf(told)).toEqual(['moving'])
  expect(await nodesOf(untold)).toEqual([to])
  expect(await nodesOf(there)).toEqual([from, to])
  expect(await desk.revisionOf(from)).toBeGreaterThan(revision)
  const mails = await mailsOf(db, told.account)
  expect(mails.filter(({ template }) => template === 'line_moved')).toHaveLength(1)
  expect(await mailsOf(db, there.account)).toEqual([])
  expect(await showMove(db, from)).toMatchObject({
    toNodeId: to,
    by: 'operator:test',
    lines: 3,
    done: 2,
    skipped: 1,
    state: 'done',
    reasons: [{ reason: 'line.exists', lines: 1 }],
  })
})

test('moves a suspended line, which stays suspended, and skips one that its owner removed', async () => {
  const [from, to] = [await desk.buildNode(), await desk.buildNode()]
  const paused = await userOn(from)
  const gone = await userOn(from)
  const { id: accountId, resellerId } = paused.account
  await db.kysely
    .updateTable('subscriptions')
    .set({ usedBytes: 10 ** 15 })
    .where('resellerId', '=', resellerId)
    .where('accountId', '=', accountId)
    .execute()
  await db.pool.query(`update lines set state = 'suspended', reason = 'quota' where account_id = $1`, [accountId])
  await startMove(ctxNow(), { fromNodeId: from, toNodeId: to }, 'operator:test')
  await desk.uninstall(gone, (await desk.linesOf(gone))[0]!.id)
  await run(from)
  expect([await nodesOf(paused), await desk.statesOf(paused)]).toEqual([[to], ['quota']])
  expect(await nodesOf(gone)).toEqual([])
  expect((await showMove(db, from))!.reasons).toEqual([{ reason: 'line.gone', lines: 1 }])
})

test('waits while the target node is away, then goes on', async () => {
  const [from, to] = [await desk.buildNode(), await desk.buildNode()]
  const user = await userOn(from)
  await startMove(ctxNow(), { fromNodeId: from, toNodeId: to }, 'operator:test')
  await setMaintenance(ctxNow(), to, true, 'operator:test')
  await run(from)
  expect([await nodesOf(user), (await showMove(db, from))!.state]).toEqual([[from], 'running'])
  await setMaintenance(ctxNow(), to, false, 'operator:test')
  await run(from)
  expect([await nodesOf(user), (await showMove(db, from))!.state]).toEqual([[to], 'done'])
})

test('can be stopped: moved lines stay there, and another move may begin', async () => {
  const [from, to, third] = [await desk.buildNode(), await desk.buildNode(), await desk.buildNode()]
  const user = await userOn(from)
  await startMove(ctxNow(), { fromNodeId: from, toNodeId: to }, 'operator:test')
  await expect(startMove(ctxNow(), { fromNodeId: from, toNodeId: third }, 'operator:test')).rejects.toMatchObject({
    code: 'node.moving',
  })
  await stopMove(ctxNow(), from, 'operator:test')
  await run(from)
  expect([await nodesOf(user), await showMove(db, from)]).toMatchObject([[from], { state: 'stopped', skipped: 1 }])
  await expect(stopMove(ctxNow(), from, 'operator:test')).rejects.toMatchObject({ code: 'object.unknown' })
})

test("moves one reseller's lines only, and blocks other moves off the node meanwhile", async () => {
  const [from, to] = [await desk.buildNode(), await desk.buildNode()]
  const theirs = await userOn(from)
  const others = await userOn(from, { resellerId: 7 })
  const everybody = { fromNodeId: from, toNodeId: to }
  const wish = { ...everybody, onlyResellerId: 260 }
  expect((await planMove(ctxNow(), wish)).lines).toBe(1)
  expect(await startMove(ctxNow(), wish, 'operator:test')).toBe(1)
  await startMove(ctxNow(), wish, 'operator:test')
  for (const other of [everybody, { ...everybody, onlyResellerId: 7 }]) {
    await expect(startMove(ctxNow(), other, 'operator:test')).rejects.toMatchObject({ code: 'node.moving' })
  }
  await run(from)
  expect([await nodesOf(theirs), await nodesOf(others)]).toEqual([[to], [from]])
  expect(await showMove(db, from)).toMatchObject({ lines: 1, done: 1, state: 'done', onlyResellerId: 260 })
})

test('refuses before writing: no room, no lines, the same node, a node away or not theirs', async () => {
  const [from, small] = [await desk.buildNode(), await desk.buildNode({ capacity: 1 })]
  const foreign = await desk.buildNode({ resellerId: 7 })
  await userOn(from)
  await userOn(from)
  const refusal = (toNodeId: number, fromNodeId = from) =>
    startMove(ctxNow(), { fromNodeId, toNodeId }, 'operator:test').catch((error: { code: string }) => error.code)
  expect(await refusal(small)).toBe('node.full')
  expect(await refusal(from)).toBe('request.invalid')
  expect(await refusal(foreign)).toBe('node.empty')
  expect(await refusal(from, small)).toBe('node.empty')
  expect(await refusal(999_999)).toBe('object.unknown')
  await setMaintenance(ctxNow(), small, true, 'operator:test')
  expect(await refusal(small)).toBe('node.unavailable')
  expect(await showMove(db, from)).toBeNull()
})
