import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'

import { consoleApi } from '../../contract/console/api.ts'
import type { Route } from '../../contract/route.ts'
import { buildCards } from '../test/build/build-cards.ts'
import { buildAccount, buildReseller } from '../test/build/factories.ts'
import { buildPackage } from '../test/build/money-factories.ts'
import { dumpEveryRow } from '../test/look/every-row.ts'
import { atFileEnd } from '../test/run/endings.ts'
import { makeApp } from '../test/run/make-app.ts'
import { makeCliHere } from '../test/run/run-cli.ts'
import { makeThrowawayDir } from '../test/run/throwaway-dir.ts'
import { fieldsOf } from './call-options.ts'
import { callsLeftOut } from './calls-left-out.ts'
import { callCommands } from './calls.ts'

const SECRET_KEY = 'the secret of the test of calls, long enough'
const { path: folder, remove } = await makeThrowawayDir()
atFileEnd(remove)
const { db, config } = await makeApp({ SECRET_KEY })
const yx = makeCliHere({ DATABASE_URL: config.databaseUrl ?? '', SECRET_KEY, INIT_CWD: folder, OPERATOR: 'mei' })
beforeAll(() => buildReseller(db, { id: 260 }))
beforeEach(() => vi.stubEnv('OPERATOR', 'mei'))

type Line = string | string[]
const wordsOf = (line: Line) => ['call', ...(Array.isArray(line) ? line : line.split(' '))]
const call = (line: Line) => yx(wordsOf(line))
async function dataOf<T = never>(line: Line): Promise<T> {
  const run = await yx([...wordsOf(line), '--json'])
  expect([run.exitCode, run.out.slice(0, 16)], run.out + run.err).toEqual([0, '{"success":true,'])
  return run.json.data
}
const lastAudit = () =>
  db.kysely
    .selectFrom('auditLog as l')
    .leftJoin('auditAddresses as a', 'a.auditId', 'l.id')
    .select(['l.actor', 'l.action', 'l.subject', 'l.resellerId', 'a.address'])
    .orderBy('l.id', 'desc')
    .limit(1)
    .executeTakeFirst()

const all = Object.entries(consoleApi).flatMap(([area, calls]) =>
  Object.entries(calls as Record<string, Route>).map(([name, route]) => [`${area}.${name}`, route] as const),
)
const made = all.filter(([name]) => !callsLeftOut.has(name))

