import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'

import { nodeApi } from '../../../contract/node-api.ts'
import { buildSubscriber, buildTrafficLine, buildTrafficNode } from '../../test/build/traffic-factories.ts'
import { statementsOf } from '../../test/look/statements.ts'
import { enrolAgent } from '../../test/outside/test-agent.ts'
import { makeApp } from '../../test/run/make-app.ts'

const made = await makeApp()
const { db } = made

async function buildAgent() {
  const owner = await buildSubscriber(db)
  const nodeId = await buildTrafficNode(db)
  const number = await buildTrafficLine(db, owner, nodeId)
  return { owner, nodeId, number, agent: await enrolAgent(made, nodeId) }
}

const batch = (items: { number: number; up: number; down: number }[], batchId: string = randomUUID()) => ({
  batchId,
  boot: 'boot-1',
  seq: 1,
  seconds: 10,
  items,
})
const usedOf = async (accountId: number) =>
  (
    await db.kysely
      .selectFrom('subscriptions')
      .select('usedBytes')
      .where('accountId', '=', accountId)
      .executeTakeFirstOrThrow()
  ).usedBytes

test('counts a signed batch once, however often its answer is lost', async () => {
  const { owner, number, agent } = await buildAgent()
  const sent = batch([{ number, up: 300, down: 700 }])
  const first = await agent.ask(nodeApi.batches, sent)
  expect([first.status, first.data], first.text).toMatchObject([200, { duplicate: false, cut: [] }])
  const again = await agent.ask(nodeApi.batches, sent)
  expect(again.data).toEqual({ ...first.data, duplicate: true })
  expect(await usedOf(owner.id)).toBe(1000)
})

test("a batch takes two statements (its sender and the counting), unless it uses up somebody's bytes", async () => {
  const { owner, nodeId, number, agent } = await buildAgent()
  const calm = await statementsOf(() => agent.ask(nodeApi.batches, batch([{ number, up: 300, down: 700 }])))
  expect([calm.result.status, calm.statements.length]).toEqual([200, 2])
  await db.kysely.updateTable('subscriptions').set({ totalBytes: 1500 }).where('accountId', '=', owner.id).execute()
  const last = await agent.ask(nodeApi.batches, batch([{ number, up: 0, down: 600 }]))
  expect([last.status, last.data], last.text).toMatchObject([200, { cut: [number] }])
  expect(await usedOf(owner.id)).toBe(1600)
  const line = db.kysely.selectFrom('lines').select(['state', 'reason']).where('nodeId', '=', nodeId)
  expect(await line.execute()).toEqual([{ state: 'suspended', reason: 'quota' }])
})

test('the same batch id from another agent is another batch, and its lines do not belong to this node', async () => {
  const [one, other] = [await buildAgent(), await buildAgent()]
  const batchId = randomUUID()
  expect((await one.agent.ask(nodeApi.batches, batch([{ number: one.number, up: 1, down: 0 }], batchId))).status).toBe(
    200,
  )
  const own = await other.agent.ask(nodeApi.batches, batch([{ number: other.number, up: 2, down: 0 }], batchId))
  expect(own.data.duplicate).toBe(false)
  const foreign = await other.agent.ask(nodeApi.batches, batch([{ number: one.number, up: 4, down: 0 }]))
  expect([foreign.status, foreign.code]).toEqual([422, 'node.batch_refused'])
  expect([await usedOf(one.owner.id), await usedOf(other.owner.id)]).toEqual([1, 2])
})

test('the schema refuses negative, broken and too large numbers', async () => {
  const { owner, number, agent } = await buildAgent()
  for (const wrong of [{ up: -1 }, { up: 0.5 }, { down: 2 ** 53 }, { down: '7' }, { number: 0 }, { number: -number }]) {
    const item = { number, up: 1, down: 1, ...wrong } as { number: number; up: number; down: number }
    const answer = await agent.ask(nodeApi.batches, batch([item]))
    expect([answer.status, answer.code], JSON.stringify(wrong)).toEqual([400, 'request.invalid'])
  }
  expect(await usedOf(owner.id)).toBe(0)
})

test('the largest batch of the contract fits the wire', async () => {
  const { number, agent } = await buildAgent()
  const items = Array.from({ length: 5000 }, () => ({ number, up: 12_345, down: 67_890 }))
  expect((await agent.ask(nodeApi.batches, { ...batch(items), seconds: 3600 })).status).toBe(200)
  expect((await agent.ask(nodeApi.batches, batch([...items, items[0]!]))).status).toBe(400)
})
