import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'

import { nodeApi } from '../../contract/node-api.ts'
import { readUnit } from '../../test/read-unit.ts'
import { addBlocked } from '../domains/nodes/blocked-tries.ts'
import { saveLoad } from '../domains/nodes/save-state.ts'
import { clock } from '../platform/clock.ts'
import { makeEncryptionPair } from '../test/build/encryption-pair.ts'
import { dumpEveryRow } from '../test/look/every-row.ts'
import { makeApp } from '../test/run/make-app.ts'
import { makeCliHere } from '../test/run/run-cli.ts'
import { makeScratchDir } from '../test/run/scratch-dir.ts'

const PUBLIC_URL = 'https://portal.example'
const { call, db, config } = await makeApp({ PUBLIC_URL })
const yx = makeCliHere({
  DATABASE_URL: config.databaseUrl ?? '',
  SECRET_KEY: config.secretKey.toString(),
  PUBLIC_URL,
})
const unit = readUnit(readFileSync(join(import.meta.dirname, '../../deploy/yuxian-agent.service'), 'utf8'))
const [folder] = unit.WorkingDirectory!
/** Run it as the service does, in the service's folder: the key must be written where, and by whom, it is read. */
const AGENT = `runuser -u ${unit.User} -- ${unit.ExecStart![0]!.replace(' agent/main.ts run', ` ${folder}/agent/main.ts`)}`
const START = ' && systemctl enable yuxian-agent && systemctl restart yuxian-agent'
const ADD = 'nodes add --name 香港一 --region HK --address hk1.example --port 443 --protocol vless'.split(' ')

async function dataOf<T>(line: string | string[]): Promise<T> {
  const run = await yx([...(typeof line === 'string' ? line.split(' ') : line), '--json'])
  expect(run.exitCode, run.out + run.err).toBe(0)
  return run.json.data as T
}

const actions = async () =>
  (await db.kysely.selectFrom('auditLog').select(['action', 'actor']).orderBy('id').execute()).map(
    ({ action, actor }) => `${action} ${actor.split(':')[0]}`,
  )

test('from a new node to an enrolled agent and to its end, with every step in the audit log', async () => {
  const settings = '{"network":"ws","path":"/x"}'
  const { node } = await dataOf<{ node: number }>([
    ...ADD,
    '--name-en',
    'Hong Kong 1',
    '--rate',
    '50',
    '--suits',
    'game,video',
    '--settings',
    settings,
  ])
  const listed = await yx('nodes list')
  expect(listed.out).toMatch(/香港一 +HK +vless +agent +down +- +50/)
  const { token, command } = await dataOf<{ token: string; command: string }>(`nodes enrol --node ${node}`)
  // Which line it is depends on whether the agent was built on this machine.
  expect(command).toContain(` --server ${PUBLIC_URL} --token ${token}`)
  const guide = readFileSync(join(import.meta.dirname, '../../docs/agent.md'), 'utf8')
  expect(guide).toContain(`\n${AGENT} enrol --server https://portal.example.com --token …${START}\n`)
  const enrolled = await call(nodeApi.enrol, { token, agentVersion: '1' })
  expect(enrolled.data.setup).toMatchObject({ nodeId: node, settings: { network: 'ws', path: '/x' } })
  expect(await dataOf(`nodes edit --node ${node} --rate 200 --suits=`)).toEqual({ fields: ['ratePercent', 'suits'] })
  expect(await dataOf(`nodes edit --node ${node} --rate 200`)).toEqual({ fields: [] })
  expect(await dataOf(`nodes maintenance --node ${node} --on`)).toEqual({ changed: true })
  const shown = await dataOf<{ node: object }>(`nodes show --node ${node}`)
  expect(shown.node).toMatchObject({ ratePercent: 200, suits: [], state: 'maintenance', connection: 'agent' })
  expect(shown.node).toMatchObject({ name: '香港一', names: { en: 'Hong Kong 1' } })
  expect(JSON.stringify(shown)).not.toMatch(/secret|hash/i)
  expect((await yx(`nodes remove --node ${node}`)).out).toContain('removed')
  expect(await dataOf('nodes list')).toEqual({ nodes: [] })
  expect(await actions()).toEqual([
    'node.added operator',
    'operator.nodes_listed operator',
    'node.enrol_issued operator',
    'node.enrolled node',
    'node.updated operator',
    'node.maintenance_on operator',
    'operator.node_shown operator',
    'node.removed operator',
    'operator.nodes_listed operator',
  ])
})

