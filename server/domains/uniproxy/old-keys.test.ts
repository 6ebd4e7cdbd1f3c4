import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'

import { buildSubscriber, buildTrafficLine, buildTrafficNode } from '../../test/build/traffic-factories.ts'
import { makeApp } from '../../test/run/make-app.ts'
import { forgetOldNodeKeys, keepOldNodeKeys } from '../nodes/old-keys.ts'

const { db, config, inject, logged } = await makeApp()
const { secretKey } = config
const SHARED = 'one-token-for-all-nodes'
let numbers = 0

type Protocol = NonNullable<NonNullable<Parameters<typeof buildTrafficNode>[1]>['protocol']>

/** A node that came from another panel, with a user who kept his uuid. */
async function buildMoved(protocol: Protocol, nodeType: string, oldNodeId = (numbers += 1) + 1_000_000) {
  const nodeId = await buildTrafficNode(db, { uniproxyToken: randomUUID(), protocol })
  await keepOldNodeKeys(db, [{ token: SHARED, nodeType, oldNodeId, nodeId }])
  return { nodeId, oldNodeId }
}

function ask(
  name: string,
  shown: { node_type?: string; node_id: number; token?: string },
  base = 'v1/server/UniProxy',
) {
  const query = { token: SHARED, ...shown, node_id: String(shown.node_id) }
  return inject({ url: `/api/${base}/${name}`, query })
}

test('an agent that only changed the address gets settings and users, and its traffic counts', async () => {
  const { nodeId, oldNodeId } = await buildMoved('vless', 'vless')
  const owner = await buildSubscriber(db)
  const credential = randomUUID()
  await buildTrafficLine(db, owner, nodeId, { secretKey, credential })
  const shown = { node_type: 'vless', node_id: oldNodeId }
  const settings = await ask('config', shown)
  expect([settings.statusCode, settings.json<{ protocol: string }>().protocol]).toEqual([200, 'vless'])
  const { users } = (await ask('user', shown)).json<{ users: { id: number; uuid: string }[] }>()
  expect(users).toMatchObject([{ uuid: credential }])
  const pushed = await inject({
    method: 'POST',
    url: '/api/v1/server/UniProxy/push',
    query: { ...shown, node_id: String(oldNodeId), token: SHARED },
    headers: { 'content-type': 'application/json' },
    payload: JSON.stringify({ [users[0]!.id]: [1000, 2000] }),
  })
  expect(pushed.statusCode).toBe(200)
  const { usedBytes } = await db.kysely
    .selectFrom('subscriptions')
    .select('usedBytes')
    .where('accountId', '=', owner.id)
    .executeTakeFirstOrThrow()
  expect(usedBytes).toBe(3000)
  expect(logged.join('')).not.toContain(SHARED)
})

test('one token and number mean the node of the named type', async () => {
  const number = 2_000_001
  const vmess = await buildMoved('vmess', 'vmess', number)
  const trojan = await buildMoved('trojan', 'Trojan', number)
  const protocolOf = async (node_type: string, base?: string) =>
    (await ask('config', { node_type, node_id: number }, base)).json<{ protocol?: string }>().protocol
  expect(await protocolOf('vmess')).toBe('vmess')
  expect(await protocolOf('V2ray')).toBe('vmess')
  expect(await protocolOf('Trojan')).toBe('trojan')
  // Neither names one of the two.
  for (const type of ['', 'v2node', 'vless', 'shadowsocks'])
    expect((await ask('config', { node_type: type, node_id: number })).statusCode).toBe(403)
  await forgetOldNodeKeys({ db, now: new Date() }, vmess.nodeId, 'operator')
  expect(await protocolOf('v2node', 'v2/server')).toBe('trojan')
  expect(trojan.oldNodeId).toBe(number)
})

test('a node of version 2 answers to both names that the other panel has for it', async () => {
  const { oldNodeId } = await buildMoved('hysteria2', 'hysteria')
  for (const node_type of ['hysteria', 'hysteria2'])
    expect((await ask('config', { node_type, node_id: oldNodeId })).statusCode).toBe(200)
})

test('refuses another token, number or type, a removed node, and a key that was taken back', async () => {
  const { nodeId, oldNodeId } = await buildMoved('vless', 'vless')
  const good = { node_type: 'vless', node_id: oldNodeId }
  expect((await ask('user', good)).statusCode).toBe(200)
  for (const wrong of [
    { ...good, token: `${SHARED}x` },
    { ...good, token: '' },
    { ...good, node_id: nodeId },
    { ...good, node_id: oldNodeId + 500_000 },
    { ...good, node_type: 'trojan' },
  ]) {
    const answer = await ask('user', wrong)
    expect([answer.statusCode, answer.json()]).toEqual([403, { message: 'refused' }])
  }
  expect(await forgetOldNodeKeys({ db, now: new Date() }, nodeId, 'operator')).toBe(1)
  expect(await forgetOldNodeKeys({ db, now: new Date() }, nodeId, 'operator')).toBe(0)
  expect((await ask('user', good)).statusCode).toBe(403)
  const removed = await buildMoved('vless', 'vless')
  await db.kysely.updateTable('nodes').set({ removedAt: new Date() }).where('id', '=', removed.nodeId).execute()
  expect((await ask('user', { node_type: 'vless', node_id: removed.oldNodeId })).statusCode).toBe(403)
})
