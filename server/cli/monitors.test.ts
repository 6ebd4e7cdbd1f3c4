import { expect, test } from 'vitest'

import { api } from '../../contract/api.ts'
import { raiseAlert } from '../domains/alerts/alerts.ts'
import { clock } from '../platform/clock.ts'
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
  const signedIn = await signIn('night.watch', password, appCode(totp!.secret))
  expect(signedIn.status).toBe(200)
  await run('monitors reset-totp --user night.watch --off')
  expect((await call(api.monitor.alerts, {}, { token: signedIn.data.token })).status).toBe(401)
  expect((await signIn('night.watch', password)).status).toBe(200)
})

test('sets a new password, and ends the account', async () => {
  const { password } = await run<Added>('monitors add --user day.watch')
  const reset = await run<Added>('monitors reset-password --user day.watch')
  expect((await signIn('day.watch', password)).code).toBe('auth.bad_credentials')
  expect((await signIn('day.watch', reset.password)).status).toBe(200)
  await run('monitors disable --user day.watch')
  expect((await signIn('day.watch', reset.password)).code).toBe('auth.bad_credentials')
  const { monitors } = await run<{ monitors: object[] }>('monitors list')
  expect(monitors).toMatchObject([
    { userName: 'day.watch', resellerId: null, hasTotp: false, disabledAt: expect.any(String) },
    { userName: 'night.watch', disabledAt: null },
  ])
  const audit = await db.kysely.selectFrom('auditLog').select('action').orderBy('id').execute()
  expect(audit.map(({ action }) => action)).toEqual([
    'monitor.added',
    'monitor.totp_removed',
    'monitor.added',
    'monitor.password_reset',
    'monitor.disabled',
    'operator.monitors_listed',
  ])
  expect(await dumpEveryRow(db)).not.toContain(reset.password)
})

test('refuses what nobody could have meant', async () => {
  await refused('monitors add', 'usage', 2)
  await refused('monitors add --user a/b', 'request.invalid')
  await refused('monitors add --user other --reseller 999', 'reseller.unknown')
  for (const verb of ['disable', 'reset-password', 'reset-totp']) {
    await refused(`monitors ${verb} --user nobody`, 'object.unknown')
  }
})

test('lists and acknowledges alerts', async () => {
  await raiseAlert(db, { resellerId: null, kind: 'payment.unknown_order', subject: 'thing' }, clock.now())
  const { alerts } = await run<{ alerts: { id: number }[] }>('alerts list')
  expect(alerts).toMatchObject([{ kind: 'payment.unknown_order', subject: 'thing', acknowledgedBy: null }])
  expect(await run(`alerts ack --id ${alerts[0]!.id}`)).toEqual({ id: alerts[0]!.id, isClosed: true })
  expect(await run('alerts list')).toEqual({ alerts: [] })
  expect(await run('alerts list --all')).toMatchObject({
    alerts: [{ acknowledgedBy: expect.stringMatching(/^operator:/) }],
  })
  await refused('alerts ack --id 999', 'object.unknown')
})
