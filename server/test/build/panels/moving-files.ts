import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { gzipSync } from 'node:zlib'

import { panelPlan, served } from './import-desk.ts'
import { panelUser, type PanelRow } from './rows.ts'
import { writeDump } from './write-dump.ts'

export const MOVING_FILES = ['panel.sql.gz', 'panel-last.sql.gz', 'server-token']

/** The files that docs/moving.md names: a panel's dump of days before, that of the evening, and its token. Their owner alone reads them. */
export function writeMovingFiles(folder: string): void {
  const write = (name: string, content: Buffer | string) =>
    writeFileSync(path.join(folder, name), content, { mode: 0o600 })
  const node = { id: 1, group_id: '["1"]', name: 'moving', host: 'moving.example.com', port: '443', rate: '1', show: 1 }
  const dump = (users: PanelRow[]) =>
    gzipSync(
      writeDump('v2board', {
        v2_user: users,
        v2_plan: [panelPlan],
        v2_server_trojan: [{ ...node, server_port: 443 }],
      }),
    )
  const [one, two] = [panelUser(1, { ...served, balance: 500 }), panelUser(2, served)]
  write('panel.sql.gz', dump([one, two]))
  write('panel-last.sql.gz', dump([{ ...one, balance: 700 }, two, panelUser(3)]))
  write('server-token', 'the-old-server-token\n')
}

/** What the page lets an operator type from the first look to the way back. */
export function typedInTheEvening(page: string): string[] {
  const evening = page.slice(page.indexOf('\n## The evening\n'), page.indexOf('\n## Rules\n'))
  return [...evening.matchAll(/^yx (.+)$/gm)].map(([, line]) => line!)
}
