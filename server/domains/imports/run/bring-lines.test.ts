import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'

import { makeEncryptionPair } from '../../../test/build/encryption-pair.ts'
import { makeImportDesk, panelPlan, served, inDays } from '../../../test/build/panels/import-desk.ts'
import { panelUser, type PanelRow } from '../../../test/build/panels/rows.ts'
import { checkBooksAfterEach } from '../../../test/look/books.ts'
import { makeApp } from '../../../test/run/make-app.ts'
import { runJobs } from '../../../test/run/run-jobs.ts'
import { waitUntil } from '../../../test/run/wait-until.ts'
import { openCredential } from '../../lines/credential.ts'
import { loadNodeSecrets } from '../../nodes/node-secrets.ts'
import { blockUser } from '../../sessions/operator/block-user.ts'

const app = await makeApp()
const { db, config } = app
checkBooksAfterEach(db)
const { newReseller, run, accountOf, accounts, ctx } = makeImportDesk(app)

const KEY = 'a'.repeat(43)
let hosts = 0
function node(id: number, changes: PanelRow): PanelRow {
  hosts++
  return {
    id,
    group_ids: '["1"]',
    host: `n${hosts}.example.com`,
    port: '443',
    server_port: 443,
    rate: '1.50',
    show: 1,
    ...changes,
  }
}
const json = (settings: object) => ({ protocol_settings: JSON.stringify(settings) })
const tls = { server_name: 'www.example.com', allow_insecure: true }

const nodes = (resellerId: number) =>
  db.kysely.selectFrom('nodes').selectAll().where('resellerId', '=', resellerId).orderBy('id').execute()
const lines = (resellerId: number) =>
  db.kysely
    .selectFrom('lines')
    .selectAll()
    .where('resellerId', '=', resellerId)
    .where('state', '!=', 'removed')
    .orderBy('number')
    .execute()
const uuidOf = (line: { resellerId: number; accountId: number; sealedCredential: Buffer }) =>
  openCredential(config, line, line.sealedCredential)

const EACH: [type: string, given: PanelRow, protocol: string, settings: object][] = [
  [
    'vmess',
    json({
      tls: 1,
      network: 'ws',
      network_settings: { path: '/x', headers: { Host: 'h.example.com' } },
      tls_settings: tls,
    }),
    'vmess',
    { network: 'ws', path: '/x', host: 'h.example.com', security: 'tls', sni: 'www.example.com', allowInsecure: true },
  ],
  [
    'vless',
    json({
      tls: 2,
      network: 'tcp',
      flow: 'xtls-rprx-vision',
      reality_settings: { server_name: 'apple.com', public_key: KEY, private_key: KEY, short_id: 'ab12' },
    }),
    'vless',
    {
      network: 'tcp',
      security: 'reality',
      flow: 'xtls-rprx-vision',
      sni: 'apple.com',
      publicKey: KEY,
      shortId: 'ab12',
    },
  ],
  [
    'trojan',
    json({ network: 'grpc', network_settings: { serviceName: 'gun' }, ...tls }),
    'trojan',
    { network: 'grpc', serviceName: 'gun', sni: 'www.example.com', allowInsecure: true },
  ],
  [
    'hysteria',
    {
      ...json({
        version: 2,
        bandwidth: { up: 100, down: 200 },
        obfs: { open: true, type: 'salamander', password: 'secret' },
        tls,
      }),
      port: '20000-30000',
    },
    'hysteria2',
    {
      upMbps: 100,
      downMbps: 200,
      obfsPassword: 'secret',
      ports: '20000-30000',
      sni: 'www.example.com',
      allowInsecure: true,
    },
  ],
  [
    'tuic',
    json({ congestion_control: 'bbr', tls }),
    'tuic',
    { congestionControl: 'bbr', sni: 'www.example.com', allowInsecure: true },
  ],
  ['anytls', json({ tls }), 'anytls', { sni: 'www.example.com', allowInsecure: true }],
]

