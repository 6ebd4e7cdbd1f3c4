import { expect, test } from 'vitest'

import { api } from '../../contract/api.ts'
import { dumpEveryRow } from '../test/look/every-row.ts'
import { appCode } from '../test/outside/authenticator-app.ts'
import { makeApp } from '../test/run/make-app.ts'
import { makeCliHere } from '../test/run/run-cli.ts'

const SECRET_KEY = 'the secret of the monitor command test, long enough'
const { call, db, config } = await makeApp({ SECRET_KEY })
const yx = makeCliHere({ DATABASE_URL: config.databaseUrl ?? '', SECRET_KEY })
type Added = { password: string; totp: { secret: string } | null }

async function run<T>(line: string): Promise<T> {
  const done = await yx(`${line} --json`)
  expect(done.exitCode, done.out + done.err).toBe(0)
  return done.json.data
}
async function refused(line: string, code: string, exitCode = 1): Promise<void> {
  const done = await yx(`${line} --json`)
  expect([done.exitCode, done.json.code]).toEqual([exitCode, code])
}
const signIn = (userName: string, passWord: string, totp?: string) =>
  call(api.monitor.login, { userName, passWord, ...(totp ? { totp } : {}) })

test('makes an account with a second factor, and without it', async () => {
  const { password, totp } = await run<Added>('monitors add --user night.watch --totp')
  await refused('monitors add --user Night.Watch', 'account.taken')
  expect((await signIn('night.watch', password)).code).toBe('auth.totp_required')
  expect((await signIn('night.watch', password, appCode(totp!.secret))).status).toBe(200)
  const day = await run<Added>('monitors add --user day.watch')
  expect((await signIn('day.watch', day.password)).status).toBe(200)
  expect(await dumpEveryRow(db)).not.toContain(day.password)
})

test('refuses what nobody could have meant', async () => {
  await refused('monitors add', 'usage', 2)
  await refused('monitors add --user a/b', 'request.invalid')
  await refused('monitors add --user other --reseller 999', 'reseller.unknown')
})
