import { beforeEach, describe, expect, test } from 'vitest'

import { api } from '../../../contract/api.ts'
import { limits } from '../../../contract/limits.ts'
import { clock } from '../../platform/clock.ts'
import { inTx } from '../../platform/context.ts'
import { openLineDesk, type LineUser } from '../../test/build/line-desk.ts'
import { refused } from '../../test/build/shop.ts'
import { makeApp } from '../../test/run/make-app.ts'
import { loadNode } from '../nodes/load-node.ts'
import { alignLines } from './align-lines.ts'
import { findDesiredUsers } from './node-calls/find-desired-users.ts'

const testApp = await makeApp()
const { call, db, config } = testApp
const desk = openLineDesk(testApp)

beforeEach(() => clock.reset())

const OVER = [409, 'line.undo_over']
const rowOf = (id: string) => db.kysely.selectFrom('lines').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

/** What the job does that follows a move. */
async function settle({ account }: LineUser): Promise<void> {
  const owner = { resellerId: account.resellerId, accountId: account.id }
  await inTx({ db, now: clock.now() }, (tx) => alignLines(tx, owner))
}

/** The credentials that a node lets in. */
async function letsIn(nodeId: number): Promise<(string | null)[]> {
  const ctx = { db, config }
  const node = (await loadNode({ db }, nodeId))!
  return (await findDesiredUsers(ctx, node, null)).map(({ credential }) => credential)
}

/** A user with one working line that has just been moved. */
async function buildMoved({ lineLimit = 1 } = {}) {
  const [from, to] = [await desk.buildNode(), await desk.buildNode()]
  const user = await desk.buildUser({ lineLimit })
  await desk.install(user, from)
  await desk.confirm(user)
  const [old] = await desk.linesOf(user)
  const moved = await desk.move(user, old!.id, to)
  expect(moved.status, moved.text).toBe(200)
  return { user, from, to, old: old!, moved: moved.data, credential: old!.connection!.credential }
}

describe('within ten seconds', () => {
  test('the old line works on, unseen, and takes no place of the package', async () => {
    const { user, from, moved, credential } = await buildMoved({ lineLimit: 1 })
    expect(await letsIn(from)).toEqual([credential])
    await settle(user)
    expect(await letsIn(from)).toEqual([credential])
    expect((await desk.linesOf(user)).map(({ id, state }) => [id, state])).toEqual([[moved.id, 'moving']])
    const { data: info } = await call(api.accounts.info, { dailiKey: 0 }, user)
    expect(info.lineCount).toBe(1)
  })

  test('undoing brings the line back as it was, and its node never noticed', async () => {
    const { user, from, to, old, moved, credential } = await buildMoved()
    await desk.confirm(user)
    const before = await rowOf(old.id)
    const revision = await desk.revisionOf(from)
    clock.shift(limits.lineUndoMs / 2)
    const undone = await desk.undoMove(user, moved.id)
    expect(undone.data).toMatchObject({ id: old.id, state: 'active', connection: { credential } })
    expect(await desk.linesOf(user)).toEqual([undone.data])
    expect(await rowOf(old.id)).toEqual({ ...before, leavesAt: null })
    expect(await desk.revisionOf(from)).toBe(revision)
    expect([await letsIn(from), await letsIn(to)]).toEqual([[credential], []])
    clock.shift(limits.lineUndoMs)
    await settle(user)
    expect(await letsIn(from)).toEqual([credential])
  })

  test('a move can be undone once, and moving again is free', async () => {
    const { user, to, old, moved } = await buildMoved()
    expect((await desk.undoMove(user, moved.id)).status).toBe(200)
    expect(refused(await desk.undoMove(user, moved.id))).toEqual([422, 'object.unknown'])
    expect(refused(await desk.undoMove(user, old.id))).toEqual(OVER)
    expect((await desk.move(user, old.id, to)).status).toBe(200)
  })

  test('only the last of two moves of a line can be undone', async () => {
    const { user, from, old, moved } = await buildMoved()
    await desk.confirm(user)
    const third = await desk.buildNode()
    const again = await desk.move(user, moved.id, third)
    expect(again.status, again.text).toBe(200)
    expect((await rowOf(old.id)).state).toBe('removed')
    expect(await letsIn(from)).toEqual([])
    expect((await desk.undoMove(user, again.data.id)).data.id).toBe(moved.id)
    expect(refused(await desk.undoMove(user, moved.id))).toEqual(OVER)
  })

  test('moves of two lines are undone one by one', async () => {
    const nodes = [await desk.buildNode(), await desk.buildNode(), await desk.buildNode(), await desk.buildNode()]
    const user = await desk.buildUser({ lineLimit: 2 })
    for (const nodeId of nodes.slice(0, 2)) await desk.install(user, nodeId)
    await desk.confirm(user)
    const [a, b] = await desk.linesOf(user)
    const [movedA, movedB] = [await desk.move(user, a!.id, nodes[2]!), await desk.move(user, b!.id, nodes[3]!)]
    expect((await desk.undoMove(user, movedA.data.id)).data.id).toBe(a!.id)
    expect((await desk.undoMove(user, movedB.data.id)).data.id).toBe(b!.id)
    expect(await desk.statesOf(user)).toEqual(['active', 'active'])
  })

  test('a new line on the old node takes its room, and ends the way back', async () => {
    const { user, from, moved, credential } = await buildMoved({ lineLimit: 2 })
    await db.kysely.updateTable('nodes').set({ capacity: 1 }).where('id', '=', from).execute()
    expect((await desk.install(user, from)).status).toBe(200)
    expect(await letsIn(from)).not.toContain(credential)
    expect(refused(await desk.undoMove(user, moved.id))).toEqual(OVER)
  })

  test('the line that is being left cannot be moved, rotated or removed any more', async () => {
    const { user, old } = await buildMoved()
    const answers = [
      await desk.move(user, old.id, await desk.buildNode()),
      await desk.rotate(user, old.id),
      await desk.uninstall(user, old.id),
    ]
    expect(answers.map(refused)).toEqual(answers.map(() => [422, 'object.unknown']))
  })

  test('a pause stops both lines, and undoing waits for its end', async () => {
    const { user, from, old, moved } = await buildMoved()
    expect((await call(api.accounts.freeze, { type: 'pause' }, user)).status).toBe(200)
    await settle(user)
    expect(await letsIn(from)).toEqual([])
    expect(refused(await desk.undoMove(user, moved.id))).toEqual([403, 'account.paused'])
    expect((await call(api.accounts.freeze, { type: 'resume' }, user)).status).toBe(200)
    await settle(user)
    expect((await desk.undoMove(user, moved.id)).data).toMatchObject({ id: old.id, state: 'active' })
  })
})

