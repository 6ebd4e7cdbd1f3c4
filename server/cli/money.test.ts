import { randomUUID } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'

import { api } from '../../contract/api.ts'
import { loadBalanceFen } from '../domains/ledger/load-balance.ts'
import { fundCommission } from '../test/attack/commission-races.ts'
import { buildSession } from '../test/build/build-session.ts'
import { buildAccount, buildReseller } from '../test/build/factories.ts'
import { fundReseller } from '../test/build/money-factories.ts'
import { restPayees } from '../test/build/rest-payees.ts'
import { checkBooksAfterEach } from '../test/look/books.ts'
import { dumpEveryRow } from '../test/look/every-row.ts'
import { makeApp } from '../test/run/make-app.ts'
import { makeCli, makeCliHere } from '../test/run/run-cli.ts'
import { makeScratchDir } from '../test/run/scratch-dir.ts'

const SECRET_KEY = 'the secret of the money command test, long enough'
const { call, db, config } = await makeApp({ SECRET_KEY })
const settings = { DATABASE_URL: config.databaseUrl ?? '', SECRET_KEY }
const yx = makeCliHere(settings)
/** Only a separate process has its own standard input. */
const piping = await makeCli(settings)
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

async function refused(line: string, exitCode: number, code: string, input = '') {
  const before = await dumpEveryRow(db)
  const isPiped = input !== '' || line.includes('--codes -')
  const run = await (isPiped ? piping(`${line} --json`, { input }) : yx(`${line} --json`))
  expect([run.exitCode, run.json.code], run.out).toEqual([exitCode, code])
  expect(await dumpEveryRow(db)).toBe(before)
}

describe('cards', () => {
  test('buys, assigns, redeems and voids them: keys appear on standard output and nowhere else', async () => {
    const before = await loadBalanceFen({ db }, { kind: 'reseller', resellerId: 260 })
    const { batchId, codes, totalFen } = await buy('--kind balance --value 500 --count 4 --key order-2026-1')
    expect([codes.length, totalFen]).toEqual([4, 2000])
    expect(before - (await loadBalanceFen({ db }, { kind: 'reseller', resellerId: 260 }))).toBe(2000)
    const again = await buy('--kind balance --value 500 --count 4 --key order-2026-1')
    expect(again).toMatchObject({ batchId, codes, isRepeated: true })
    const account = await buildAccount(db, { resellerId: 260 })
    const token = await buildSession(db, account)
    const piped = { input: `${codes[0]}\n\n${codes[1]!.toLowerCase()}\n` }
    const assigned = await piping(`cards assign --reseller 260 --user ${account.userName} --codes - --json`, piped)
    expect(assigned.json.data).toEqual({ assigned: 2 })
    const file = join(await makeScratchDir(), 'keys.txt')
    await writeFile(file, `${codes[2]}\r\n`)
    expect((await yx(`cards assign --reseller 260 --user ${account.userName} --codes ${file}`)).exitCode).toBe(0)
    const listed = (await call(api.cards.list, {}, { token })).data.items
    expect(listed.map(({ code }) => code).sort()).toEqual(codes.slice(0, 3).sort())
    expect((await call(api.cards.redeem, { code: codes[0]! }, { token })).status).toBe(200)
    const batches = await yx('cards batches --reseller 260 --json')
    const row = { id: batchId, keyCount: 4, unused: 3, assigned: 2, redeemed: 1 }
    expect(batches.json.data).toMatchObject({ batches: expect.arrayContaining([expect.objectContaining(row)]) })
    const ended = await yx(`cards void --reseller 260 --batch ${batchId} --json`)
    // Two are already in a user's list: those stay.
    expect(ended.json.data).toEqual({ voided: 1, refundFen: 500 })
    const dump = await dumpEveryRow(db)
    for (const code of codes) expect(dump).not.toContain(code)
    expect(await actions()).toEqual([
      'operator cards.bought',
      'operator cards.keys_shown',
      'operator cards.assigned',
      'operator cards.assigned',
      'operator operator.card_batches_listed',
      'operator cards.voided',
    ])
  })

  test('for people: prints one key per line and nothing else, and the price separately', async () => {
    const run = await yx('cards buy --reseller 260 --kind balance --value 100 --count 2 --expires-days 30')
    expect(run.out).toMatch(/^([0-9A-Z]{4}-){6}[0-9A-Z]{4}\n([0-9A-Z]{4}-){6}[0-9A-Z]{4}\n$/)
    expect(run.err).toMatch(/^Batch \d+: 2 keys, 2\.00 yuan\.\n$/)
    const account = await buildAccount(db, { resellerId: 260 })
    const assign = `cards assign --reseller 260 --user ${account.userName} --codes -`
    expect((await piping(assign, { input: run.out })).out).toContain('2 keys assigned')
  })

  test('refuses what cannot be bought, assigned or ended, and changes nothing', async () => {
    const none = await yx('cards buy --reseller 260 --kind balance --value 1 --count 0')
    expect(none.err).toMatch(/^Something in this command is not right:\n {2}\w+: /)
    expect(none.err).not.toContain('form')
    await refused('cards buy --reseller 260 --kind gold --value 1 --count 1', 2, 'usage')
    await refused('cards buy --reseller 260 --kind balance --value 1 --count 0', 1, 'request.invalid')
    await refused('cards buy --reseller 260 --kind balance --value 999999 --count 9', 1, 'balance.short')
    await refused('cards buy --reseller 999 --kind balance --value 1 --count 1', 1, 'reseller.unknown')
    await refused('cards assign --reseller 260 --user nobody --codes -', 2, 'usage')
    await refused('cards assign --reseller 260 --user nobody --codes -', 1, 'request.invalid', 'abc')
    await refused('cards assign --reseller 260 --user nobody --codes /no/such/file', 2, 'usage')
    await refused('cards void --reseller 260 --batch 99999', 1, 'object.unknown')
  })
})

