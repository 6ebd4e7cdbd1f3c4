import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'

import { api } from '../../../contract/api.ts'
import { limits } from '../../../contract/limits.ts'
import { clock } from '../../platform/clock.ts'
import { buildReseller } from '../../test/build/factories.ts'
import { openLineDesk, type LineUser } from '../../test/build/line-desk.ts'
import { refused } from '../../test/build/shop.ts'
import { dumpEveryRow } from '../../test/look/every-row.ts'
import { makeApp } from '../../test/run/make-app.ts'

const testApp = await makeApp()
const { call, db } = testApp
const desk = openLineDesk(testApp)

beforeEach(() => clock.reset())

async function installActive(user: LineUser, nodeId: number) {
  const answer = await desk.install(user, nodeId)
  expect(answer.status, answer.text).toBe(200)
  await desk.confirm(user)
  return answer.data
}
const setService = (user: LineUser, values: object) =>
  db.kysely.updateTable('subscriptions').set(values).where('accountId', '=', user.account.id).execute()
const lineRow = (id: string) => db.kysely.selectFrom('lines').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const nodesOf = async ({ token }: LineUser) => (await call(api.lines.nodes, {}, { token })).data

describe('install', () => {
  test('creates a waiting line, notifies the node, and shows how to connect once it is active', async () => {
    const nodeId = await desk.buildNode({ name: '香港 01', settings: { network: 'ws', path: '/a', security: 'tls' } })
    const user = await desk.buildUser()
    const revision = await desk.revisionOf(nodeId)
    const answer = await desk.install(user, nodeId)
    expect(answer.status, answer.text).toBe(200)
    expect(answer.data).toMatchObject({
      nodeId,
      nodeName: '香港 01',
      state: 'installing',
      connection: null,
      todayBytes: 0,
    })
    expect((await lineRow(answer.data.id)).revision).toBe(revision + 1)
    expect(await desk.revisionOf(nodeId)).toBe(revision + 1)
    expect((await call(api.accounts.info, { dailiKey: 0 }, user)).data.lineCount).toBe(1)

    await desk.confirm(user)
    const [line] = await desk.linesOf(user)
    expect(line).toMatchObject({ state: 'active', reason: null, connection: { port: 443 } })
    const { credential, uri } = line!.connection!
    expect(credential).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
    expect(uri).toContain(`vless://${credential}@`)
    expect(await dumpEveryRow(db)).not.toContain(credential)
  })

  test('needs a running package and no pause', async () => {
    const nodeId = await desk.buildNode()
    const none = await desk.buildUser()
    await db.kysely.deleteFrom('subscriptions').where('accountId', '=', none.account.id).execute()
    expect(refused(await desk.install(none, nodeId))).toEqual([422, 'line.no_package'])
    const expired = await desk.buildUser()
    await setService(expired, { expiresAt: clock.now() })
    expect(refused(await desk.install(expired, nodeId))).toEqual([422, 'line.no_package'])
    expect(await desk.statesOf(expired)).toEqual([])
  })

  test('waits for more traffic when it is used up', async () => {
    const user = await desk.buildUser()
    await setService(user, { usedBytes: 7, totalBytes: 7 })
    const { data } = await desk.install(user, await desk.buildNode())
    expect([data.state, data.reason]).toEqual(['suspended', 'quota'])
  })

  test('allows one line on each node, up to the limits of package and node', async () => {
    const nodes = [await desk.buildNode(), await desk.buildNode(), await desk.buildNode({ capacity: 1 })]
    const user = await desk.buildUser({ lineLimit: 2 })
    await installActive(user, nodes[0]!)
    expect(refused(await desk.install(user, nodes[0]!))).toEqual([409, 'line.exists'])
    const small = await installActive(user, nodes[2]!)
    expect(refused(await desk.install(user, nodes[1]!))).toEqual([422, 'line.limit'])
    const other = await desk.buildUser()
    expect(refused(await desk.install(other, nodes[2]!))).toEqual([409, 'node.full'])
    await desk.uninstall(user, small.id)
    expect((await desk.install(other, nodes[2]!)).status).toBe(200)
    expect((await desk.install(user, nodes[1]!)).status).toBe(200)
  })

  test('works only on a node that is up and open to this reseller', async () => {
    await buildReseller(db, { id: 7003 })
    const user = await desk.buildUser()
    const closed = await desk.buildNode({ inMaintenance: true })
    const silent = await desk.buildNode()
    await db.kysely
      .updateTable('nodeStates')
      .set({ seenAt: new Date(clock.now().getTime() - limits.nodeSilentMs - 1) })
      .where('nodeId', '=', silent)
      .execute()
    const gone = await desk.buildNode()
    await db.kysely.updateTable('nodes').set({ removedAt: clock.now() }).where('id', '=', gone).execute()
    const foreign = await desk.buildNode({ resellerId: 7003 })
    expect(refused(await desk.install(user, closed))).toEqual([409, 'node.unavailable'])
    expect(refused(await desk.install(user, silent))).toEqual([409, 'node.unavailable'])
    for (const nodeId of [gone, foreign, 2_000_000_000]) {
      expect(refused(await desk.install(user, nodeId))).toEqual([422, 'object.unknown'])
    }
    const shown = (await nodesOf(user)).map(({ id }) => id)
    expect([closed, silent, gone, foreign].map((id) => shown.includes(id))).toEqual([true, true, false, false])
    const theirs = await desk.buildUser({ resellerId: 7003 })
    expect((await desk.install(theirs, foreign)).status).toBe(200)
  })

  test('users of a suspended reseller keep what they paid for', async () => {
    await buildReseller(db, { id: 7004, suspendedAt: clock.now() })
    const user = await desk.buildUser({ resellerId: 7004 })
    expect((await desk.install(user, await desk.buildNode())).status).toBe(200)
  })

  test('a failed line takes no place, and the same call tries again', async () => {
    const [first, second] = [await desk.buildNode(), await desk.buildNode()]
    const user = await desk.buildUser({ lineLimit: 1 })
    const { data: line } = await desk.install(user, first)
    await db.kysely.updateTable('lines').set({ state: 'failed' }).where('id', '=', line.id).execute()
    expect((await nodesOf(user)).find(({ id }) => id === first)).toMatchObject({ lineId: null, loadPercent: 0 })
    const again = await desk.install(user, first)
    expect([again.status, again.data.state]).toEqual([200, 'installing'])
    expect(await desk.statesOf(user)).toEqual(['installing'])
    expect((await lineRow(line.id)).state).toBe('removed')
    expect(refused(await desk.install(user, second))).toEqual([422, 'line.limit'])
    expect((await desk.uninstall(user, again.data.id)).status).toBe(200)
  })

  test('gives each shadowsocks line its own port, the lowest free one', async () => {
    const settings = { cipher: 'aes-256-gcm' }
    const nodeId = await desk.buildNode({ protocol: 'shadowsocks', port: 30_000, settings })
    const users = [await desk.buildUser(), await desk.buildUser(), await desk.buildUser()]
    const ports = []
    for (const user of users) ports.push((await lineRow((await installActive(user, nodeId)).id)).port)
    expect(ports).toEqual([30_000, 30_001, 30_002])
    const [freed] = await desk.linesOf(users[1]!)
    expect(freed!.connection).toMatchObject({ port: 30_001, settings })
    await desk.uninstall(users[1]!, freed!.id)
    const late = await desk.buildUser()
    expect((await lineRow((await desk.install(late, nodeId)).data.id)).port).toBe(30_001)
    const foreign = await desk.buildNode({ protocol: 'shadowsocks', port: 30_000, settings, connection: 'uniproxy' })
    expect((await lineRow((await desk.install(late, foreign)).data.id)).port).toBeNull()
    const last = await desk.buildNode({ protocol: 'shadowsocks', port: 65_535, settings })
    expect((await desk.install(users[0]!, last)).status).toBe(200)
    expect(refused(await desk.install(users[1]!, last))).toEqual([409, 'node.full'])
  })
})