test('nodes keep their settings, keys, ports and rates; what cannot be said here is named', async () => {
  const resellerId = await newReseller()
  const made = '2026-01-02 03:04:05'
  const serverKey = Buffer.from(
    createHash('md5')
      .update(String(Date.parse('2026-01-02T03:04:05+08:00') / 1000))
      .digest('hex')
      .slice(0, 16),
  )
  const v2_server = [
    ...EACH.map(([type, given], at) => node(at + 1, { type, name: `香港 ${at}`, ...given })),
    node(20, {
      type: 'shadowsocks',
      code: '7',
      name: '🇯🇵 one',
      port: '10001',
      server_port: 8388,
      created_at: made,
      ...json({ cipher: '2022-blake3-aes-128-gcm' }),
    }),
    node(21, { type: 'mieru', name: 'JP', ...json({}) }),
    node(22, { type: 'vmess', name: 'h2', ...json({ network: 'h2' }) }),
  ]
  const { brought, source } = await run(resellerId, { v2_server, v2_user: [panelUser(1)] }, { panel: 'xboard' })
  const left = source.outcomes.nodes.filter(({ becomes }) => becomes === 'left')
  expect([brought.nodes, left.map(({ key, why }) => `${key} ${why.join()}`)]).toEqual([
    7,
    ['mieru 21 protocol mieru', 'vmess 22 network h2'],
  ])
  const rows = await nodes(resellerId)
  for (const [at, [, , protocol, settings]] of EACH.entries()) {
    expect(rows[at]).toMatchObject({
      protocol,
      settings,
      region: 'HK',
      ratePercent: 150,
      connection: 'uniproxy',
      port: 443,
    })
  }
  expect(await loadNodeSecrets({ db, config }, rows[1]!.id)).toEqual({ realityPrivateKey: KEY })
  expect(rows[6]).toMatchObject({
    region: 'JP',
    port: 8388,
    settings: { relayPort: 10_001, serverKey: serverKey.toString('base64') },
  })
})

test('nodes keep both halves of an encryption, whole or in parts; half of one is left', async () => {
  const { encryption, decryption } = makeEncryptionPair()
  const [, mode, ticket, privateKey] = decryption.split('.')
  const ofXboard = { ...json({ tls: 0, encryption: { enabled: true, encryption, decryption } }), type: 'vless' }
  const inParts = {
    group_id: '["1"]',
    network: 'tcp',
    tls: 0,
    encryption: 'mlkem768x25519plus',
    encryption_settings: JSON.stringify({
      mode,
      rtt: '0rtt',
      ticket,
      client_padding: '100-111-1111',
      private_key: privateKey,
      password: encryption.split('.')[3],
    }),
  }
  const half = { ...inParts, encryption_settings: '{"mode":"native"}' }
  const fromXboard = await newReseller()
  const xboard = await run(
    fromXboard,
    { v2_server: [node(1, { ...ofXboard, name: 'whole' })], v2_user: [panelUser(1, { token: '' })] },
    { panel: 'xboard' },
  )
  expect(xboard.brought).toMatchObject({ nodes: 1, nodesLeft: [] })
  const fromFork = await newReseller()
  const rowOf = (id: number, changes: PanelRow) => {
    const { group_ids: _ofXboard, ...row } = node(id, changes)
    return row
  }
  const v2_server_vless = [rowOf(1, { ...inParts, name: 'parts' }), rowOf(2, { ...half, name: 'half' })]
  const fork = await run(fromFork, { v2_server_vless, v2_user: [panelUser(1, { token: '' })] }, { panel: 'fork' })
  expect([fork.brought.nodes, fork.source.outcomes.nodes.map(({ why }) => why)]).toEqual([
    1,
    [[], ['encryption of vless']],
  ])
  for (const [resellerId, clients] of [
    [fromXboard, encryption],
    [fromFork, encryption.replace('0rtt.', '0rtt.100-111-1111.')],
  ] as const) {
    const [brought] = await nodes(resellerId)
    expect(brought!.settings).toMatchObject({ encryption: clients })
    expect(await loadNodeSecrets({ db, config }, brought!.id)).toEqual({ decryption })
  }
})

