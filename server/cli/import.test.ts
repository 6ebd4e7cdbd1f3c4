import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'

import { panelRows, panelUser } from '../test/build/panels/rows.ts'
import { writeDump } from '../test/build/panels/write-dump.ts'
import { makeCliHere } from '../test/run/run-cli.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'yuxian-cli-import-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
// No database at all: looking at a file must not need one.
const yx = makeCliHere({ DATA_DIR: path.join(folder, 'none') })
const file = path.join(folder, 'dump.sql')

test('a file that fits ends with 0', async () => {
  writeFileSync(file, writeDump('v2board', { v2_user: [panelUser(1, { balance: 1250 })] }))
  const { exitCode, out } = await yx(['import', 'check', '--file', file])
  expect([exitCode, out]).toEqual([
    0,
    expect.stringMatching(/^V2Board, 1\.7\.4[^]+balances +12\.50[^]+a place or a rule\.\n$/),
  ])
})

test('a file that somebody must look at ends with 1, and programs read why', async () => {
  writeFileSync(file, writeDump('xboard', panelRows('xboard')))
  const { exitCode, json } = await yx(['import', 'check', '--file', file, '--json'])
  expect([exitCode, json]).toMatchObject([
    1,
    { success: false, code: 'problems.found', data: { counts: { users: 9 } } },
  ])
  const { sums, findings } = json.data as { sums: { balanceFen: number }; findings: { code: string }[] }
  expect(sums.balanceFen).toBe(20_011_845)
  expect(findings.map(({ code }) => code)).toContain('balanceNegative')
})

test('a sum beyond what a number holds is told as text', async () => {
  writeFileSync(file, writeDump('fork', { v2_user: [panelUser(1, { balance: 999_999_999_999_999_999n })] }))
  const { json } = await yx(['import', 'check', '--file', file, '--json'])
  expect((json.data as { sums: object }).sums).toMatchObject({ balanceFen: '999999999999999999' })
})

test('a file that is none of these, or not there, is refused in one line', async () => {
  writeFileSync(file, 'hello')
  for (const name of [file, path.join(folder, 'gone')]) {
    const { exitCode, out, err } = await yx(['import', 'check', '--file', name])
    expect([exitCode, out, err]).toEqual([1, '', expect.stringMatching(/^[^\n]+\n$/)])
  }
})