describe('uninstall', () => {
  test('notifies the node, deletes the credential and activates a waiting line', async () => {
    const nodes = [await desk.buildNode(), await desk.buildNode()]
    const user = await desk.buildUser({ lineLimit: 2 })
    const first = await installActive(user, nodes[0]!)
    await installActive(user, nodes[1]!)
    await db.kysely
      .updateTable('lines')
      .set({ state: 'suspended', reason: 'limit' })
      .where('nodeId', '=', nodes[1]!)
      .execute()
    await setService(user, { lineLimit: 1 })
    const revisions = [await desk.revisionOf(nodes[0]!), await desk.revisionOf(nodes[1]!)]
    expect(refused(await desk.uninstall(user, first.id))).toEqual([200, null])
    const removed = await lineRow(first.id)
    expect([removed.state, removed.sealedCredential.length, removed.revision]).toEqual([
      'removed',
      0,
      revisions[0]! + 1,
    ])
    expect(await desk.statesOf(user)).toEqual(['active'])
    expect(await desk.revisionOf(nodes[1]!)).toBe(revisions[1]! + 1)
    expect(refused(await desk.uninstall(user, first.id))).toEqual([422, 'object.unknown'])
  })

  test('works without a package', async () => {
    const user = await desk.buildUser()
    const { id } = await installActive(user, await desk.buildNode())
    await setService(user, { expiresAt: clock.now() })
    expect((await desk.uninstall(user, id.toUpperCase())).status).toBe(200)
    expect(await desk.statesOf(user)).toEqual([])
  })
})