describe('over the whole contract', () => {
  test.each(made)('%s has a help that names each option', async (name, route) => {
    const { exitCode, out } = await call(`${name} --help`)
    expect([exitCode, out]).toEqual([0, expect.stringContaining(route.summary)])
    const { scope = 'reseller', input } = route
    const fields = fieldsOf({ input, path: route.path })
    const options = fields.map(({ option }) => option)
    expect(new Set(options).size).toBe(Object.keys((input as { properties?: object }).properties ?? {}).length)
    for (const option of options) expect(out).toMatch(new RegExp(`^  --${option} (TEXT|FILE) +\\S`, 'm'))
    expect(out.includes('  --reseller N')).toBe(scope !== 'platform')
    expect(options.filter((option) => ['reseller', 'json', 'help', 'dry-run', 'out-file'].includes(option))).toEqual([])
    // deploy/yx knows files by this ending.
    for (const { option, isFile } of fields) expect([option, option.endsWith('-file')]).toEqual([option, isFile])
  })

  test('no secret is an argument, which every user of the machine can read', () => {
    const named = made.flatMap(([name, { input, path: at }]) =>
      fieldsOf({ input, path: at }).map((field) => ({ name: `${name}.${field.field}`, isFile: field.isFile })),
    )
    const secrets = named.filter(({ name }) =>
      /\..*\..*(secret|token|pass|private|decryption|codes|find\.code)/i.test(name),
    )
    expect(secrets.length).toBeGreaterThan(10)
    expect(secrets.filter(({ isFile }) => !isFile)).toEqual([])
  })

  test('what is left out exists, is all that has no permission of its own, and has its reason in the docs', () => {
    const names: string[] = all.map(([name]) => name)
    expect([...callsLeftOut].filter((name) => !names.includes(name))).toEqual([])
    const withoutMember = all.filter(([, { access, permission }]) => access !== 'staff' || permission === 'own')
    expect(withoutMember.filter(([name]) => !callsLeftOut.has(name))).toEqual([])
    expect(callCommands.length + callsLeftOut.size).toBe(all.length)
    const page = readFileSync('docs/operations/commands.md', 'utf8')
    const table = page.split('## Calls that no command makes\n')[1]!.split('\n#')[0]!
    const rows = [...table.matchAll(/^\| (`[^|]+`) +\| ([^|]{20,}) \|$/gm)]
    const told = rows.flatMap(([, list]) => [...list!.matchAll(/`([^`]+)`/g)].map(([, name]) => name!))
    expect(told.toSorted()).toEqual([...callsLeftOut].toSorted())
  })
})

describe('for real', () => {
  test('a list is a table, and with --json an envelope of what the console gets', async () => {
    const account = await buildAccount(db, { resellerId: 260 })
    const { exitCode, out } = await call(`users.list --reseller 260 --search ${account.userName}`)
    expect([exitCode, out]).toEqual([
      0,
      expect.stringMatching(new RegExp(`^id +.*\\n${account.id} .*${account.userName}`)),
    ])
    expect(out).toContain('count: 1\n')
    const { rows } = await dataOf<{ rows: { id: number }[] }>(`users.list --reseller 260 --search ${account.userName}`)
    expect(rows.map(({ id }) => id)).toEqual([account.id])
    expect((await dataOf<{ rows: { id: number }[] }>('resellers.list --limit 1 --sort resellerId')).rows).toHaveLength(
      1,
    )
  })

  test('one thing is shown, within its own reseller only', async () => {
    await buildReseller(db, { id: 261 })
    const account = await buildAccount(db, { resellerId: 260 })
    expect((await call(`user.show --reseller 260 --id ${account.id}`)).out).toContain(`${account.userName}`)
    const other = await yx([...wordsOf(`user.show --reseller 261 --id ${account.id}`), '--json'])
    expect([other.exitCode, other.json.code]).toEqual([1, 'object.unknown'])
  })

  test('a change is in the log under the name of the operator, without an address', async () => {
    const account = await buildAccount(db, { resellerId: 260 })
    const { out } = await call([
      'user.block',
      '--reseller',
      '260',
      '--id',
      String(account.id),
      '--reason',
      'spam of two words',
    ])
    const subject = `account:${account.id}`
    const entry = { actor: 'operator:mei', action: 'account.blocked', subject, resellerId: 260, address: null }
    expect(await lastAudit()).toEqual(entry)
    expect(out).not.toContain('undefined')
    expect((await dataOf<{ rows: object[] }>('users.list --reseller 260 --state blocked')).rows).toHaveLength(1)
  })

  test('what asks a member for the factor again is done at once, for who is on the machine has shown enough', async () => {
    await dataOf('resellers.setTerms --reseller-id 260 --credit-limit-fen 12300 --commission-percent 7')
    expect(await lastAudit()).toMatchObject({ actor: 'operator:mei', subject: 'reseller:260' })
    const terms = await db.kysely.selectFrom('resellers').selectAll().where('id', '=', 260).executeTakeFirst()
    expect(terms).toMatchObject({ creditLimitFen: 12_300, commissionPercent: 7 })
  })

  test('objects and lists are JSON', async () => {
    const audience = ['--audience', '{"kind":"all"}', '--en', '{"title":"Hello","body":"Read me."}']
    const { noticeId } = await dataOf<{ noticeId: string }>([
      ...'notices.publish --reseller 260 --title 你好 --body 正文 --is-pinned true'.split(' '),
      ...audience,
    ])
    expect((await dataOf<{ rows: { noticeId: string }[] }>('notices.list --reseller 260')).rows[0]).toMatchObject({
      noticeId,
    })
    await dataOf(['nodeGroups.save', '--name', 'East', '--node-ids', '[]'])
    expect((await call('nodeGroups.list')).out).toContain('East')
    const bad = await call(['nodeGroups.save', '--name', 'West', '--node-ids', '[1,'])
    expect([bad.exitCode, bad.err]).toEqual([2, expect.stringContaining('--node-ids must be JSON\n')])
  })

  test('a team of a reseller is changed as by the operator, who is no member of it', async () => {
    const words = ['staff.invite', '--reseller', '260', '--role', '{"name":"viewer"}']
    await dataOf(words)
    expect(await lastAudit()).toMatchObject({ actor: 'operator:mei', action: 'staff.invited', resellerId: 260 })
    expect((await call('staff.invitations --reseller 260')).out).toContain('viewer')
  })

  test('a secret comes from a file', async () => {
    const plan = await buildPackage(db, { resellerId: 260 })
    const sealedBy = config.secretKey
    const { codes } = await buildCards(db, { resellerId: 260, kind: 'days', packageId: plan.id, value: 10 }, sealedBy)
    writeFileSync(path.join(folder, 'code'), `${codes[0]}\n`)
    expect((await call('cards.find --reseller 260 --code-file code')).out).toContain('days')
    expect((await call('cards.find --reseller 260 --code-file nowhere')).exitCode).toBe(2)
  })

  test('a file of the answer goes where it is told to, and a table of text is printed', async () => {
    const account = await buildAccount(db, { resellerId: 260 })
    expect(await dataOf('users.export --reseller 260 --out-file users.csv')).toEqual({
      file: path.join(folder, 'users.csv'),
    })
    expect(readFileSync(path.join(folder, 'users.csv'), 'utf8')).toContain(account.userName)
    const again = await call('users.export --reseller 260 --out-file users.csv')
    expect([again.exitCode, again.err]).toEqual([1, expect.stringContaining('EEXIST')])
    expect((await call('audit.export')).out).toContain('operator:mei')
  })

  test('a call with a name of its own happens once', async () => {
    const words = ['users.create', '--reseller', '260', '--user-name', 'made-by-call', '--key', 'a-key-of-mine']
    const first = await dataOf([...words, '--email', 'made@user.example', '--language', 'en'])
    expect(await dataOf([...words, '--email', 'made@user.example', '--language', 'en'])).toEqual(first)
    const other = await yx([...wordsOf([...words, '--email', 'b@user.example', '--language', 'en']), '--json'])
    expect([other.exitCode, other.json.code]).toEqual([1, 'request.key_reused'])
  })
})

const MISTAKES: [string, number, string][] = [
  ['users.list', 2, '--reseller is missing'],
  ['users.list --reseller 260 --colour red', 2, "Unknown option '--colour'"],
  ['users.list --reseller 260 --limit many', 2, '--limit must be a number'],
  ['users.list --reseller 260 --state asleep', 2, '--state must be one of active'],
  ['users.list --reseller 260 --never-connected yes', 2, '--never-connected must be one of true, false'],
  ['user.block --reseller 260', 2, '--id is missing'],
  ['users.lst --reseller 260', 2, 'Did you mean "call users.list"?'],
  ['users.list --reseller 260 --limit 101', 1, '--limit: maximum'],
  ['users.list --reseller 999', 1, 'No such reseller.'],
  ['user.show --reseller 260 --id 999999', 1, ''],
  ['packages.switch --package-id 999 --on false', 1, ''],
  ['nodes.remove --node-id 999', 1, ''],
]
test.each(MISTAKES)('%s ends with %i, says what is wrong and changes nothing', async (line, exitCode, says) => {
  const before = await dumpEveryRow(db)
  const run = await call(line)
  expect([run.exitCode, run.out, run.err]).toEqual([exitCode, '', expect.stringContaining(says)])
  if (exitCode === 1) expect(run.err).toMatch(/^[^\n]+\n(  [^\n]+\n)*$/)
  expect(await dumpEveryRow(db)).toBe(before)
})