test('one line for each node of the group, with the old uuid, in the state of the service', async () => {
  const resellerId = await newReseller()
  const v2_server = [1, 2].map((id) => node(id, { type: 'trojan', name: `n${resellerId}-${id}`, ...json({}) }))
  v2_server.push(node(3, { type: 'trojan', group_ids: '[2]', name: `n${resellerId}-3`, ...json({}) }))
  v2_server.push(node(4, { type: 'trojan', show: 0, name: `n${resellerId}-4`, ...json({}) }))
  const v2_user = [
    panelUser(1, served),
    panelUser(2, { ...served, expired_at: inDays(-1) }),
    panelUser(3, { ...served, banned: 1 }),
    panelUser(4, { ...served, uuid: panelUser(1)['uuid']! }),
    panelUser(5, { ...served, u: 100 * 1024 ** 3 }),
    panelUser(6),
  ]
  const rows = { v2_server, v2_user, v2_plan: [{ ...panelPlan, prices: '{"monthly":30}' }] }
  const { brought } = await run(resellerId, rows, { panel: 'xboard' })
  expect(brought).toMatchObject({ nodes: 4, lines: 8, blocksChanged: 1 })
  const one = await accountOf(resellerId, 'user1@example.com')
  const linesOf = async (id: number) => {
    const account = await accountOf(resellerId, `user${id}@example.com`)
    return (await lines(resellerId)).filter(({ accountId }) => accountId === account.id)
  }
  expect((await linesOf(1)).map((line) => [line.state, uuidOf(line)])).toEqual([
    ['active', v2_user[0]!['uuid']],
    ['active', v2_user[0]!['uuid']],
  ])
  expect((await linesOf(2)).map(({ state, reason }) => `${state} ${reason}`)).toEqual([
    'suspended expired',
    'suspended expired',
  ])
  expect((await linesOf(5)).map(({ reason }) => reason)).toEqual(['quota', 'quota'])
  expect([(await linesOf(3)).length, (await linesOf(6)).length]).toEqual([0, 0])
  const banned = await accountOf(resellerId, 'user3@example.com')
  expect([banned.pausedAt !== null, banned.blockedAt !== null]).toEqual([true, true])
  expect(uuidOf((await linesOf(4))[0]!)).not.toBe(v2_user[0]!['uuid'])
  expect(one.blockedAt).toBeNull()

  const again = await run(resellerId, rows, { panel: 'xboard' })
  expect(again.brought).toMatchObject({ nodes: 0, nodesLeft: [], lines: 0, blocksChanged: 0 })
  const fresh = '11111111-1111-4111-8111-111111111111'
  const changed = [panelUser(1, { ...served, uuid: fresh }), v2_user[1]!, panelUser(3, served), ...v2_user.slice(3)]
  const second = await run(resellerId, { ...rows, v2_user: changed }, { panel: 'xboard' })
  expect(second.brought).toMatchObject({ lines: 4, blocksChanged: 1 })
  expect((await linesOf(1)).map(uuidOf)).toEqual([fresh, fresh])
  expect((await linesOf(3)).map(({ state }) => state)).toEqual(['active', 'active'])
})

test('nodes behind one relay do not stand in each other’s way', async () => {
  const resellerId = await newReseller()
  const relay = { type: 'trojan', host: 'relay.example.com', server_port: 443, ...json({}) }
  const v2_server = [10_001, 10_002].map((port, at) => node(at + 1, { ...relay, name: `r${at}`, port: String(port) }))
  const { brought } = await run(resellerId, { v2_server, v2_user: [panelUser(1, { token: '' })] }, { panel: 'xboard' })
  expect(brought).toMatchObject({ nodes: 2, nodesLeft: [] })
  const settings = (await nodes(resellerId)).map((row) => row.settings)
  expect(settings).toMatchObject([{ relayPort: 10_001 }, { relayAddress: 'relay.example.com', relayPort: 10_002 }])
})

