import { beforeEach, describe, expect, test } from 'vitest'

import { clock } from '../../platform/clock.ts'
import { inTransaction } from '../../platform/db/db.ts'
import { openLineDesk, type LineUser } from '../../test/build/line-desk.ts'
import { GB } from '../../test/build/money-factories.ts'
import { makeApp } from '../../test/run/make-app.ts'
import { applyChanges, refreshLines, alignLines } from './align-lines.ts'
import type { LineState } from './line-states.ts'

const testApp = await makeApp()
const { db } = testApp
const desk = openLineDesk(testApp)

beforeEach(() => clock.reset())

const ownerOf = ({ account }: LineUser) => ({ resellerId: account.resellerId, accountId: account.id })
const setService = ({ account }: LineUser, values: object) =>
  db.kysely.updateTable('subscriptions').set(values).where('accountId', '=', account.id).execute()
const ago = (ms: number) => new Date(clock.now().getTime() - ms)

/** Builds a user with two active lines. */
async function buildOwner() {
  const user = await desk.buildUser()
  const nodes = [await desk.buildNode(), await desk.buildNode()]
  for (const nodeId of nodes) expect((await desk.install(user, nodeId)).status).toBe(200)
  await desk.confirm(user)
  return { ...user, nodes }
}

async function suspend(user: LineUser, values: object, reason: string): Promise<void> {
  await setService(user, values)
  await inTransaction(db, (tx) => alignLines({ db: tx, now: clock.now() }, ownerOf(user)))
  expect(await desk.statesOf(user)).toEqual([reason, reason])
}

describe('aligning lines', () => {
  test('changes nothing and notifies no node when everything is right already', async () => {
    const user = await buildOwner()
    const before = await Promise.all(user.nodes.map(desk.revisionOf))
    expect(await inTransaction(db, (tx) => alignLines({ db: tx, now: clock.now() }, ownerOf(user)))).toEqual([])
    expect(await Promise.all(user.nodes.map(desk.revisionOf))).toEqual(before)
  })

  test('notifies no node of a new reason: the user stays locked out either way', async () => {
    const user = await buildOwner()
    await suspend(user, { usedBytes: 100 * GB }, 'quota')
    const before = await Promise.all(user.nodes.map(desk.revisionOf))
    await suspend(user, { expiresAt: ago(1000) }, 'expired')
    expect(await Promise.all(user.nodes.map(desk.revisionOf))).toEqual(before)
  })

  test('returns the changes of several accounts at once', async () => {
    const users = [await buildOwner(), await buildOwner()]
    for (const user of users) await setService(user, { usedBytes: 100 * GB })
    const changes = await inTransaction(db, (tx) => alignLines({ db: tx, now: clock.now() }, ...users.map(ownerOf)))
    expect(changes.map(({ nodeId, from, state, reason }) => [nodeId, from, state, reason])).toEqual(
      users.flatMap(({ nodes }) => nodes.map((nodeId) => [nodeId, 'active', 'suspended', 'quota'])),
    )
    for (const user of users) expect(await desk.statesOf(user)).toEqual(['quota', 'quota'])
  })

  test('does nothing for an account without lines or an unknown one', async () => {
    const user = await desk.buildUser()
    const nobody = { resellerId: 0, accountId: 999_999_999 }
    expect(await inTransaction(db, (tx) => refreshLines({ db: tx, now: clock.now() }, ownerOf(user), nobody))).toEqual(
      [],
    )
  })

  test('keeps the lines of a node under maintenance', async () => {
    const user = await buildOwner()
    await db.kysely.updateTable('nodes').set({ inMaintenance: true }).where('id', '=', user.nodes[0]!).execute()
    await inTransaction(db, (tx) => refreshLines({ db: tx, now: clock.now() }, ownerOf(user)))
    expect(await desk.statesOf(user)).toEqual(['active', 'active'])
    expect((await desk.linesOf(user)).map(({ nodeState }) => nodeState)).toEqual(['maintenance', 'up'])
  })
})

test('refuses a state change that is not in the table of moves', async () => {
  const allowed: Record<LineState, LineState[]> = {
    installing: ['active', 'suspended', 'failed', 'removed'],
    moving: ['active', 'suspended', 'failed', 'removed'],
    active: ['suspended', 'failed', 'removed'],
    suspended: ['active', 'removed'],
    failed: ['removed'],
    removed: [],
  }
  const states = Object.keys(allowed) as LineState[]
  const user = await desk.buildUser()
  const nodeId = await desk.buildNode()
  const { id } = (await desk.install(user, nodeId)).data
  const row = await db.kysely.selectFrom('lines').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  for (const from of states) {
    for (const state of states.filter((other) => other !== from)) {
      await db.kysely
        .updateTable('lines')
        .set({ state: from, reason: from === 'suspended' ? 'quota' : null })
        .where('id', '=', id)
        .execute()
      const reason = state === 'suspended' ? ('limit' as const) : null
      const change = { id, number: row.number, nodeId, from, state, reason }
      const tried = inTransaction(db, (tx) => applyChanges({ db: tx, now: clock.now() }, [change]))
      if (allowed[from].includes(state)) await tried
      else await expect(tried, `${from} to ${state}`).rejects.toThrow('cannot go')
      const after = await db.kysely.selectFrom('lines').select('state').where('id', '=', id).executeTakeFirstOrThrow()
      expect(after.state).toBe(allowed[from].includes(state) ? state : from)
    }
  }
})
