import { beforeAll, expect, test } from 'vitest'

import { buildReseller } from '../test/build/factories.ts'
import { dumpEveryRow } from '../test/look/every-row.ts'
import { makeApp } from '../test/run/make-app.ts'
import { makeCliHere } from '../test/run/run-cli.ts'
import { loadCommands } from './commands.ts'

const commands = await loadCommands()
const SECRET_KEY = 'the secret of the test of every command, long enough'
const { db, config } = await makeApp({ SECRET_KEY })
const yx = makeCliHere({ DATABASE_URL: config.databaseUrl ?? '', SECRET_KEY })
beforeAll(() => buildReseller(db, { id: 260 }))

const TRIED = ['balances adjust', 'cards buy', 'offers copy', 'offers fill', 'offers remove', 'price-lists set']
TRIED.push('books settle', 'import run', 'import undo')

/** Every required option with a value that is well-formed but names nothing. */
function wordsOf({ name, options }: (typeof commands)[number], reseller: string): string[] {
  const required = Object.entries(options).filter(([option, { isRequired }]) => isRequired || option === 'reseller')
  const values = required.flatMap(([option, { kind }]) => {
    return [`--${option}`, option === 'reseller' ? reseller : kind === 'number' ? '7' : 'something']
  })
  return [...name.split(' '), ...values]
}

test('names are unique and grouped, and the help has each', async () => {
  const names = commands.map(({ name }) => name)
  expect(new Set(names).size).toBe(names.length)
  const { out } = await yx('--help')
  for (const name of names) expect(out).toMatch(new RegExp(`^  ${name} +\\S`, 'm'))
  expect((await yx('offers --help')).out).not.toContain('nodes')
})

const named = (list: readonly (typeof commands)[number][]) => list.map((command) => [command.name, command] as const)

test.each(named(commands))('%s has help, and --dry-run exactly where it must', async (name, command) => {
  const { exitCode, out } = await yx([...name.split(' '), '--help'])
  expect([exitCode, out]).toEqual([0, expect.stringContaining('--json')])
  expect(out.includes('--dry-run')).toBe(TRIED.includes(name))
  for (const option of Object.keys(command.options)) expect(out).toContain(`--${option}`)
})

const ofReseller = commands.filter(({ options }) => 'reseller' in options)
test.each(named(ofReseller))('%s says in one line that a reseller is unknown', async (_name, command) => {
  const before = await dumpEveryRow(db)
  const { exitCode, out, err } = await yx(wordsOf(command, '999'))
  expect([exitCode, out, err]).toEqual([1, '', expect.stringMatching(/^[^\n]+\n$/)])
  expect(await dumpEveryRow(db)).toBe(before)
})

const tried = commands.filter(({ name }) => TRIED.includes(name))
test.each(named(tried))('%s --dry-run writes no row', async (_name, command) => {
  const before = await dumpEveryRow(db)
  const { err } = await yx([...wordsOf(command, '260'), '--dry-run'])
  expect(err).not.toContain('    at ')
  expect(await dumpEveryRow(db)).toBe(before)
})

test('the log names the person in OPERATOR, unless that is not a name', async () => {
  const runAs = async (operator: string) => {
    process.env['OPERATOR'] = operator
    await yx('resellers list')
    delete process.env['OPERATOR']
    const rows = await db.kysely.selectFrom('auditLog').select('actor').orderBy('id', 'desc').execute()
    return rows[0]?.actor
  }
  expect(await runAs('mei')).toBe('operator:mei')
  expect(await runAs('mei\nroot')).toMatch(/^operator:[\w.@-]+$/)
})
