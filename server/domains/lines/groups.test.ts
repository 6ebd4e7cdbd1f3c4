import { describe, expect, test } from 'vitest'

import { api } from '../../../contract/api.ts'
import { clock } from '../../platform/clock.ts'
import { buildReseller } from '../../test/build/factories.ts'
import { openLineDesk, type LineUser } from '../../test/build/line-desk.ts'
import { refused } from '../../test/build/shop.ts'
import { makeApp } from '../../test/run/make-app.ts'
import { findNodeGroups, removeNodeGroup, saveNodeGroup, setResellerGroups } from '../nodes/node-groups.ts'
import { countOutside } from './count-outside.ts'

const made = await makeApp()
const { call, db } = made
const desk = openLineDesk(made)
const ctx = () => ({ db, now: clock.now() })
const BY = 'operator:test'
let groups = 0
const group = (...nodeIds: number[]) => saveNodeGroup(ctx(), null, { name: `Group ${(groups += 1)}`, nodeIds }, BY)
const nodesOf = async ({ token }: LineUser) =>
  (await call(api.lines.nodes, {}, { token })).data.map(({ id }) => id).toSorted((a, b) => a - b)

describe('a reseller with a group', () => {
  test("sells its group's and its own nodes; lines outside keep running, but nobody can move there", async () => {
    const resellerId = 7301
    await buildReseller(db, { id: resellerId })
    const [inside, outside] = [await desk.buildNode(), await desk.buildNode()]
    const own = await desk.buildNode({ resellerId })
    const user = await desk.buildUser({ resellerId, lineLimit: 9 })
    const other = await desk.buildUser({ resellerId, lineLimit: 9 })
    const { id: lineId } = (await desk.install(user, outside)).data
    await desk.confirm(user)
    expect(await nodesOf(other)).toEqual([inside, outside, own])

    const groupId = await group(inside)
    expect(await countOutside(ctx(), resellerId, [groupId])).toMatchObject([{ nodeId: outside, lines: 1 }])
    await setResellerGroups(ctx(), resellerId, [groupId], BY)
    expect(await nodesOf(other)).toEqual([inside, own])
    expect(await nodesOf(user)).toEqual([inside, outside, own])
    expect(refused(await desk.install(other, outside))).toEqual([422, 'object.unknown'])
    const { id: elsewhere } = (await desk.install(other, own)).data
    await desk.confirm(other)
    expect(refused(await desk.move(other, elsewhere, outside))).toEqual([422, 'object.unknown'])
    expect((await desk.linesOf(user)).map(({ id, state }) => [id, state])).toEqual([[lineId, 'active']])
    expect((await desk.rotate(user, lineId)).status).toBe(200)
    await desk.confirm(user)
    expect((await desk.move(user, lineId, inside)).status).toBe(200)
    // The user cannot go back to a node outside the group.
    await desk.confirm(user)
    const [moved] = await desk.linesOf(user)
    expect(refused(await desk.move(user, moved!.id, outside))).toEqual([422, 'object.unknown'])
  })

  test('sells the nodes of all its groups, or every node without a group, and others are unaffected', async () => {
    const [one, two, three] = [await desk.buildNode(), await desk.buildNode(), await desk.buildNode()]
    await buildReseller(db, { id: 7302 })
    await buildReseller(db, { id: 7303 })
    const [user, stranger] = [await desk.buildUser({ resellerId: 7302 }), await desk.buildUser({ resellerId: 7303 })]
    await setResellerGroups(ctx(), 7302, [await group(one), await group(two)], BY)
    expect(await nodesOf(user)).toEqual([one, two])
    expect(await nodesOf(stranger)).toEqual(expect.arrayContaining([one, two, three]))
    await setResellerGroups(ctx(), 7302, [], BY)
    expect(await nodesOf(user)).toEqual(expect.arrayContaining([one, two, three]))
  })
})

describe('a group', () => {
  test('accepts only shared nodes in use and a free name', async () => {
    await buildReseller(db, { id: 7304 })
    const own = await desk.buildNode({ resellerId: 7304 })
    await expect(group(own)).rejects.toThrow('object.unknown')
    await expect(group(99_999)).rejects.toThrow('object.unknown')
    await saveNodeGroup(ctx(), null, { name: 'Asia', nodeIds: [] }, BY)
    await expect(saveNodeGroup(ctx(), null, { name: ' asia ', nodeIds: [] }, BY)).rejects.toThrow('group.taken')
    await expect(saveNodeGroup(ctx(), null, { name: '  ', nodeIds: [] }, BY)).rejects.toThrow('request.invalid')
  })

  test('cannot be deleted while a reseller uses it', async () => {
    const id = await group(await desk.buildNode())
    await buildReseller(db, { id: 7305 })
    await setResellerGroups(ctx(), 7305, [id], BY)
    await expect(removeNodeGroup(ctx(), id, BY)).rejects.toThrow('group.used')
    await setResellerGroups(ctx(), 7305, [], BY)
    await removeNodeGroup(ctx(), id, BY)
    expect((await findNodeGroups(ctx())).some((row) => row.id === id)).toBe(false)
    await expect(setResellerGroups(ctx(), 7305, [id], BY)).rejects.toThrow('object.unknown')
  })
})
