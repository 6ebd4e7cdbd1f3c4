import { expect, test } from 'vitest'

import { consoleApi } from '../../contract/console/api.ts'
import { buildStaff, staffCalls } from '../test/build/build-staff.ts'
import { buildReseller } from '../test/build/factories.ts'
import { dumpEveryRow } from '../test/look/every-row.ts'
import { makeApp } from '../test/run/make-app.ts'
import { makeCliHere } from '../test/run/run-cli.ts'

const SECRET_KEY = 'the secret of the staff command test, long enough'
const PUBLIC_URL = 'https://portal.example'
const made = await makeApp({ MODE: 'production', SECRET_KEY, PUBLIC_URL })
const { app, db, config } = made
const env = { DATABASE_URL: config.databaseUrl ?? '', SECRET_KEY, MODE: 'production', PUBLIC_URL }
const yx = makeCliHere(env)
await buildReseller(db, { id: 260 })

async function run<T>(line: string): Promise<T> {
  const done = await yx(`${line} --json`)
  expect(done.exitCode, done.out + done.err).toBe(0)
  return done.json.data
}
async function refused(line: string, code: string, exitCode = 1): Promise<void> {
  const done = await yx(`${line} --json`)
  expect([done.exitCode, done.json.code]).toEqual([exitCode, code])
}
const page = (token: string) => staffCalls(app, token)

test.each([
  ['--platform', 'first-operator', null],
  ['--reseller 260', 'first-boss', 260],
])('the first owner of %s enters through a link', async (team, name, resellerId) => {
  const { link } = await run<{ link: string }>(`staff invite ${team} --role owner`)
  expect(link).toMatch(/^https:\/\/portal\.example\/console\/join#[\w-]{43}$/)
  const token = link.split('#')[1]!
  expect(await dumpEveryRow(db)).not.toContain(token)
  const input = { token, name, email: `${name}@team.example`, passWord: 'quiet river 77' }
  const joined = await staffCalls(app, null).call(consoleApi.join.accept, input)
  expect(joined.status).toBe(200)
  const { data } = await page(joined.token!).call(consoleApi.session.show, {})
  expect([data.member.role, data.reseller?.id ?? null]).toEqual(['owner', resellerId])
})

test('the first platform member also creates key 0, once', async () => {
  await run('staff invite --platform --role viewer')
  const made = db.kysely.selectFrom('auditLog').select('subject').where('action', '=', 'reseller.added')
  expect(await made.execute()).toEqual([{ subject: 'reseller:0' }])
  const keys = db.kysely.selectFrom('resellers').select('id').orderBy('id')
  expect(await keys.execute()).toEqual([{ id: 0 }, { id: 260 }])
})

test('reset-factor takes effect on the next call', async () => {
  const member = await buildStaff(made, { resellerId: 260, role: 'support', withTotp: true, name: 'helper' })
  const show = () => page(member.token).call(consoleApi.session.show, {})
  expect((await show()).status).toBe(200)
  await run('staff reset-factor --name HELPER')
  expect((await show()).status).toBe(401)
  await refused('staff reset-factor --name nobody', 'object.unknown')
  const audit = await db.kysely
    .selectFrom('auditLog')
    .select(['action', 'actor'])
    .where('subject', '=', `staff:${member.staffId}`)
    .orderBy('id')
    .execute()
  expect(audit.map(({ action }) => action)).toEqual(['staff.factor_reset'])
  expect(audit.every(({ actor }) => actor.startsWith('operator:'))).toBe(true)
})

test('refuses what nobody could have meant', async () => {
  await refused('staff invite --role owner', 'usage', 2)
  await refused('staff invite --platform --reseller 260 --role owner', 'usage', 2)
  await refused('staff invite --reseller 0 --role owner', 'usage', 2)
  await refused('staff invite --platform --role king', 'usage', 2)
  await refused('staff invite --platform --role owner --email a@b.example', 'usage', 2)
  await refused('staff invite --reseller 999 --role owner', 'reseller.unknown')
})