test('v2ray runs shadowsocks unless the operator asks for the other engine, and then says what it cannot do', async () => {
  const place = ['--region', 'JP', '--address', 'jp1.example', '--protocol', 'shadowsocks']
  const add = (port: number, ...more: string[]) =>
    yx(['nodes', 'add', '--name', `东京${port}`, '--port', String(port), ...place, ...more])
  const settingsOf = async (output: string) => {
    const id = /^Node (\d+) added/.exec(output)?.[1]
    return (await dataOf<{ node: { settings: object } }>(`nodes show --node ${id}`)).node.settings
  }
  const usual = await add(20_000)
  expect(await settingsOf(usual.out)).toEqual({ cipher: 'chacha20-ietf-poly1305', engine: 'v2ray' })
  expect(usual.out).not.toContain('libev')
  const other = await add(30_000, '--settings', '{"engine":"shadowsocks-libev","cipher":"aes-256-gcm"}')
  expect(await settingsOf(other.out)).toEqual({ cipher: 'aes-256-gcm', engine: 'shadowsocks-libev' })
  expect(other.out).toContain('ends users later')
  // Ciphers of 2022 only Xray has: the agent takes it without being told.
  const newer = await add(50_000, '--settings', '{"cipher":"2022-blake3-aes-256-gcm"}')
  const serverKey = expect.any(String) as string
  expect(await settingsOf(newer.out)).toEqual({ cipher: '2022-blake3-aes-256-gcm', serverKey })
  const foreign = await add(40_000, '--connection', 'uniproxy')
  expect(await settingsOf(foreign.out)).toEqual({ cipher: 'chacha20-ietf-poly1305' })
})

test('shows what the rules of a node refused, and no line of it where nobody counts', async () => {
  const place = ['--region', 'JP', '--address', 'jp7.example', '--protocol', 'vless', '--port', '443']
  const added = await yx(['nodes', 'add', '--name', '京都', ...place, '--block-ports', '25'])
  const id = /^Node (\d+) added/.exec(added.out)?.[1] ?? ''
  const shown = async () => (await dataOf<{ node: object }>(`nodes show --node ${id}`)).node
  expect(Object.keys(await shown()).filter((key) => key.startsWith('blocked'))).toEqual([])
  const ctx = { db, config, now: new Date() }
  await saveLoad(db, Number(id), { cpuPercent: 1, memoryPercent: 1 }, ctx.now)
  await addBlocked(ctx, Number(id), { run: 'r', count: 9 })
  expect(await shown()).toMatchObject({ blockedToday: 9, blockedIn30Days: 9 })
})

test('routing has options of its own, which leave the other settings alone', async () => {
  const place = ['--region', 'JP', '--address', 'jp9.example', '--protocol', 'vless', '--port', '443']
  const ws = ['--settings', '{"network":"ws","path":"/x"}']
  const routes = ['--block-bittorrent', 'yes', '--block-ports', '25', '--dns', '9.9.9.9']
  const added = await yx(['nodes', 'add', '--name', '大阪', ...place, ...ws, ...routes])
  const id = /^Node (\d+) added/.exec(added.out)?.[1] ?? ''
  const settings = async () => (await dataOf<{ node: { settings: object } }>(`nodes show --node ${id}`)).node.settings
  const stream = { network: 'ws', path: '/x' }
  expect(await settings()).toEqual({ ...stream, blockBittorrent: true, blockPorts: '25', dns: '9.9.9.9' })
  await yx([
    'nodes',
    'edit',
    '--node',
    id,
    '--block-bittorrent',
    'no',
    '--block-ports',
    '',
    '--block-names',
    'ads.example',
  ])
  expect(await settings()).toEqual({ ...stream, dns: '9.9.9.9', blockNames: 'ads.example' })
  expect((await yx(['nodes', 'edit', '--node', id, '--block-ports', '99999'])).exitCode).not.toBe(0)
  expect(await settings()).toEqual({ ...stream, dns: '9.9.9.9', blockNames: 'ads.example' })
})

