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
