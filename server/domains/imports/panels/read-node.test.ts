import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'

import type { PanelRow } from '../../../test/build/panels/rows.ts'
import type { PanelName } from '../../../test/build/panels/schemas.ts'
import { writeDump, type DumpStyle } from '../../../test/build/panels/write-dump.ts'
import { atFileEnd } from '../../../test/run/endings.ts'
import { readFile } from '../reader/read-file.ts'
import { SourceRows } from '../run/collect.ts'
import { wanted } from './tables.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'yuxian-read-node-'))
atFileEnd(() => rmSync(folder, { recursive: true, force: true }))

const node = {
  id: 1,
  group_id: '["1"]',
  name: 'HK',
  host: 'a.example.com',
  port: '443',
  server_port: 443,
  rate: '1',
  show: 1,
}

type Written = { panel?: PanelName; style?: DumpStyle | 'file' }

async function readOne(table: string, row: PanelRow, { panel = 'v2board', style = 'mysqldump' }: Written = {}) {
  const file = path.join(folder, 'panel')
  const dump = writeDump(panel, { [table]: [row] }, style === 'file' ? 'sqlite' : style)
  rmSync(file, { force: true })
  if (style === 'file') {
    const db = new DatabaseSync(file)
    db.exec(dump)
    db.close()
  } else writeFileSync(file, dump)
  const rows = new SourceRows()
  await readFile(file, { wanted, onRow: (each) => rows.take(each) })
  return [...rows.nodes.values()][0]!
}

test.each(['mysqldump', 'phpMyAdmin', 'Adminer', 'sqlite', 'file'] as const)(
  'columns with capital letters are read from %s',
  async (style) => {
    const vmess = {
      ...node,
      tls: 1,
      network: 'ws',
      networkSettings: '{"path":"/ray","headers":{"Host":"cdn.example.com"}}',
      tlsSettings: '{"serverName":"sni.example.com","allowInsecure":1}',
    }
    const { settings } = await readOne('v2_server_vmess', vmess, { style })
    expect(settings).toEqual({
      network: 'ws',
      path: '/ray',
      host: 'cdn.example.com',
      security: 'tls',
      sni: 'sni.example.com',
      allowInsecure: true,
    })
  },
)

const KEY = 'p'.repeat(43)
const ofFork = (more: object): PanelRow => ({
  ...node,
  tls: 2,
  network: 'tcp',
  tls_settings: JSON.stringify({ server_name: 'www.example', public_key: KEY, private_key: KEY, ...more }),
})

test.each([
  ['nothing else', {}, undefined, []],
  ['the default, spelled out', { dest: 'www.example', server_port: '443', xver: '0' }, undefined, []],
  ['another port', { server_port: 8443 }, 'www.example:8443', []],
  ['its own machine', { dest: '127.0.0.1', server_port: '8443' }, '127.0.0.1:8443', []],
  ['a target with its port', { dest: 'other.example:8443' }, 'other.example:8443', []],
  [
    'a target with its port, and the usual one',
    { dest: 'other.example:8443', server_port: '443' },
    'other.example:8443',
    [],
  ],
  ['IPv6', { dest: '::1', server_port: '8443' }, '[::1]:8443', []],
  ['a socket', { dest: '/run/x.sock' }, undefined, ['its target of REALITY, /run/x.sock: www.example:443 is taken']],
  [
    'a port that is none',
    { server_port: 70000 },
    undefined,
    ['its target of REALITY, www.example:70000: www.example:443 is taken'],
  ],
  ['PROXY protocol', { xver: '1' }, undefined, ['the PROXY protocol to its target of REALITY']],
] as const)('the target of REALITY comes over, or is named: %s', async (_name, said, target, lacks) => {
  const { settings, ...read } = await readOne('v2_server_vless', ofFork(said), { panel: 'fork' })
  expect([settings['target'], read.lacks]).toEqual([target, lacks])
})

test('the target of REALITY comes over from Xboard too', async () => {
  const { settings } = await readOne(
    'v2_server',
    {
      ...node,
      type: 'vless',
      protocol_settings: JSON.stringify({
        tls: 2,
        network: 'tcp',
        reality_settings: { server_name: 'www.example', server_port: 8443, public_key: KEY, private_key: KEY },
      }),
    },
    { panel: 'xboard' },
  )
  expect(settings['target']).toBe('www.example:8443')
})
