import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'

import { MOVING_FILES, typedInTheEvening, writeMovingFiles } from '../test/build/panels/moving-files.ts'
import { createTestDatabase } from '../test/run/database.ts'
import { atFileEnd } from '../test/run/endings.ts'
import { makeCliHere } from '../test/run/run-cli.ts'
import { loadCommands } from './commands.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'yuxian-moving-'))
atFileEnd(() => rmSync(folder, { recursive: true, force: true }))
const page = readFileSync(path.join(import.meta.dirname, '..', '..', 'docs', 'moving.md'), 'utf8')
const typedIn = (text: string) => [...text.matchAll(/^yx (.+)$/gm)].map(([, line]) => line!)

test('the evening goes from the first look to the way back by the commands of the page', async () => {
  writeMovingFiles(folder)
  const { url } = await createTestDatabase()
  const yx = makeCliHere({ DATABASE_URL: url, SECRET_KEY: '5'.repeat(64) })
  const said: string[] = []
  const lines = typedInTheEvening(page)
  for (const line of lines) {
    const words = line.split(' ').map((word) => (MOVING_FILES.includes(word) ? path.join(folder, word) : word))
    const { exitCode, out, err } = await yx(words)
    expect([line, exitCode, err]).toEqual([line, 0, ''])
    said.push(`${line.split(' ').slice(0, 2).join(' ')}: ${out}`)
  }
  const runs = said.filter((text) => text.startsWith('import run'))
  // The dry run and the first one say the same, but for the number that was given.
  expect(runs.map((text) => /users +(\d+) new/.exec(text)?.[1])).toEqual(['2', '2', '1'])
  expect(runs.map((text) => /balances +(\S+) booked of \1 /.exec(text)?.[1])).toEqual(['5.00', '5.00', '7.00'])
  expect(runs[2]).toContain('1 nodes that old agents can ask for')
  const other = await yx(['import', 'undo', '--reseller', '1000', '--name', '海'])
  expect([other.exitCode, other.err]).toEqual([2, expect.stringContaining('--name is not the name of reseller 1000')])
  expect(said.at(-1)).toContain('3 users, 1 packages and 1 nodes are gone, 1 entries reversed')
})

test('every command that the page names exists, with its options', async () => {
  const commands = await loadCommands()
  const groups = new Set(commands.map(({ name }) => name.split(' ')[0]!))
  const named = [...page.matchAll(/`(?:yx )?([a-z]+ [a-z-]+)((?: --[^`]*)?)`/g)]
    .filter(([, words]) => groups.has(words!.split(' ')[0]!))
    .map(([, words, options]) => `${words}${options}`)
  const all = [...typedIn(page), ...named]
  expect(all.length).toBeGreaterThan(20)
  for (const line of all) {
    const command = commands.find(({ name }) => line === name || line.startsWith(`${name} `))
    const given = [...line.matchAll(/ --([a-z-]+)/g)].map(([, option]) => option!)
    const unknown = given.filter((option) => !(option in (command?.options ?? {})) && option !== 'dry-run')
    expect([line, command === undefined, unknown]).toEqual([line, false, []])
  }
})