describe('move', () => {
  test('begins a line in the place of another, which runs on for a moment', async () => {
    const [from, to] = [await desk.buildNode(), await desk.buildNode()]
    const user = await desk.buildUser({ lineLimit: 1 })
    const old = await installActive(user, from)
    const before = (await desk.linesOf(user))[0]!.connection!.credential
    const revision = await desk.revisionOf(from)
    const moved = await desk.move(user, old.id, to)
    expect(moved.data).toMatchObject({ nodeId: to, state: 'moving', createdAt: old.createdAt })
    expect((await lineRow(moved.data.id)).movedFrom).toBe(old.id)
    expect((await lineRow(old.id)).state).toBe('active')
    expect(await desk.revisionOf(from)).toBe(revision)
    await desk.confirm(user)
    const [line] = await desk.linesOf(user)
    expect(line!.id).toBe(moved.data.id)
    expect(line!.connection!.credential).not.toBe(before)
  })

  test('changes nothing when refused', async () => {
    const [from, full, other] = [await desk.buildNode(), await desk.buildNode({ capacity: 1 }), await desk.buildNode()]
    await installActive(await desk.buildUser(), full)
    const user = await desk.buildUser({ lineLimit: 2 })
    const line = await installActive(user, from)
    await installActive(user, other)
    const answers = [
      [await desk.move(user, line.id, full), [409, 'node.full']],
      [await desk.move(user, line.id, from), [409, 'line.exists']],
      [await desk.move(user, line.id, other), [409, 'line.exists']],
      [await desk.move(user, randomUUID(), full), [422, 'object.unknown']],
      [await desk.move(await desk.buildUser(), line.id, full), [422, 'object.unknown']],
    ] as const
    for (const [answer, expected] of answers) expect(refused(answer)).toEqual(expected)
    const { data: waiting } = await desk.install(await desk.buildUser(), other)
    expect(waiting.state).toBe('installing')
    expect(await desk.statesOf(user)).toEqual(['active', 'active'])
  })

  test('is refused while the line waits for its node', async () => {
    const user = await desk.buildUser()
    const { data } = await desk.install(user, await desk.buildNode())
    expect(refused(await desk.move(user, data.id, await desk.buildNode()))).toEqual([409, 'line.wrong_state'])
  })

  test('takes a place like an install when leaving a gone or failed node', async () => {
    const [gone, free] = [await desk.buildNode(), await desk.buildNode()]
    const user = await desk.buildUser({ lineLimit: 1 })
    const lost = await installActive(user, gone)
    await db.kysely.updateTable('nodes').set({ removedAt: clock.now() }).where('id', '=', gone).execute()
    const { data: other } = await desk.install(user, free)
    expect(await desk.statesOf(user)).toEqual(['node', 'installing'])
    const third = await desk.buildNode()
    expect(refused(await desk.move(user, lost.id, third))).toEqual([422, 'line.limit'])
    await desk.uninstall(user, other.id)
    expect((await desk.move(user, lost.id, third)).status).toBe(200)
    expect(await desk.statesOf(user)).toEqual(['moving'])
  })
})

