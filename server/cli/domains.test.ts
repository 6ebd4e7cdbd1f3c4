import { beforeAll, expect, test } from 'vitest'

import { api } from '../../contract/api.ts'
import { buildReseller } from '../test/build/factories.ts'
import { dumpEveryRow } from '../test/look/every-row.ts'
import { openNameServer } from '../test/outside/name-server.ts'
import { makeApp } from '../test/run/make-app.ts'
import { makeCliHere } from '../test/run/run-cli.ts'

const SECRET_KEY = 'the secret of the domain command test, long enough'
const { call, db, config } = await makeApp({ SECRET_KEY, PUBLIC_URL: 'https://portal.example' })
const yx = makeCliHere({ DATABASE_URL: config.databaseUrl ?? '', SECRET_KEY, PUBLIC_URL: 'https://portal.example' })
const names = await openNameServer()
const HOST = 'app.dolphin.example'
const VERIFY = `domains verify --host ${HOST} --dns ${names.address}`

beforeAll(async () => {
  for (const id of [260, 228]) await buildReseller(db, { id })
})

type Added = { record: { name: string; value: string } }
const keyOf = async (host: string) => (await call(api.resellers.keyByHost, {}, { headers: { host } })).data
const add = async (words: string) => (await yx(`domains add ${words} --json`)).json.data as Added

async function refused(line: string, problem: string, exitCode = 1): Promise<void> {
  const before = await dumpEveryRow(db)
  const run = await yx(line)
  expect([run.exitCode, run.err]).toEqual([exitCode, expect.stringContaining(problem)])
  expect(await dumpEveryRow(db)).toBe(before)
}

test('a host belongs to its reseller once its zone says so', async () => {
  const { record } = await add(`--reseller 260 --host ${HOST}`)
  expect(record.name).toBe(`_yuxian.${HOST}`)
  expect((await yx('domains list')).out).toContain(`${record.name} TXT ${record.value}`)
  await refused(VERIFY, 'there is none')
  const other = await add('--reseller 228 --host other.example')
  names.records.set(record.name, ['v=spf1 -all', other.record.value])
  await refused(VERIFY, 'it has 2 others')
  expect(await keyOf(HOST)).toBe(0)
  names.records.set(record.name, ['v=spf1 -all', record.value])
  const verified = await yx(VERIFY)
  expect([verified.exitCode, verified.out]).toEqual([0, expect.stringContaining('reseller 260')])
  expect(await keyOf(HOST)).toBe(260)
  expect((await yx('domains list')).out).not.toContain(record.value)
  const last = await db.kysely.selectFrom('auditLog').select(['action', 'detail']).orderBy('id').execute()
  expect(last).toContainEqual({ action: 'domain.verified', detail: { host: HOST } })
  expect((await yx(`domains add --reseller 260 --host ${HOST} --main`)).exitCode).toBe(0)
})

test('refuses what cannot be looked up', async () => {
  await refused(`domains verify --host nobody.example --dns ${names.address}`, 'does not exist')
  await refused(`${VERIFY}x`, '--dns must be an IP address', 2)
  await refused(`domains verify --host ${HOST} --dns 127.0.0.1:1`, 'the name server did not answer')
})
