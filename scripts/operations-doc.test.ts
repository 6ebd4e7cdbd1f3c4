import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

import { loadCommands } from '../server/cli/commands.ts'

const commands = await loadCommands()
const calls = await loadCommands('call')
const root = path.join(import.meta.dirname, '..')
const read = (name: string) => readFileSync(path.join(root, name), 'utf8')
const pages = globSync('docs/operations/*.md', { cwd: root })
const operations = pages.map((page) => read(page)).join('\n')
const names = new Set(commands.map(({ name }) => name))
const groups = [...new Set(commands.map(({ name }) => name.split(' ')[0]!))]

/** The first column of the table below the line that begins with this text. */
function firstColumn(text: string, begin: string): string[] {
  const rows = text
    .slice(text.indexOf(`\n${begin}`))
    .split('\n| ')
    .slice(1)
  const end = rows.findIndex((row) => row.includes('\n\n'))
  const cells = rows.slice(0, end + 1).map((row) => row.split(' |')[0] ?? '')
  return cells.flatMap((cell) => [...cell.matchAll(/`([^`]+)`/g)].map(([, word]) => word!))
}

test('docs/operations/commands.md has every group of commands', () => {
  expect(firstColumn(read('docs/operations/commands.md'), '| group ').toSorted()).toEqual(groups.toSorted())
})

test('every command in the documents exists, with its options', () => {
  const lines = [...pages, 'docs/agent.md', 'docs/money.md', 'docs/security.md', 'README.md'].flatMap((name) => [
    ...read(name).matchAll(/^yx (.+)$/gm),
  ])
  const inText = [...operations.matchAll(/`(?:yx )?([a-z]+(?: [a-z-]+)?)((?: --[^`]*)?)`/g)].filter(([, words]) =>
    groups.includes(words!.split(' ')[0]!),
  )
  const typed = [...lines.map(([, line]) => line!), ...inText.map(([, words, options]) => `${words}${options}`)]
  expect(typed.length).toBeGreaterThan(60)
  for (const line of typed) expect(findWrong(line), line).toEqual([])
})

/** What deploy/yx does itself. */
const ofTheScript = /^case \$\{1-\} in (.*)\) exec/m.exec(read('deploy/yx'))![1]!.split(' | ')

function findWrong(line: string): string[] {
  const [first = '', second = ''] = line.replace(/^help /, '').split(' ')
  if (first.startsWith('-') || ['', 'version', '…', ...ofTheScript].includes(first)) return []
  if ([...groups, 'call'].includes(first) && ['', '--help'].includes(line.startsWith('help ') ? '' : second)) return []
  const name = names.has(first) ? first : `${first} ${second}`
  const command = [...commands, ...calls].find((each) => each.name === name)
  if (!command) return [name]
  const given = [...line.matchAll(/ --([a-z-]+)/g)].map(([, option]) => option!)
  return given.filter((option) => !(option in command.options) && !['help', 'json', 'dry-run'].includes(option))
}

test('docs/operations/alerts.md says what to do about every alert', () => {
  const files = globSync('server/**/*.ts', { cwd: root, exclude: ['**/*.test.ts', 'server/test/**'] })
  const raised = files
    .filter((file) => /alert/i.test(read(file)))
    .flatMap((file) => [...read(file).matchAll(/\bkind: '([a-z]+\.[a-z_]+)'/g)].map(([, kind]) => kind!))
  const known = firstColumn(read('docs/operations/alerts.md'), '| alert ')
  expect(raised.length).toBeGreaterThan(10)
  expect([...new Set(raised)].filter((kind) => !known.includes(kind))).toEqual([])
})

test('docs/operations/README.md leads to every page', () => {
  const index = read('docs/operations/README.md')
  const others = pages.map((page) => path.basename(page)).filter((page) => page !== 'README.md')
  expect(others.length).toBeGreaterThan(10)
  expect(others.filter((page) => !index.includes(`](${page})`))).toEqual([])
})