test('after ten seconds undoing is refused with a sentence, and the job ends the old line', async () => {
  const { user, from, old, moved, credential } = await buildMoved()
  clock.shift(limits.lineUndoMs)
  const late = await desk.undoMove(user, moved.id)
  expect(refused(late)).toEqual(OVER)
  expect(late.text).toContain('不能撤销了')
  expect(await letsIn(from)).toEqual([credential])
  const jobs = await db.pool.query<{ late: boolean }>(
    `select j.run_at > now() + interval '9 seconds' as late from graphile_worker.jobs j
      join graphile_worker._private_jobs p on p.id = j.id
      where j.task_identifier = 'lines.settle' and (p.payload ->> 'accountId')::bigint = $1`,
    [user.account.id],
  )
  expect(jobs.rows).toContainEqual({ late: true })
  await settle(user)
  expect(await letsIn(from)).toEqual([])
  expect(await rowOf(old.id)).toMatchObject({ state: 'removed', leavesAt: null })
  expect(refused(await desk.undoMove(user, moved.id))).toEqual(OVER)
})

describe('at once', () => {
  test('ten undos bring back one line', async () => {
    const { user, old, moved } = await buildMoved()
    const answers = await Promise.all(Array.from({ length: 10 }, () => desk.undoMove(user, moved.id)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array(9).fill(422)])
    expect((await desk.linesOf(user)).map(({ id }) => id)).toEqual([old.id])
  })

  test('an undo and the end of its time leave one line, the old or the new', async () => {
    for (let round = 0; round < 6; round += 1) {
      const { user, from, to, old, moved } = await buildMoved()
      clock.shift(limits.lineUndoMs - 100)
      const undo = desk.undoMove(user, moved.id)
      clock.shift(100)
      const [undone] = await Promise.all([undo, settle(user)])
      await settle(user)
      const [line, ...more] = await desk.linesOf(user)
      expect(more).toEqual([])
      expect(line!.id).toBe(undone.status === 200 ? old.id : moved.id)
      expect((await letsIn(from)).length + (await letsIn(to)).length).toBe(1)
      clock.reset()
    }
  })

  test('an undo and another move never leave two lines', async () => {
    for (let round = 0; round < 6; round += 1) {
      const { user, moved } = await buildMoved()
      await desk.confirm(user)
      const third = await desk.buildNode()
      const answers = await Promise.all([desk.undoMove(user, moved.id), desk.move(user, moved.id, third)])
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
      expect(await desk.linesOf(user)).toHaveLength(1)
    }
  })
})