describe('rotate', () => {
  test('gives the same line a new credential', async () => {
    const nodeId = await desk.buildNode()
    const user = await desk.buildUser()
    const { id } = await installActive(user, nodeId)
    const old = (await desk.linesOf(user))[0]!.connection!.credential
    const revision = await desk.revisionOf(nodeId)
    const answer = await desk.rotate(user, id)
    expect(answer.data).toMatchObject({ id, state: 'active' })
    expect(answer.data.connection!.credential).not.toBe(old)
    const row = await lineRow(id)
    expect([row.generation, row.revision]).toEqual([2, revision + 1])
  })

  test('refuses lines that wait, failed or lost their node, and more than ten an hour', async () => {
    const nodeId = await desk.buildNode()
    const user = await desk.buildUser()
    const { id } = (await desk.install(user, nodeId)).data
    expect(refused(await desk.rotate(user, id))).toEqual([409, 'line.wrong_state'])
    await db.kysely.updateTable('lines').set({ state: 'failed' }).where('id', '=', id).execute()
    expect(refused(await desk.rotate(user, id))).toEqual([409, 'line.wrong_state'])
    expect(refused(await desk.rotate(await desk.buildUser(), id))).toEqual([422, 'object.unknown'])
    await db.kysely.updateTable('lines').set({ state: 'active' }).where('id', '=', id).execute()
    for (let turn = 2; turn < limits.lineRotations; turn += 1) expect((await desk.rotate(user, id)).status).toBe(200)
    expect(refused(await desk.rotate(user, id))).toEqual([429, 'request.too_many'])
  })
})

test('hides and protects lines of other users and resellers as if they did not exist', async () => {
  await buildReseller(db, { id: 7005 })
  const nodes = [await desk.buildNode(), await desk.buildNode()]
  const user = await desk.buildUser()
  for (const victim of [await desk.buildUser(), await desk.buildUser({ resellerId: 7005 })]) {
    const { id } = await installActive(victim, nodes[0]!)
    const before = await lineRow(id)
    for (const lineId of [id, randomUUID()]) {
      const answers = [
        await desk.uninstall(user, lineId),
        await desk.rotate(user, lineId),
        await desk.move(user, lineId, nodes[1]!),
        await desk.undoMove(user, lineId),
      ]
      expect(answers.map(refused)).toEqual(answers.map(() => [422, 'object.unknown']))
    }
    expect(await lineRow(id)).toEqual(before)
  }
  expect(await desk.linesOf(user)).toEqual([])
})

test('limits installs and moves', async () => {
  const user = await desk.buildUser()
  const nodeId = await desk.buildNode({ inMaintenance: true })
  for (let turn = 0; turn < limits.linePlacements; turn += 1) await desk.install(user, nodeId)
  expect(refused(await desk.install(user, nodeId))).toEqual([429, 'request.too_many'])
  expect(refused(await desk.move(user, randomUUID(), nodeId))).toEqual([429, 'request.too_many'])
})
