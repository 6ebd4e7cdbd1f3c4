import { afterEach, expect, test } from 'vitest'

import { consoleApi } from '../../../../contract/console/api.ts'
import { staffLimits } from '../../../../contract/console/staff-limits.ts'
import { clock } from '../../../platform/clock.ts'
import { buildStaff } from '../../../test/build/build-staff.ts'
import { buildTicket } from '../../../test/build/build-ticket.ts'
import { buildAccount } from '../../../test/build/factories.ts'
import { buildLine, buildNode } from '../../../test/build/line-desk.ts'
import { makeApp } from '../../../test/run/make-app.ts'
import { getUserInfo } from '../../personal-data/user-info/get-user-info.ts'

const made = await makeApp()
const { db, config } = made
const { bulk, network, overview, tickets, users } = consoleApi
afterEach(() => clock.reset())

const resellerId = 7301
const boss = await buildStaff(made, { resellerId })
const support = await buildStaff(made, { resellerId, role: 'support' })
const neighbour = await buildStaff(made, { resellerId: 7302 })
const [tokyo, osaka, hidden] = [
  await buildNode(db, { name: 'Tokyo' }),
  await buildNode(db, { name: 'Osaka' }),
  await buildNode(db, { name: 'Own of 7302', resellerId: 7302 }),
]
const [met, spared, stranger] = [
  await buildAccount(db, { resellerId }),
  await buildAccount(db, { resellerId }),
  await buildAccount(db, { resellerId: 7302 }),
]
await buildLine(made, met, tokyo)

const seenBy = async ({ id, resellerId: of }: { id: number; resellerId: number }) =>
  (await getUserInfo({ db, config, now: clock.now(), language: 'zh-CN' }, { resellerId: of, accountId: id })).outage
const later = (ms: number) => new Date(clock.now().getTime() + ms).toISOString()

test('users of the reseller read which nodes and since when, until it is ended; a bulk is then for whom it met', async () => {
  expect((await support.call(network.beginOutage, { nodeIds: [tokyo] })).code).toBe('staff.forbidden')
  const ticketId = Number(await buildTicket(db, { ...met, userName: met.userName }))
  const fill = () => support.call(tickets.fill, { ticketId, templateId: 'outage' })
  expect((await fill()).code).toBe('template.not_done')
  const { data: begun } = await boss.call(network.beginOutage, { nodeIds: [tokyo], backAt: later(3_600_000) })
  expect(begun).toMatchObject({ nodeIds: [tokyo], nodes: ['Tokyo'] })
  const since = new Date(begun.since)
  expect(await seenBy(met)).toEqual({ nodes: ['Tokyo'], since, backAt: new Date(begun.backAt!) })
  expect(await seenBy(spared)).not.toBeNull()
  expect(await seenBy(stranger)).toBeNull()
  expect((await fill()).data.text).toContain('Tokyo 从 ')
  expect((await boss.call(overview.show, {})).data.waiting.outage).toEqual({ nodes: 1, since: begun.since })
  expect((await neighbour.call(network.show, {})).data.outage).toBeNull()
  // Told again, it is the same one: from the same time, of other nodes.
  clock.shift(60_000)
  const { data: changed } = await boss.call(network.beginOutage, { nodeIds: [tokyo, osaka] })
  expect(changed).toEqual({ ...begun, nodeIds: [osaka, tokyo], nodes: ['Osaka', 'Tokyo'], backAt: null })
  expect((await neighbour.call(network.endOutage, {})).code).toBe('object.unknown')
  expect((await boss.call(network.endOutage, {})).data).toEqual({ id: begun.id })
  expect((await boss.call(network.endOutage, {})).code).toBe('object.unknown')
  expect([await seenBy(met), (await boss.call(network.show, {})).data.outage]).toEqual([null, null])
  const names = async (by: typeof boss) =>
    (await by.call(users.list, { outage: begun.id })).data.rows.map(({ userName }) => userName)
  expect([await names(boss), await names(neighbour)]).toEqual([[met.userName], []])
  const selection = { outage: begun.id }
  const asked = await boss.call(bulk.preview, { selection, work: { kind: 'notice', title: 'x', body: 'y' } })
  expect(asked.data).toMatchObject({ people: 1, names: [met.userName] })
})

test('a node that the reseller does not know, and both sides of the time', async () => {
  expect((await boss.call(network.beginOutage, { nodeIds: [tokyo, hidden] })).code).toBe('object.unknown')
  expect((await boss.call(network.beginOutage, { nodeIds: [] })).code).toBe('request.invalid')
  const at = async (ms: number) =>
    (await boss.call(network.beginOutage, { nodeIds: [tokyo], backAt: later(ms) })).status
  expect([await at(-1000), await at(staffLimits.outageMaxMs + 60_000)]).toEqual([400, 400])
  expect((await boss.call(network.show, {})).data.outage).toBeNull()
  expect([await at(60_000), await at(staffLimits.outageMaxMs - 60_000)]).toEqual([200, 200])
  await boss.call(network.endOutage, {})
})
