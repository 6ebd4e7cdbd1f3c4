import { afterEach, beforeAll, expect, test } from 'vitest'

import { api } from '../../../contract/api.ts'
import { clock } from '../../platform/clock.ts'
import { inTransaction } from '../../platform/db/db.ts'
import { CAPACITY, LIMIT, raceCapacity, raceLimit } from '../../test/attack/line-races.ts'
import { openLineDesk } from '../../test/build/line-desk.ts'
import { makeApp } from '../../test/run/make-app.ts'
import { alignLines } from './align-lines.ts'

const testApp = await makeApp()
const { call, db } = testApp
const desk = openLineDesk(testApp)

beforeAll(async () => {
  await testApp.app.listen({ port: 0, host: '127.0.0.1' })
})

afterEach(async () => {
  const { rows } = await db.pool.query(`select * from line_counts c full join (
      select node_id, coalesce(reseller_id, -1) as reseller_id, count(*) filter (where state <> 'removed') as held,
        count(*) filter (where state not in ('failed', 'removed')) as placed
      from lines group by grouping sets ((node_id), (node_id, reseller_id))
    ) l using (node_id, reseller_id)
    where (coalesce(c.held, 0), coalesce(c.placed, 0)) <> (coalesce(l.held, 0), coalesce(l.placed, 0))`)
  expect(rows, 'lines that are counted otherwise than they are').toEqual([])
})

test('twenty installs at once never exceed the limit of the package', async () => {
  const { statuses, placed } = await raceLimit(testApp)
  expect(placed).toBe(LIMIT)
  expect(statuses.toSorted()).toEqual([...Array(LIMIT).fill(200), ...Array(statuses.length - LIMIT).fill(422)])
})

test('twenty installs at once never exceed the capacity of the node', async () => {
  const { statuses, placed } = await raceCapacity(testApp)
  expect(placed).toBe(CAPACITY)
  expect(statuses.toSorted()).toEqual([...Array(CAPACITY).fill(200), ...Array(statuses.length - CAPACITY).fill(409)])
})

test('two concurrent installs on one node make one line', async () => {
  const user = await desk.buildUser()
  const nodeId = await desk.buildNode()
  const answers = await Promise.all(Array.from({ length: 10 }, () => desk.install(user, nodeId)))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array(9).fill(409)])
  expect(await desk.statesOf(user)).toEqual(['installing'])
})

test('users who install at once get different ports', async () => {
  const nodeId = await desk.buildNode({ protocol: 'shadowsocks', port: 20_000, settings: { cipher: 'aes-256-gcm' } })
  const users = await Promise.all(Array.from({ length: 10 }, () => desk.buildUser()))
  const answers = await Promise.all(users.map((user) => desk.install(user, nodeId)))
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
  const rows = await db.kysely.selectFrom('lines').select('port').where('nodeId', '=', nodeId).orderBy('port').execute()
  expect(rows.map(({ port }) => port)).toEqual(Array.from({ length: 10 }, (_, index) => 20_000 + index))
})

test('moves, rotations, modes and aligning across the same nodes never deadlock', async () => {
  const nodes = [await desk.buildNode(), await desk.buildNode(), await desk.buildNode(), await desk.buildNode()]
  const users = await Promise.all(Array.from({ length: 8 }, () => desk.buildUser()))
  for (const [index, user] of users.entries()) {
    // Install in a different order for each user, so that code without a fixed lock order would deadlock.
    for (let step = 0; step < 3; step += 1) await desk.install(user, nodes[(index * (index % 2 ? 1 : 3) + step) % 4]!)
    await desk.confirm(user)
  }
  const owners = users.map(({ account }) => ({ resellerId: account.resellerId, accountId: account.id }))
  const work = users.flatMap((user, index) => [
    ...Array.from({ length: 3 }, async (_, round) => {
      const lines = await desk.linesOf(user)
      const line = lines[round % lines.length]!
      const free = nodes.find((nodeId) => !lines.some((one) => one.nodeId === nodeId))!
      return (await desk.move(user, line.id, free)).status
    }),
    call(api.lines.speedMode, { mode: index % 2 ? 'game' : 'video' }, user).then(({ status }) => status),
    desk.linesOf(user).then(async ([line]) => (await desk.rotate(user, line!.id)).status),
    inTransaction(db, (tx) => alignLines({ db: tx, now: clock.now() }, ...owners.toReversed())).then(() => 200),
  ])
  const statuses = await Promise.all(work)
  expect(statuses.filter((status) => ![200, 409, 422].includes(status))).toEqual([])
  for (const user of users) expect((await desk.statesOf(user)).length).toBe(3)
})

test('a pause during an install: the line is either there and paused, or was refused', async () => {
  for (let round = 0; round < 6; round += 1) {
    const user = await desk.buildUser()
    const nodeId = await desk.buildNode()
    const [installed, paused] = await Promise.all([
      desk.install(user, nodeId),
      call(api.accounts.freeze, { type: 'pause' }, user),
    ])
    expect(paused.status, paused.text).toBe(200)
    const owner = { resellerId: user.account.resellerId, accountId: user.account.id }
    await inTransaction(db, (tx) => alignLines({ db: tx, now: clock.now() }, owner))
    expect(await desk.statesOf(user)).toEqual(installed.status === 200 ? ['paused'] : [])
    if (installed.status !== 200) expect(installed.code).toBe('account.paused')
  }
})
