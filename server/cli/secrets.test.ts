import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'

import { api } from '../../contract/api.ts'
import { readConfig, type Config } from '../config.ts'
import { getFeedUrl } from '../domains/feeds/load-link.ts'
import { makeSealedCredential, openCredential } from '../domains/lines/credential.ts'
import { addMonitor } from '../domains/monitor/monitors/manage-monitors.ts'
import { unsealMonitorSecret } from '../domains/monitor/monitors/sign-in.ts'
import { openNodeSecret, makeNodeSecret } from '../domains/nodes/node-secrets.ts'
import { openMerchant, findAllMerchants } from '../domains/payments/merchants/merchant.ts'
import { passkeyUserHandle } from '../domains/sessions/factors/passkey-challenge.ts'
import { hashRecoveryCode } from '../domains/sign-in/recovery-codes.ts'
import { sealTotpSecret, unsealTotpSecret } from '../domains/sign-in/totp.ts'
import { clock } from '../platform/clock.ts'
import { readMark, settleSecretMark, withSecretMark } from '../platform/secrets/secret-mark.ts'
import { sealedColumns } from '../sealed-columns.ts'
import { buildWatchedNode } from '../test/build/build-monitor.ts'
import { buildSession } from '../test/build/build-session.ts'
import { buildAccount } from '../test/build/factories.ts'
import { buildTrafficLine } from '../test/build/traffic-factories.ts'
import { makeApp } from '../test/run/make-app.ts'
import { makeCashierApp } from '../test/run/make-cashier-app.ts'
import { makeCliHere } from '../test/run/run-cli.ts'

const made = await makeCashierApp()
const { db, config } = made
const OLD = config.secretKey.toString()
const NEW = 'a new secret for this installation, long enough'
const base = { DATABASE_URL: config.databaseUrl ?? '', PUBLIC_URL: config.publicUrl }
const changing = { ...base, SECRET_KEY: NEW, SECRET_KEY_OLD: OLD }
const read = (env: Record<string, string>) => readConfig({ MODE: 'sandbox', ...env })

const account = await buildAccount(db)
const owner = { resellerId: account.resellerId, accountId: account.id }
const node = await buildWatchedNode(made, { name: 'Sealed' })
const CREDENTIAL = randomUUID()
await buildTrafficLine(db, account, node, { secretKey: config.secretKey, credential: CREDENTIAL })
await db.kysely
  .updateTable('accounts')
  .set({ totpSecret: sealTotpSecret(config, account.id, 'TOTP') })
  .execute()
const agent = makeNodeSecret(config.secretKey, { nodeId: node, epoch: 9 })
await db.kysely
  .insertInto('nodeKeys')
  .values({ nodeId: node, epoch: 9, sealedSecret: agent.sealedSecret, createdAt: clock.now() })
  .execute()
await addMonitor(
  { db, config, now: clock.now() },
  { userName: 'night', resellerId: null, withTotp: true },
  'operator:test',
)
const link = await getFeedUrl({ db, config }, owner)

/** Opens the sealed values of every domain. */
async function openAll(keys: Config) {
  const line = await db.kysely.selectFrom('lines').select('sealedCredential').executeTakeFirstOrThrow()
  const totp = await db.kysely.selectFrom('accounts').select('totpSecret').executeTakeFirstOrThrow()
  const key = await db.kysely
    .selectFrom('nodeKeys')
    .select('sealedSecret')
    .where('epoch', '=', 9)
    .executeTakeFirstOrThrow()
  const monitor = await db.kysely.selectFrom('monitors').select(['id', 'totpSecret']).executeTakeFirstOrThrow()
  const [merchant] = await findAllMerchants(db)
  return {
    line: openCredential(keys, owner, line.sealedCredential),
    totp: unsealTotpSecret(keys, account.id, totp.totpSecret!),
    agent: openNodeSecret(keys, { nodeId: node, epoch: 9 }, key.sealedSecret),
    monitor: unsealMonitorSecret(keys, monitor.id, monitor.totpSecret!),
    merchant: openMerchant({ config: keys }, merchant!).secret,
  }
}
/** Long-lived derived values. */
const derive = async (keys: Config) => ({
  link: await getFeedUrl({ db, config: keys }, owner),
  recovery: hashRecoveryCode(keys, owner, 'ABCDEF-GHJKMN').toString('hex'),
  passkey: passkeyUserHandle(keys, owner).toString('hex'),
})