test('a foreign agent gets its token; the key of REALITY comes from a file and is never shown', async () => {
  const file = join(await makeScratchDir(), 'key')
  const key = 'k'.repeat(43)
  await writeFile(file, `${key}\n`)
  const settings = JSON.stringify({ security: 'reality', publicKey: 'p'.repeat(43), sni: 'www.example' })
  const given = ['--connection', 'uniproxy', '--settings', settings, '--reality-key-file', file]
  const { node } = await dataOf<{ node: number }>([...ADD, ...given])
  const { token, apiHost } = await dataOf<{ token: string; apiHost: string }>(`nodes uniproxy-token --node ${node}`)
  expect([token, apiHost]).toEqual([expect.stringMatching(/^[\w-]{43}$/), PUBLIC_URL])
  expect((await yx(`nodes show --node ${node} --json`)).out).not.toContain(key)
  expect(await dataOf(['nodes', 'edit', '--node', String(node), '--settings', '{}', '--reality-key-file='])).toEqual({
    fields: ['settings', 'secrets'],
  })
  expect(await dumpEveryRow(db)).not.toContain(token)
})

test('the node’s half of an encryption comes from a file and goes with the clients’ half', async () => {
  const { encryption, decryption } = makeEncryptionPair()
  const file = join(await makeScratchDir(), 'decryption')
  await writeFile(file, `${decryption}\n`)
  const settings = ['--settings', JSON.stringify({ encryption })]
  const elsewhere = [...ADD, '--name', '香港九', '--port', '8443']
  const { node } = await dataOf<{ node: number }>([...elsewhere, ...settings, '--decryption-file', file])
  expect((await yx(`nodes show --node ${node} --json`)).out).not.toContain(decryption)
  expect(await dumpEveryRow(db)).not.toContain(decryption)
  expect(await dataOf(['nodes', 'edit', '--node', String(node), '--settings', '{}'])).toEqual({
    fields: ['settings', 'secrets'],
  })
  const alone = await yx([...elsewhere, ...settings])
  expect([alone.exitCode, alone.err]).toEqual([
    1,
    expect.stringContaining('secrets.decryption: needed with encryption'),
  ])
})

const refused: [name: string, line: string[], exitCode: number, says: string][] = [
  ['a protocol nobody speaks', [...ADD.slice(0, -1), 'socks'], 2, '--protocol must be one of vless'],
  ['settings that are no object', [...ADD, '--settings', '[1]'], 2, '--settings must be a JSON object'],
  ['a setting nobody knows', [...ADD, '--settings', '{"a":1}'], 1, 'settings.a: is not known here'],
  ['a missing key file', [...ADD, '--reality-key-file', '/nowhere/key'], 2, 'there is no file'],
  ['an unknown node', ['nodes', 'remove', '--node', '4242'], 1, 'does not exist'],
  ['nothing to change', ['nodes', 'edit', '--node', '1'], 2, 'nothing to change'],
  ['both ways at once', ['nodes', 'maintenance', '--node', '1', '--on', '--off'], 2, 'either --on or --off'],
]
test.each(refused)('refuses %s and changes nothing', async (_name, line, exitCode, says) => {
  const before = await dumpEveryRow(db)
  const run = await yx(line)
  expect([run.exitCode, run.out]).toEqual([exitCode, ''])
  expect(run.err).toContain(says)
  expect(await dumpEveryRow(db)).toBe(before)
})

test('names a node whose certificate apps are not told of, and takes what a look has seen with one command', async () => {
  const place = ['--region', 'SG', '--address', 'sg9.example', '--protocol', 'trojan', '--port', '443']
  const { node } = await dataOf<{ node: number }>([
    'nodes',
    'add',
    '--name',
    '狮城',
    '--connection',
    'uniproxy',
    ...place,
  ])
  const pin = () => yx(`nodes pin --node ${node}`)
  expect((await yx('nodes list')).out).not.toContain('nodes pin')
  expect([(await pin()).exitCode, (await pin()).err]).toEqual([1, expect.stringContaining('no look')])
  const seen = 'ab'.repeat(32)
  await db.kysely.insertInto('nodeStates').values({ nodeId: node, seenAt: clock.now(), lookCertSha256: seen }).execute()
  expect((await yx('nodes list')).out).toContain(`Apps do not know the certificate of node ${node} (狮城)`)
  expect((await pin()).out).toContain(seen)
  const { node: shown } = await dataOf<{ node: object }>(`nodes show --node ${node}`)
  expect(shown).toMatchObject({ settings: { certSha256: seen, allowInsecure: true } })
  expect((await yx('nodes list')).out).not.toContain('certificate')
  expect((await pin()).exitCode).toBe(1)
})
