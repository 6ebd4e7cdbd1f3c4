import { expect, onTestFinished, test } from 'vitest'

import { api } from '../../contract/api.ts'
import { findNodes } from '../domains/nodes/load-node.ts'
import { findNodeProblems } from '../domains/nodes/node-fields.ts'
import { issueEnrolToken } from '../domains/nodes/operator.ts'
import { clock } from '../platform/clock.ts'
import { buildSession } from '../test/build/build-session.ts'
import { buildSubscriber } from '../test/build/traffic-factories.ts'
import { makeApp } from '../test/run/make-app.ts'
import { waitUntil } from '../test/run/wait-until.ts'
import { runDemoNodes } from './run-demo-nodes.ts'
import { seedNodes } from './seed-nodes.ts'

const { db, config, call } = await makeApp()

test('seeds nodes that an operator could have added; a second start changes nothing', async () => {
  await seedNodes(db)
  const nodes = await findNodes({ db })
  expect(new Set(nodes.map(({ region }) => region))).toEqual(new Set(['HK', 'JP', 'SG', 'US', 'TW']))
  expect(nodes.map(({ ratePercent }) => ratePercent)).toEqual(expect.arrayContaining([50, 100, 200]))
  expect(nodes.filter(({ inMaintenance }) => inMaintenance)).toHaveLength(1)
  for (const node of nodes) {
    const { resellerId, name, region, address, port, protocol, connection } = node
    const { ratePercent, capacity, speedMbps, suits, settings } = node
    const place = { resellerId, name, region, address, port, protocol, connection }
    const fields = { ratePercent, capacity, speedMbps, suits, settings, secrets: null, names: {} }
    expect([name, findNodeProblems({ ...place, ...fields })]).toEqual([name, {}])
    expect(node.isDemo).toBe(true)
  }
  await db.kysely.updateTable('nodes').set({ removedAt: clock.now() }).where('region', '=', 'TW').execute()
  await seedNodes(db)
  expect(await findNodes({ db })).toHaveLength(nodes.length - 1)
})

test('demo nodes are up without an agent, and a line there becomes active', async () => {
  await seedNodes(db)
  const running = await runDemoNodes(config.databaseUrl!)
  onTestFinished(() => running.stop())
  const owner = await buildSubscriber(db)
  const token = await buildSession(db, owner)
  const listNodes = async () => (await call(api.lines.nodes, {}, { token })).data
  const nodes = await listNodes()
  expect(nodes.filter(({ state }) => state === 'down')).toEqual([])
  const nodeId = nodes.find(({ state }) => state === 'up')!.id
  expect((await call(api.lines.install, { nodeId }, { token })).data.state).toBe('installing')
  const isActive = async () => (await call(api.lines.list, {}, { token })).data.lines[0]?.state === 'active'
  await waitUntil(isActive, 'the line to be active')
  expect(await db.kysely.selectFrom('trafficBatches').selectAll().execute()).toEqual([])
})

test('no agent can enrol as a demo node', async () => {
  await seedNodes(db)
  const [node] = await findNodes({ db })
  await expect(issueEnrolToken({ db, now: clock.now() }, node!.id, 'operator:test')).rejects.toThrow('request.invalid')
})