describe('withdrawals', () => {
  test('lists them with the account to pay to, pays, and rejects with a reason', async () => {
    const account = await buildAccount(db, { resellerId: 260 })
    await fundCommission(db, account, 5000)
    const token = await buildSession(db, account)
    const ids = []
    for (const payout of ['first@example.com', 'second@example.com']) {
      const wanted = { amountFen: 2000, method: 'alipay', account: payout, name: '王小明', key: randomUUID() } as const
      ids.push((await call(api.invites.withdraw, wanted, { token })).data.withdrawalId)
    }
    await restPayees(db)
    const list = await yx('withdrawals list')
    expect(list.out).toContain('first@example.com')
    expect(list.out).toContain('王小明')
    expect((await yx('withdrawals list --reseller 0')).out).toBe('Nothing found.\n')
    expect((await yx(`withdrawals pay --reseller 260 --id ${ids[0]}`)).out).toContain('20.00')
    await refused(`withdrawals pay --reseller 260 --id ${ids[0]}`, 1, 'withdrawal.settled')
    await refused(`withdrawals pay --reseller 0 --id ${ids[1]}`, 1, 'object.unknown')
    await refused('withdrawals pay --reseller 260 --id 12', 2, 'usage')
    await refused(`withdrawals reject --reseller 260 --id ${ids[1]}`, 2, 'usage')
    const rejected = await yx(['withdrawals', 'reject', '--reseller', '260', '--id', ids[1]!, '--reason', '账号有误'])
    expect(rejected.exitCode, rejected.err).toBe(0)
    const summary = (await call(api.invites.summary, {}, { token })).data
    expect(summary).toMatchObject({ confirmedFen: 3000, heldFen: 0, usedFen: 2000 })
    expect(summary.withdrawals.map(({ state }) => state).sort()).toEqual(['paid', 'rejected'])
    expect(await actions()).toEqual(
      expect.arrayContaining(['operator withdrawal.paid', 'operator withdrawal.rejected']),
    )
    expect((await yx('withdrawals list --all --json')).json.data).toMatchObject({ withdrawals: [{}, {}] })
  })
})
