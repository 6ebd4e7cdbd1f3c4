import { beforeEach, describe, expect, test } from 'vitest'

import { api } from '../../../contract/api.ts'
import type { LineNode } from '../../../contract/lines.ts'
import { clock } from '../../platform/clock.ts'
import { createLog } from '../../platform/log.ts'
import { buildSession } from '../../test/build/build-session.ts'
import { buildAccount } from '../../test/build/factories.ts'
import { openLineDesk, type LineUser } from '../../test/build/line-desk.ts'
import { lineNode } from '../../test/build/line-node.ts'
import { makeApp } from '../../test/run/make-app.ts'
import { chooseFirst } from './choose-first.ts'
import { installFirstFor } from './install-first.ts'

const testApp = await makeApp()
const { call, db, config } = testApp
const desk = openLineDesk(testApp)
beforeEach(async () => {
  clock.reset()
  await db.kysely.updateTable('nodes').set({ removedAt: clock.now() }).execute()
})

const first = ({ token }: LineUser, latencies: { nodeId: number; ms: number }[] = []) =>
  call(api.lines.installFirst, { latencies }, { token })
const nodesOf = async (user: LineUser) => (await desk.linesOf(user)).map(({ nodeId }) => nodeId).toSorted()
const inRegion = (id: number, region: string) =>
  db.kysely.updateTable('nodes').set({ region }).where('id', '=', id).execute()
const jobCtx = () => ({ db, config, now: clock.now(), log: createLog('silent'), isLastAttempt: false })

describe('the first two lines', () => {
  test('are the nearest and one of another region; asking again changes nothing', async () => {
    const user = await desk.buildUser()
    const [far, near, nearToo, other] = [
      await desk.buildNode(),
      await desk.buildNode(),
      await desk.buildNode(),
      await desk.buildNode(),
    ]
    await inRegion(other, 'JP')
    const latencies = [
      { nodeId: far, ms: 300 },
      { nodeId: near, ms: 20 },
      { nodeId: nearToo, ms: 70 },
      { nodeId: other, ms: 90 },
    ]
    const answer = await first(user, latencies)
    expect(answer.status, answer.text).toBe(200)
    expect(answer.data.lines.map(({ state }) => state)).toEqual(['installing', 'installing'])
    expect(answer.data.subscriptionUrl).toContain('/sub/')
    expect(await nodesOf(user)).toEqual([near, other].toSorted())
    expect((await first(user)).data.lines).toHaveLength(2)
  })

  test('twenty calls and the job at once install two', async () => {
    const user = await desk.buildUser()
    for (let index = 0; index < 4; index += 1) await desk.buildNode()
    const owner = { resellerId: user.account.resellerId, accountId: user.account.id }
    const calls = Array.from({ length: 20 }, () => first(user))
    await Promise.all([...calls, installFirstFor(jobCtx(), owner), installFirstFor(jobCtx(), owner)])
    expect(await nodesOf(user)).toHaveLength(2)
  })

  test('skip nodes without room, and keep to the limit of the package', async () => {
    const [full, open] = [await desk.buildNode({ capacity: 1 }), await desk.buildNode({ ratePercent: 900 })]
    const crowd = await desk.buildUser()
    await desk.install(crowd, full)
    const user = await desk.buildUser()
    await first(user, [{ nodeId: full, ms: 1 }])
    expect(await nodesOf(user)).toEqual([open])
    await desk.buildNode()
    const small = await desk.buildUser({ lineLimit: 1 })
    await first(small)
    expect(await nodesOf(small)).toHaveLength(1)
  })

  test('need a package; a job after a pause or refund does nothing', async () => {
    await desk.buildNode()
    const account = await buildAccount(db)
    const user = { account, token: await buildSession(db, account) }
    expect((await first(user)).code).toBe('line.no_package')
    await installFirstFor(jobCtx(), { resellerId: account.resellerId, accountId: account.id })
    expect(await nodesOf(user)).toEqual([])
  })

  test('lock no node but those that they take', async () => {
    const user = await desk.buildUser()
    const [near, far, other] = [await desk.buildNode(), await desk.buildNode(), await desk.buildNode()]
    const holder = await db.pool.connect()
    await holder.query('begin')
    await holder.query('select from nodes where id = $1 for update', [far])
    const latencies = [near, other].map((nodeId) => ({ nodeId, ms: 10 }))
    expect((await first(user, latencies)).data.lines).toHaveLength(2)
    await holder.query('rollback')
    holder.release()
    expect(await nodesOf(user)).toEqual([near, other].toSorted())
  })

  test('take the next best when many at once fill up the best', async () => {
    const best = [await desk.buildNode({ capacity: 2 }), await desk.buildNode({ capacity: 2 })]
    const next = [await desk.buildNode({ ratePercent: 900 }), await desk.buildNode({ ratePercent: 900 })]
    const users = await Promise.all(Array.from({ length: 5 }, () => desk.buildUser()))
    await Promise.all(users.map((user) => first(user)))
    const taken = (await Promise.all(users.map(nodesOf))).map((nodes) => nodes.length)
    expect(taken).toEqual([2, 2, 2, 2, 2])
    const lines = (await Promise.all(users.map(nodesOf))).flat()
    const countOn = (nodeIds: number[]) => nodeIds.map((id) => lines.filter((nodeId) => nodeId === id).length)
    expect([countOn(best), countOn(next)]).toEqual([
      [2, 2],
      [3, 3],
    ])
  })
})

test('suit the speed mode before they are near, and the saver takes what costs least', () => {
  const node = (id: number, overrides: Partial<LineNode>) => lineNode({ id, ...overrides })
  const nodes = [
    node(1, { state: 'down' }),
    node(2, { suits: ['game'] }),
    node(3, { ratePercent: 50, loadPercent: 90 }),
    node(4, { isFull: true }),
    node(5, { loadPercent: 1 }),
  ]
  const near = new Map([
    [5, 10],
    [2, 400],
  ])
  const best = (mode: 'standard' | 'game' | 'saver') => chooseFirst(nodes, mode, near)[0]?.id
  expect([best('standard'), best('game'), best('saver')]).toEqual([5, 2, 3])
  expect(chooseFirst(nodes.slice(0, 1), 'standard', near)).toEqual([])
})
