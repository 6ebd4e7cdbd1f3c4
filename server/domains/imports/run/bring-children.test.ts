import { expect, test } from 'vitest'

import { makeImportDesk, panelPlan, served } from '../../../test/build/panels/import-desk.ts'
import { panelUser, type PanelRow } from '../../../test/build/panels/rows.ts'
import { makeApp } from '../../../test/run/make-app.ts'
import { clientPlace } from '../../lines/connection/client-place.ts'

const app = await makeApp()
const { db } = app
const { newReseller, run } = makeImportDesk(app)

const settings = { network: 'ws', networkSettings: '{"path":"/p"}', tls: 1, tlsSettings: '{"serverName":""}' }
const row = (id: number, changes: PanelRow = {}): PanelRow => ({
  id,
  group_id: '["1"]',
  name: `HK ${id}`,
  host: 'parent.example.com',
  port: '443',
  server_port: 443,
  rate: '1',
  show: 1,
  created_at: 1_700_000_000 + id,
  ...settings,
  ...changes,
})
const users = { v2_user: [panelUser(1, served)], v2_plan: [panelPlan] }

/** What clients see of each node here, by its name. */
async function shown(resellerId: number) {
  const nodes = await db.kysely.selectFrom('nodes').selectAll().where('resellerId', '=', resellerId).execute()
  return new Map(
    nodes.map((node) => {
      const place = clientPlace(
        { ...node, settings: node.settings as Record<string, unknown> },
        { resellerId, accountId: 1 },
      )
      const { sni = place.address } = place.settings as { sni?: string }
      return [node.name, `${place.address}:${place.port} ${sni} ${node.ratePercent}`]
    }),
  )
}

test('a child keeps its own port, name, host, server name, group and rate', async () => {
  const resellerId = await newReseller()
  const named = { tlsSettings: '{"serverName":"own.example.com"}' }
  const { brought, source } = await run(resellerId, {
    ...users,
    v2_server_vmess: [
      row(1),
      row(2, { parent_id: 1, port: '10001', host: 'relay.example.com', rate: '2.5' }),
      row(3, { parent_id: 1, port: '10002', host: 'relay.example.com', ...named }),
      row(4, { parent_id: 1, port: '10003', group_id: '["2"]' }),
    ],
  })
  expect(brought).toMatchObject({ nodes: 4, nodesLeft: [], lines: 3 })
  expect(source.outcomes.nodes.map(({ becomes }) => becomes)).toEqual(['comes', 'comes', 'comes', 'comes'])
  expect(await shown(resellerId)).toEqual(
    new Map([
      ['HK 1', 'parent.example.com:443 parent.example.com 100'],
      ['HK 2', 'relay.example.com:10001 relay.example.com 250'],
      ['HK 3', 'relay.example.com:10002 own.example.com 100'],
      ['HK 4', 'parent.example.com:10003 parent.example.com 100'],
    ]),
  )
})

test('a child that only listens elsewhere is a further address of its parent, with its port', async () => {
  const resellerId = await newReseller()
  const v2_server_vmess = [
    row(1, { name: 'JP', host: 'jp.example.com' }),
    row(2, { parent_id: 1, name: 'JP', host: 'jp-two.example.com', port: '8443' }),
    row(3, { parent_id: 1, name: 'JP', host: 'jp-three.example.com' }),
  ]
  const { brought, source } = await run(resellerId, { ...users, v2_server_vmess })
  expect(brought).toMatchObject({ nodes: 1, lines: 1 })
  expect(source.outcomes.nodes[1]).toEqual({
    key: 'vmess 2',
    name: 'JP',
    becomes: 'comesWithout',
    why: ['lines of its own: it is a further address of vmess 1'],
  })
  const node = await db.kysely
    .selectFrom('nodes')
    .select('settings')
    .where('resellerId', '=', resellerId)
    .executeTakeFirstOrThrow()
  expect(node.settings).toMatchObject({ addresses: 'jp-two.example.com:8443,jp-three.example.com' })
})

test('a parent that is gone, the node itself or a child is said, and the node comes all the same', async () => {
  const resellerId = await newReseller()
  const v2_server_vmess = [
    row(1, { host: 'a.example.com' }),
    row(2, { host: 'b.example.com', parent_id: 99 }),
    row(3, { host: 'c.example.com', parent_id: 3 }),
    row(4, { host: 'd.example.com', parent_id: 1, port: '8443' }),
    row(5, { host: 'e.example.com', parent_id: 4, port: '8443' }),
  ]
  const { brought, source } = await run(resellerId, { ...users, v2_server_vmess })
  expect(brought.nodes).toBe(5)
  expect(source.outcomes.nodes.map(({ why }) => why.join())).toEqual([
    '',
    'its parent 99, which is gone',
    'its parent, which is itself',
    '',
    'its parent vmess 4, which is a child itself',
  ])
  expect([...(await shown(resellerId)).values()].map((place) => place.split(' ')[0])).toEqual([
    'a.example.com:443',
    'b.example.com:443',
    'c.example.com:443',
    'd.example.com:8443',
    'e.example.com:8443',
  ])
})

test('the key of a child’s shadowsocks is made of its parent’s moment', async () => {
  const resellerId = await newReseller()
  const cipher = '2022-blake3-aes-128-gcm'
  const ss = (id: number, changes: PanelRow) => {
    const { network: _n, networkSettings: _s, tls: _t, tlsSettings: _l, ...own } = row(id, { cipher, ...changes })
    return { ...own, host: `ss${id}.example.com` }
  }
  const v2_server_shadowsocks = [
    ss(1, {}),
    ss(2, { parent_id: 1 }),
    ss(3, {}),
    ss(4, { parent_id: 1, cipher: '2022-blake3-aes-256-gcm' }),
  ]
  const { source } = await run(resellerId, { ...users, v2_server_shadowsocks })
  const nodes = await db.kysely
    .selectFrom('nodes')
    .selectAll()
    .where('resellerId', '=', resellerId)
    .orderBy('name')
    .execute()
  const [parent, child, other] = nodes.map((node) => (node.settings as { serverKey: string }).serverKey)
  expect(child).toBe(parent)
  expect(other).not.toBe(parent)
  expect(source.outcomes.nodes[3]).toMatchObject({
    becomes: 'left',
    why: [`cipher 2022-blake3-aes-256-gcm, which its parent shadowsocks 1 does not have`],
  })
})

test('panels with the same numbers and relays come into one installation side by side', async () => {
  const places: string[] = []
  for (const source of ['one', 'two']) {
    const resellerId = await newReseller()
    const relayed = { host: 'shared.example.com', server_port: 2000 }
    const v2_server_vmess = [
      row(1, { ...relayed, name: `A ${source}`, port: '3001' }),
      row(2, { ...relayed, name: `B ${source}`, port: '3002' }),
    ]
    const { brought } = await run(resellerId, { v2_server_vmess, v2_user: [panelUser(1, { token: '' })] }, { source })
    expect(brought).toMatchObject({ nodes: 2, nodesLeft: [] })
    places.push(...[...(await shown(resellerId)).values()].map((place) => place.split(' ')[0]!))
  }
  expect(places).toEqual([
    'shared.example.com:3001',
    'shared.example.com:3002',
    'shared.example.com:3001',
    'shared.example.com:3002',
  ])
})
