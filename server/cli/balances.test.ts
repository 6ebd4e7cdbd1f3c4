import { beforeAll, describe, expect, test } from 'vitest'

import { api } from '../../contract/api.ts'
import { loadBalanceFen } from '../domains/ledger/load-balance.ts'
import { buildSession } from '../test/build/build-session.ts'
import { buildAccount, buildReseller } from '../test/build/factories.ts'
import { checkBooksAfterEach } from '../test/look/books.ts'
import { dumpEveryRow } from '../test/look/every-row.ts'
import { makeApp } from '../test/run/make-app.ts'
import { makeCliHere } from '../test/run/run-cli.ts'

const SECRET_KEY = 'the secret of the balance command test, long enough'
const { call, db, config } = await makeApp({ SECRET_KEY })
const yx = makeCliHere({ DATABASE_URL: config.databaseUrl ?? '', SECRET_KEY })
checkBooksAfterEach(db)

beforeAll(() => buildReseller(db, { id: 260 }))

async function done<T>(line: string): Promise<T> {
  const run = await yx(`${line} --json`)
  expect(run.exitCode, run.out).toBe(0)
  return run.json.data
}
async function refused(line: string, code: string, exitCode = 1): Promise<void> {
  const before = await dumpEveryRow(db)
  const run = await yx(`${line} --json`)
  expect([run.exitCode, run.json.code], run.out).toEqual([exitCode, code])
  expect(await dumpEveryRow(db)).toBe(before)
}
async function tried<T>(line: string): Promise<T> {
  const before = await dumpEveryRow(db)
  const run = await yx(`${line} --dry-run --json`)
  expect([run.exitCode, run.json], run.out).toEqual([0, expect.objectContaining({ success: true, dryRun: true })])
  expect(await dumpEveryRow(db)).toBe(before)
  return run.json.data
}
const outside = () => loadBalanceFen({ db }, { kind: 'outside', resellerId: null })
const revenue = () => loadBalanceFen({ db }, { kind: 'platform', resellerId: null })

describe('balances', () => {
  test('of a reseller: pays in, gives, pays out and takes, each once and never into debt', async () => {
    const adjust = 'balances adjust --reseller 260 --reason transfer'
    expect(await tried(`${adjust} --as paid-in --fen 10000`)).toEqual({ balanceFen: 10_000, isRepeated: false })
    const named = `${adjust} --as paid-in --fen 10000 --key bank-2026-001`
    expect(await done(named)).toEqual({ balanceFen: 10_000, isRepeated: false })
    expect(await done(named)).toEqual({ balanceFen: 10_000, isRepeated: true })
    await refused(`${adjust} --as paid-in --fen 9999 --key bank-2026-001`, 'request.key_reused')
    expect([await outside(), await revenue()]).toEqual([-10_000, 0])
    await done(`${adjust} --as given --fen 500`)
    expect(await done(`${adjust} --as taken --fen 200`)).toMatchObject({ balanceFen: 10_300 })
    expect([await outside(), await revenue()]).toEqual([-10_000, -300])
    expect(await done(`${adjust} --as paid-out --fen 300`)).toMatchObject({ balanceFen: 10_000 })
    await refused(`${adjust} --as paid-out --fen 10001`, 'balance.short')
    await refused(`${adjust} --as paid-out --fen 0`, 'request.invalid')
    await refused(`${adjust} --as stolen --fen 1`, 'usage', 2)
    await refused('balances adjust --reseller 260 --as given --fen 1', 'usage', 2)
    const audit = await db.kysely.selectFrom('auditLog').select(['action', 'detail']).orderBy('id').execute()
    expect(audit.map(({ action }) => action)).toEqual(Array.from({ length: 4 }, () => 'balance.adjusted'))
    expect(audit[0]?.detail).toMatchObject({ how: 'paid-in', amountFen: 10_000, reasonCharacters: 8 })
  })

  test('of a user: shown to the user with its reason', async () => {
    const account = await buildAccount(db, { resellerId: 260 })
    const token = await buildSession(db, account)
    const whose = `--reseller 260 --user ${account.userName}`
    await done(`balances adjust ${whose} --as given --fen 888 --reason sorry`)
    const { items } = (await call(api.balance.entries, {}, { token })).data
    expect(items).toMatchObject([{ kind: 'adjustment', amountFen: 888, about: 'sorry' }])
    await refused(`balances adjust ${whose} --as taken --fen 889 --reason x`, 'balance.short')
    await refused('balances adjust --reseller 260 --user nobody-here --as given --fen 1 --reason x', 'object.unknown')
  })
})

test('a dry run says what would happen, shows no key, and writes nothing', async () => {
  await done('balances adjust --reseller 260 --as paid-in --fen 5000 --reason stock')
  const buy = 'cards buy --reseller 260 --kind balance --value 100 --count 3'
  expect(await tried(buy)).toMatchObject({ totalFen: 300, codes: [] })
  await refused(`${buy.replace('100', '999999')} --dry-run`, 'balance.short')
})

test('books: reports whether they are in order', async () => {
  const good = await yx('books check')
  expect([good.exitCode, good.out]).toEqual([0, expect.stringContaining('every invariant holds')])
  const account = await buildAccount(db, { resellerId: 260 })
  await done(`balances adjust --reseller 260 --user ${account.userName} --as given --fen 5 --reason x`)
  const ofUser = `user:260:${account.id}`
  const setFen = (balanceFen: number) =>
    db.kysely.updateTable('ledgerAccounts').set({ balanceFen }).where('code', '=', ofUser).execute()
  await setFen(6)
  const bad = await yx('books check --json')
  expect([bad.exitCode, bad.json]).toEqual([1, expect.objectContaining({ success: false, code: 'problems.found' })])
  expect(bad.out).toContain(`M3: ${ofUser} has a balance that its postings do not give`)
  await setFen(5)
})
