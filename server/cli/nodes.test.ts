import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'

import { nodeApi } from '../../contract/node-api.ts'
import { readUnit } from '../../test/read-unit.ts'
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

const rowOf = (id: number) => db.kysely.selectFrom('nodes').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const addedIn = (output: string) => Number(/^Node (\d+) added/.exec(output)?.[1])
const actions = async () =>
  (await db.kysely.selectFrom('auditLog').select(['action', 'actor']).orderBy('id').execute()).map(
    ({ action, actor }) => `${action} ${actor.split(':')[0]}`,
  )

test('from a new node to an enrolled agent, with every step in the audit log', async () => {
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
  const kept = { ratePercent: 50, suits: ['game', 'video'], connection: 'agent', name: '香港一' }
  expect(await rowOf(node)).toMatchObject({ ...kept, names: { en: 'Hong Kong 1' } })
  expect(await actions()).toEqual([
    'node.added operator',
    'operator.nodes_listed operator',
    'node.enrol_issued operator',
    'node.enrolled node',
  ])
})

test('v2ray runs shadowsocks unless the operator asks for the other engine, and then says what it cannot do', async () => {
  const place = ['--region', 'JP', '--address', 'jp1.example', '--protocol', 'shadowsocks']
  const add = (port: number, ...more: string[]) =>
    yx(['nodes', 'add', '--name', `东京${port}`, '--port', String(port), ...place, ...more])
  const settingsOf = async (output: string) => (await rowOf(addedIn(output))).settings
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

test('routing has options of its own beside the settings', async () => {
  const place = ['--region', 'JP', '--address', 'jp9.example', '--protocol', 'vless', '--port', '443']
  const ws = ['--settings', '{"network":"ws","path":"/x"}']
  const routes = ['--block-bittorrent', 'yes', '--block-ports', '25', '--dns', '9.9.9.9']
  const added = await yx(['nodes', 'add', '--name', '大阪', ...place, ...ws, ...routes])
  const { settings } = await rowOf(addedIn(added.out))
  expect(settings).toEqual({ network: 'ws', path: '/x', blockBittorrent: true, blockPorts: '25', dns: '9.9.9.9' })
  const wrong = await yx(['nodes', 'add', '--name', '神户', ...place, '--block-ports', '99999'])
  expect(wrong.exitCode).not.toBe(0)
})

test('a foreign agent gets its token; the key of REALITY comes from a file and is never shown', async () => {
  const file = join(await makeScratchDir(), 'key')
  const key = 'k'.repeat(43)
  await writeFile(file, `${key}\n`)
  const settings = JSON.stringify({ security: 'reality', publicKey: 'p'.repeat(43), sni: 'www.example' })
  const given = ['--connection', 'uniproxy', '--settings', settings, '--reality-key-file', file]
  const { node } = await dataOf<{ node: number }>([...ADD, '--name', '香港二', '--port', '9443', ...given])
  const { token, apiHost } = await dataOf<{ token: string; apiHost: string }>(`nodes uniproxy-token --node ${node}`)
  expect([token, apiHost]).toEqual([expect.stringMatching(/^[\w-]{43}$/), PUBLIC_URL])
  const rows = await dumpEveryRow(db)
  for (const secret of [key, token]) expect(rows).not.toContain(secret)
})

test('the node’s half of an encryption comes from a file and goes with the clients’ half', async () => {
  const { encryption, decryption } = makeEncryptionPair()
  const file = join(await makeScratchDir(), 'decryption')
  await writeFile(file, `${decryption}\n`)
  const settings = ['--settings', JSON.stringify({ encryption })]
  const elsewhere = [...ADD, '--name', '香港九', '--port', '8443']
  await dataOf([...elsewhere, ...settings, '--decryption-file', file])
  expect(await dumpEveryRow(db)).not.toContain(decryption)
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
  ['an unknown node', ['nodes', 'enrol', '--node', '4242'], 1, 'does not exist'],
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
  expect(await rowOf(node)).toMatchObject({ settings: { certSha256: seen, allowInsecure: true } })
  expect((await yx('nodes list')).out).not.toContain('certificate')
  expect((await pin()).exitCode).toBe(1)
})