const GIB = 1024 ** 3
const stateOf = ({ state, reason }: { state: string; reason: string | null }) => (reason ? `${state} ${reason}` : state)

test('lines follow a renewal, traffic that started again, and an end that came earlier there', async () => {
  const resellerId = await newReseller()
  const rows = (users: PanelRow[]) => ({
    v2_server: [node(1, { type: 'trojan', name: `n${resellerId}`, host: `own${resellerId}.example.com`, ...json({}) })],
    v2_user: users.map((user, at) => panelUser(at + 1, { ...served, ...user })),
    v2_plan: [{ ...panelPlan, prices: '{"monthly":30}' }],
  })
  const states = async () => (await lines(resellerId)).toSorted((a, b) => a.accountId - b.accountId).map(stateOf)
  await run(resellerId, rows([{ expired_at: inDays(-3) }, { u: 200 * GIB }, {}]), { panel: 'xboard' })
  expect(await states()).toEqual(['suspended expired', 'suspended quota', 'active'])
  await run(resellerId, rows([{ expired_at: inDays(30) }, { u: 0 }, { expired_at: inDays(-4) }]), { panel: 'xboard' })
  await runJobs(app)
  await waitUntil(async () => (await states()).join() === 'active,active,suspended expired', 'lines as they are there')
})

test('who is blocked here gets no line that works, whatever was bought or built there since', async () => {
  const resellerId = await newReseller()
  const rows = (user: PanelRow, count: number) => ({
    v2_server: [1, 2].slice(0, count).map((id) => {
      return node(id, { type: 'trojan', name: `b${id}`, host: `b${id}-${resellerId}.example.com`, ...json({}) })
    }),
    v2_user: [panelUser(1, { ...served, ...user }), panelUser(2, { ...served, plan_id: 2, expired_at: null })],
    v2_plan: [
      { ...panelPlan, prices: '{"monthly":30}' },
      { ...panelPlan, id: 2, prices: '{"onetime":30}' },
    ],
  })
  await run(resellerId, rows({ expired_at: inDays(-3) }, 1), { panel: 'xboard' })
  for (const { id, userName, language } of await accounts(resellerId)) {
    const user = { id, resellerId, userName, language, verifiedEmail: null, hasTotp: false }
    await blockUser(ctx(), user, 'fraud', { actor: 'operator:test', isOperator: true })
  }
  await run(resellerId, rows({ expired_at: inDays(30) }, 2), { panel: 'xboard' })
  expect((await accounts(resellerId)).every(({ pausedAt }) => pausedAt)).toBe(true)
  expect(new Set((await lines(resellerId)).map(stateOf))).toEqual(new Set(['suspended paused']))
})

test('a package has as many lines as nodes of its group came, so that nobody misses one that does not exist', async () => {
  const resellerId = await newReseller()
  const v2_server = [
    node(1, { type: 'trojan', name: 'comes', ...json({ network: 'tcp', server_name: 'www.example.com' }) }),
    node(2, { type: 'mieru', name: 'has no place', ...json({}) }),
    node(3, { type: 'trojan', name: 'is hidden', show: 0, ...json({ network: 'tcp' }) }),
  ]
  const rows = { v2_user: [panelUser(1, served)], v2_plan: [{ ...panelPlan, prices: '{"monthly":30}' }], v2_server }
  const { brought } = await run(resellerId, rows, { panel: 'xboard' })
  expect(brought).toMatchObject({ lines: 1, services: 1 })
  const { lineLimit, packageId } = await db.kysely
    .selectFrom('subscriptions')
    .select(['lineLimit', 'packageId'])
    .where('resellerId', '=', resellerId)
    .executeTakeFirstOrThrow()
  const made = await db.kysely
    .selectFrom('packages')
    .select('lineLimit')
    .where('id', '=', packageId)
    .executeTakeFirstOrThrow()
  expect([lineLimit, made.lineLimit]).toEqual([1, 1])
})
