import { beforeAll, describe, expect, test } from 'vitest'

import { api } from '../../contract/api.ts'
import { buildSession } from '../test/build/build-session.ts'
import { buildAccount, buildReseller } from '../test/build/factories.ts'
import { GB } from '../test/build/money-factories.ts'
import { dumpEveryRow } from '../test/look/every-row.ts'
import { makeApp } from '../test/run/make-app.ts'
import { makeCliHere } from '../test/run/run-cli.ts'

const SECRET_KEY = 'the secret of the catalogue command test, long enough'
const { call, db, config } = await makeApp({ SECRET_KEY })
const yx = makeCliHere({ DATABASE_URL: config.databaseUrl ?? '', SECRET_KEY })
let token = ''

beforeAll(async () => {
  for (const id of [260, 228]) await buildReseller(db, { id })
  token = await buildSession(db, await buildAccount(db, { resellerId: 260, userName: 'buyer-one' }))
})

async function done<T>(line: string | string[]): Promise<T> {
  const run = await yx(typeof line === 'string' ? `${line} --json` : [...line, '--json'])
  expect(run.exitCode, run.out + run.err).toBe(0)
  return run.json.data
}
async function refused(line: string, problem: string, exitCode = 1): Promise<void> {
  const before = await dumpEveryRow(db)
  const run = await yx(line)
  expect([run.exitCode, run.err]).toEqual([exitCode, expect.stringContaining(problem)])
  expect(await dumpEveryRow(db)).toBe(before)
}
const shop = async () => (await call(api.packages.list, {}, { token })).data.items
const lastAudit = () =>
  db.kysely
    .selectFrom('auditLog')
    .select(['action', 'subject', 'resellerId', 'detail', 'after'])
    .orderBy('id', 'desc')
    .executeTakeFirst()

let made = 0
async function addPlan(): Promise<number> {
  const words = ['packages', 'add', '--kind', 'plan', '--name', `Plan ${(made += 1)}`]
  return (await done<{ package: number }>([...words, '--gb', '100', '--devices', '3', '--lines', '5'])).package
}
async function sell(id: number, wholesale: number, retail: number): Promise<void> {
  const prices = `--wholesale ${wholesale} --suggested ${retail}`
  await done(`price-lists set --list 0 --package ${id} --period month ${prices}`)
  await done('offers fill --reseller 260')
}

describe('packages', () => {
  test('adds one, which is for sale once it has a price', async () => {
    const id = await addPlan()
    expect(await lastAudit()).toMatchObject({ action: 'package.added', subject: `package:${id}` })
    expect(await shop()).toEqual([])
    await sell(id, 700, 1500)
    expect(await shop()).toMatchObject([
      { id: String(id), trafficBytes: 100 * GB, deviceLimit: 3, lineLimit: 5, stock: null },
    ])
    await done(`offers remove --reseller 260 --package ${id} --period month`)
    expect(await shop()).toEqual([])
    await refused(`offers remove --reseller 260 --package ${id} --period month`, 'does not exist')
  })

  test('refuses what nobody could sell', async () => {
    const add = 'packages add --name Other --gb 10'
    await refused(`${add} --kind gold`, '--kind must be one of', 2)
    await refused(`${add} --kind plan`, 'devices: 1 to 1000')
    await refused(`${add} --kind pack --lines 2`, 'lines: only of a plan')
    await refused('packages add --kind pack --name Other --gb 0', 'gb: 1 to')
    await refused(`packages add --kind pack --gb 1 --name Plan\u202E`, 'name: 1 to 40')
    await refused(`${add} --kind plan --devices 1 --lines 1 --trial-days 31`, 'trial: 1 to 30 days')
    await refused(`${add} --kind plan --trial-paid-by platform`, 'needs --trial-days', 2)
    await refused(`${add} --kind pack --trial-days 3`, 'trial: 1 to 30 days of a plan')
  })
})

describe('offers', () => {
  test("copies them to a reseller that lacks them, at a share of the other's price", async () => {
    const id = await addPlan()
    await sell(id, 500, 1000)
    const { copied } = await done<{ copied: number }>('offers copy --from 260 --reseller 228 --retail-percent 110')
    expect(copied).toBeGreaterThan(0)
    const offer = db.kysely.selectFrom('packageOffers').select('retailFen').where('resellerId', '=', 228)
    expect(await offer.where('packageId', '=', id).execute()).toEqual([{ retailFen: 1100 }])
    expect(await done('offers copy --from 260 --reseller 228 --retail-percent 110')).toEqual({ copied: 0 })
    await done(`offers remove --reseller 228 --package ${id} --period month`)
    await refused('offers copy --from 260 --reseller 228 --retail-percent 10', 'below wholesale')
    await refused('offers copy --from 999 --reseller 228', 'reseller')
    await refused('offers copy --from 260 --reseller 228 --retail-percent 0', '--retail-percent must be', 2)
    await done(`offers remove --reseller 260 --package ${id} --period month`)
  })
})

describe('price lists', () => {
  test('prices a package; a dry run writes nothing, a rise waits for its mail and names who would sell below it', async () => {
    const id = await addPlan()
    const before = await dumpEveryRow(db)
    const set = (fen: number) => `price-lists set --list 0 --package ${id} --period month --wholesale ${fen}`
    expect((await yx(`${set(700)} --dry-run`)).out).toMatch(/^Nothing was changed.*\n.*7\.00 yuan at once\.\n$/)
    expect(await dumpEveryRow(db)).toBe(before)
    expect(await done(`${set(700)} --suggested 1500`)).toEqual({ from: null, below: [] })
    const { filled } = await done<{ filled: number }>('offers fill --reseller 228')
    expect(filled).toBeGreaterThan(0)
    expect(await done(set(1600))).toMatchObject({ from: expect.any(String), below: [{ resellerId: 228 }] })
    await refused(set(1).replace('month', 'week'), '--period must be one of', 2)
    await refused('price-lists set --list 99 --package 1 --period month --wholesale 1', 'does not exist')
  })
})