test('the list has every sealed column of the schema', async () => {
  const { rows } = await db.pool.query<{ name: string }>(
    `select table_name || '.' || column_name as name from information_schema.columns
      where table_schema = 'public' and data_type = 'bytea' and (column_name like 'sealed%' or column_name = 'totp_secret')`,
  )
  const listed = [...sealedColumns.map(({ table, column }) => `${table}.${column}`), 'secret_marks.sealed_key']
  expect(rows.map(({ name }) => name).toSorted()).toEqual(listed.toSorted())
})

test('refuses a wrong key at the start, also on a database that no server has marked yet, and doctor reports it', async () => {
  const wrong = read({ ...base, SECRET_KEY: 'quite another key than the one of before' })
  await expect(settleSecretMark(db, wrong, sealedColumns, clock.now())).rejects.toThrow('SECRET_KEY is not the one')
  expect(await readMark(db, config)).toMatchObject({ state: 'missing' })
  expect(await settleSecretMark(db, config, sealedColumns, clock.now())).toBe('current')
  await expect(settleSecretMark(db, wrong, sealedColumns, clock.now())).rejects.toThrow('SECRET_KEY is not the one')
  const yx = makeCliHere({ ...base, SECRET_KEY: wrong.secretKey.toString() })
  const refused = await yx('merchants list')
  expect([refused.exitCode, refused.err]).toEqual([1, expect.stringContaining('SECRET_KEY is not the one')])
  expect((await yx('doctor')).out).toMatch(/^problem {2}secret key +SECRET_KEY is not the one/m)
  expect((await makeCliHere({ ...base, SECRET_KEY: OLD })('doctor')).out).toMatch(/^ok +secret key/m)
})

test('an empty database accepts any key', async () => {
  const fresh = await makeApp()
  expect(await settleSecretMark(fresh.db, fresh.config, sealedColumns, clock.now())).toBe('current')
})

test('changes the key: both open, then everything is sealed again and the old key is no longer needed', async () => {
  const before = { sealed: await openAll(config), derived: await derive(config) }
  expect(before.sealed).toMatchObject({ line: CREDENTIAL, totp: 'TOTP', agent: agent.secret })
  const between = await withSecretMark(db, read(changing))
  expect(await settleSecretMark(db, read(changing), sealedColumns, clock.now())).toBe('old')
  expect(await openAll(between)).toEqual(before.sealed)
  expect(await derive(between)).toEqual(before.derived)
  // As if interrupted half-way: one value has the new seal already.
  await db.kysely
    .updateTable('lines')
    .set({ sealedCredential: makeSealedCredential(between, owner) })
    .execute()
  const line = (await openAll(between)).line

  const yx = makeCliHere(changing)
  const run = await yx('secrets rotate --json')
  expect(run.exitCode, run.err).toBe(0)
  const after = await withSecretMark(db, read({ ...base, SECRET_KEY: NEW }))
  expect(await openAll(after)).toEqual({ ...before.sealed, line })
  expect(await derive(after)).toEqual(before.derived)
  expect(before.derived.link).toBe(link)
  await expect(withSecretMark(db, config)).rejects.toThrow('SECRET_KEY is not the one')
  const again = await yx('secrets rotate')
  expect(again.out).toContain('Take SECRET_KEY_OLD away')
  expect(
    (
      await db.kysely.selectFrom('auditLog').select('detail').where('action', '=', 'operator.secrets_rotated').execute()
    ).at(-1),
  ).toMatchObject({ detail: { sealedAnew: 0, shut: 0 } })
  // Sessions are not derived from the key.
  const token = await buildSession(db, account)
  const other = await makeApp({ ...base, SECRET_KEY: NEW })
  expect((await other.call(api.accounts.info, { dailiKey: account.resellerId }, { token })).status).toBe(200)
})

test('rotates nothing without the old key', async () => {
  const run = await makeCliHere({ ...base, SECRET_KEY: NEW, SECRET_KEY_OLD: '' })('secrets rotate')
  expect([run.exitCode, run.err]).toEqual([1, expect.stringContaining('SECRET_KEY_OLD')])
})
