import { beforeAll, describe, expect, test } from 'vitest'

import { loadBalanceFen } from '../domains/ledger/load-balance.ts'
import { buildReseller } from '../test/build/factories.ts'
import { fundReseller } from '../test/build/money-factories.ts'
import { checkBooksAfterEach } from '../test/look/books.ts'
import { dumpEveryRow } from '../test/look/every-row.ts'
import { makeApp } from '../test/run/make-app.ts'
import { makeCliHere } from '../test/run/run-cli.ts'

const SECRET_KEY = 'the secret of the money command test, long enough'
const { db, config } = await makeApp({ SECRET_KEY })
const yx = makeCliHere({ DATABASE_URL: config.databaseUrl ?? '', SECRET_KEY })
checkBooksAfterEach(db)

beforeAll(async () => {
  for (const id of [0, 260]) await buildReseller(db, { id })
  await fundReseller(db, 260, 100_000)
})

type Bought = { batchId: number; totalFen: number; codes: string[]; isRepeated: boolean }

async function buy(options: string): Promise<Bought> {
  const run = await yx(`cards buy --reseller 260 ${options} --json`)
  expect(run.exitCode, run.out + run.err).toBe(0)
  return run.json.data
}
const actions = async () =>
  (await db.kysely.selectFrom('auditLog').select(['action', 'actor']).orderBy('id').execute()).map(
    ({ action, actor }) => `${actor.split(':')[0]} ${action}`,
  )

async function refused(line: string, exitCode: number, code: string) {
  const before = await dumpEveryRow(db)
  const run = await yx(`${line} --json`)
  expect([run.exitCode, run.json.code], run.out).toEqual([exitCode, code])
  expect(await dumpEveryRow(db)).toBe(before)
}

describe('cards', () => {
  test('buys keys, and shows the same ones again: they appear on standard output and nowhere else', async () => {
    const before = await loadBalanceFen({ db }, { kind: 'reseller', resellerId: 260 })
    const { batchId, codes, totalFen } = await buy('--kind balance --value 500 --count 4 --key order-2026-1')
    expect([codes.length, totalFen]).toEqual([4, 2000])
    expect(before - (await loadBalanceFen({ db }, { kind: 'reseller', resellerId: 260 }))).toBe(2000)
    const again = await buy('--kind balance --value 500 --count 4 --key order-2026-1')
    expect(again).toMatchObject({ batchId, codes, isRepeated: true })
    const dump = await dumpEveryRow(db)
    for (const code of codes) expect(dump).not.toContain(code)
    expect(await actions()).toEqual(['operator cards.bought', 'operator cards.keys_shown'])
  })

  test('for people: prints one key per line and nothing else, and the price separately', async () => {
    const run = await yx('cards buy --reseller 260 --kind balance --value 100 --count 2 --expires-days 30')
    expect(run.out).toMatch(/^([0-9A-Z]{4}-){6}[0-9A-Z]{4}\n([0-9A-Z]{4}-){6}[0-9A-Z]{4}\n$/)
    expect(run.err).toMatch(/^Batch \d+: 2 keys, 2\.00 yuan\.\n$/)
  })

  test('refuses what cannot be bought, and changes nothing', async () => {
    const none = await yx('cards buy --reseller 260 --kind balance --value 1 --count 0')
    expect(none.err).toMatch(/^Something in this command is not right:\n {2}\w+: /)
    expect(none.err).not.toContain('form')
    await refused('cards buy --reseller 260 --kind gold --value 1 --count 1', 2, 'usage')
    await refused('cards buy --reseller 260 --kind balance --value 1 --count 0', 1, 'request.invalid')
    await refused('cards buy --reseller 260 --kind balance --value 999999 --count 9', 1, 'balance.short')
    await refused('cards buy --reseller 999 --kind balance --value 1 --count 1', 1, 'reseller.unknown')
  })
})
