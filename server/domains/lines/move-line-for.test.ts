import { expect, test } from 'vitest'

import { consoleApi } from '../../../contract/console/api.ts'
import { buildStaff } from '../../test/build/build-staff.ts'
import { buildReseller } from '../../test/build/factories.ts'
import { openLineDesk } from '../../test/build/line-desk.ts'
import { makeApp } from '../../test/run/make-app.ts'

const made = await makeApp()
const { db } = made
const desk = openLineDesk(made)
const { moveLine, moveTargets } = consoleApi.user

async function numberOf(accountId: number): Promise<number> {
  const lines = db.kysely.selectFrom('lines').select('number').where('accountId', '=', accountId)
  return (await lines.executeTakeFirstOrThrow()).number
}

test('support moves a line to a node with room, and the audit says from where to where; who only looks may not', async () => {
  await buildReseller(db, { id: 7410 })
  const [from, to] = [await desk.buildNode(), await desk.buildNode()]
  const full = await desk.buildNode({ capacity: 1 })
  const user = await desk.buildUser({ resellerId: 7410 })
  const filler = await desk.buildUser({ resellerId: 7410 })
  await desk.install(filler, full)
  await desk.install(user, from)
  await desk.confirm(user)
  const viewer = await buildStaff(made, { resellerId: 7410, role: 'viewer' })
  const support = await buildStaff(made, { resellerId: 7410, role: 'support' })
  const { id } = user.account
  const number = await numberOf(id)
  const targets = (await support.call(moveTargets, { id })).data.rows.map(({ nodeId }) => nodeId)
  expect([targets.includes(to), targets.includes(from), targets.includes(full)]).toEqual([true, false, false])
  expect((await viewer.call(moveTargets, { id })).code).toBe('staff.forbidden')
  expect((await viewer.call(moveLine, { id, number, nodeId: to })).code).toBe('staff.forbidden')
  expect((await support.call(moveLine, { id, number, nodeId: full })).code).toBe('node.full')
  expect((await support.call(moveLine, { id, number: number + 1000, nodeId: to })).code).toBe('object.unknown')
  expect((await support.call(moveLine, { id, number, nodeId: to })).status).toBe(200)
  expect((await desk.linesOf(user)).map(({ nodeId }) => nodeId)).toContain(to)
  const written = await db.kysely
    .selectFrom('auditLog')
    .select(['before', 'after', 'actor'])
    .where('action', '=', 'account.line_moved')
    .where('subject', '=', `account:${id}`)
    .execute()
  expect(written).toHaveLength(1)
  expect(written[0]!.actor).toBe(`staff:${support.staffId}`)
  expect(written[0]!.before).not.toEqual(written[0]!.after)
})

test('another reseller’s user, line and node are unknown', async () => {
  await buildReseller(db, { id: 7411 })
  await buildReseller(db, { id: 7412 })
  const node = await desk.buildNode()
  const own = await desk.buildNode({ resellerId: 7412 })
  const user = await desk.buildUser({ resellerId: 7411 })
  await desk.install(user, node)
  await desk.confirm(user)
  const stranger = await buildStaff(made, { resellerId: 7412, role: 'owner' })
  const owner = await buildStaff(made, { resellerId: 7411, role: 'owner' })
  const { id } = user.account
  const number = await numberOf(id)
  expect((await stranger.call(moveTargets, { id })).code).toBe('object.unknown')
  expect((await stranger.call(moveLine, { id, number, nodeId: own })).code).toBe('object.unknown')
  expect((await owner.call(moveLine, { id, number, nodeId: own })).code).toBe('object.unknown')
})
