import { generateKeyPairSync } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'

import { api } from '../../contract/api.ts'
import { buildReseller } from '../test/build/factories.ts'
import { checkBooksAfterEach } from '../test/look/books.ts'
import { dumpEveryRow } from '../test/look/every-row.ts'
import { makeCashierApp } from '../test/run/make-cashier-app.ts'
import { makeCliHere } from '../test/run/run-cli.ts'
import { makeScratchDir } from '../test/run/scratch-dir.ts'

const made = await makeCashierApp()
const { call, db, config } = made
checkBooksAfterEach(db)
const yx = makeCliHere({
  DATABASE_URL: config.databaseUrl ?? '',
  SECRET_KEY: config.secretKey.toString(),
  PUBLIC_URL: config.publicUrl,
})

const pair = () =>
  generateKeyPairSync('rsa', {
    modulusLength: 2048,
    privateKeyEncoding: { type: 'pkcs1', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  })

async function writeKeys() {
  const folder = await makeScratchDir()
  const [ours, theirs] = [pair(), pair()]
  // As Alipay's console shows it: the bare text without header and footer.
  const bare = theirs.publicKey.replaceAll(/-----[^-]+-----|\n/g, '')
  await Promise.all([writeFile(join(folder, 'own.pem'), ours.privateKey), writeFile(join(folder, 'alipay.txt'), bare)])
  return { own: join(folder, 'own.pem'), alipay: join(folder, 'alipay.txt'), secret: ours.privateKey }
}

type Pair = ReturnType<typeof pair>
const wrongKeys: [what: string, keys: (ours: Pair, theirs: Pair) => [own: string, alipay: string], option: string][] = [
  ['the two swapped', (ours, theirs) => [theirs.publicKey, ours.privateKey], '--alipay-key-file'],
  ["the app's own public key", (ours) => [ours.privateKey, ours.publicKey], '--alipay-key-file'],
  ['a private key as the public one', (ours, theirs) => [ours.privateKey, theirs.privateKey], '--alipay-key-file'],
  ['a key that is cut off', (ours, theirs) => [ours.privateKey.slice(0, 700), theirs.publicKey], '--key-file'],
  ['a key of another kind', (_ours, theirs) => [curve(), theirs.publicKey], '--key-file'],
]
const curve = () =>
  generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()

test.each(wrongKeys)('refuses %s and names the option it came from', async (_what, keysOf, option) => {
  const folder = await makeScratchDir()
  const [own, alipay] = keysOf(pair(), pair())
  await Promise.all([writeFile(join(folder, 'own'), own), writeFile(join(folder, 'alipay'), alipay)])
  const args = ['merchants', 'add', '--provider', 'alipay', '--name', '平台', '--app-id', '2021999999999998']
  args.push('--seller-id', '2088999999999999', '--key-file', join(folder, 'own'))
  args.push('--alipay-key-file', join(folder, 'alipay'))
  const before = await dumpEveryRow(db)
  const run = await yx(args)
  expect([run.exitCode, run.err]).toEqual([1, expect.stringContaining(`  ${option}: `)])
  expect(await dumpEveryRow(db)).toBe(before)
})

describe('merchants', () => {
  test('adds one for a reseller, offers it to its users and disables it; the key is sealed and never shown', async () => {
    await buildReseller(db, { id: 6001 })
    const keys = await writeKeys()
    const offered = async () =>
      (await call(api.payments.payTypes, { paytype: 'user', dailiKey: 6001 })).data.map(({ id }) => id)
    const platforms = await offered()
    const args = ['merchants', 'add', '--reseller', '6001', '--provider', 'alipay', '--name', '主商户', '--json']
    args.push('--app-id', '2021999999999999', '--seller-id', '2088999999999999', '--key-file', keys.own)
    args.push('--alipay-key-file', keys.alipay, '--devices', 'qr,wap')
    const added = await yx(args)
    expect(added.exitCode, added.out + added.err).toBe(0)
    const { merchant } = added.json.data as { merchant: string }
    expect(await offered()).toEqual([`${merchant}-alipay`])
    const again = await yx(args)
    expect([again.exitCode, again.json.code]).toEqual([1, 'merchant.taken'])
    const listed = await yx('merchants list')
    expect(listed.out).toContain(merchant)
    const body = keys.secret.split('\n')[5]!
    expect(listed.out + (await dumpEveryRow(db))).not.toContain(body)
    expect((await yx(`merchants disable --merchant ${merchant} --json`)).json.data).toEqual({ changed: true })
    expect((await yx(`merchants disable --merchant ${merchant} --json`)).json.data).toEqual({ changed: false })
    // Without its own merchant the reseller offers the platform's again.
    expect(await offered()).toEqual(platforms)
    expect((await yx(`merchants enable --merchant ${merchant} --json`)).json.data).toEqual({ changed: true })
    expect(await offered()).toEqual([`${merchant}-alipay`])
    const next = await writeKeys()
    const replace = `merchants replace-keys --merchant ${merchant} --json --key-file`
    expect((await yx(`${replace} ${next.own}`)).json).toEqual({ success: true, data: { merchant } })
    expect((await yx(`${replace} ${next.alipay}`)).json.code).toBe('request.invalid')
    expect((await yx(`merchants replace-keys --merchant nothing --key-file ${next.own}`)).exitCode).toBe(1)
    const dump = await dumpEveryRow(db)
    for (const { secret } of [keys, next]) expect(dump).not.toContain(secret.split('\n')[5]!)
    const audit = await db.kysely.selectFrom('auditLog').select('action').where('resellerId', '=', 6001).execute()
    expect(audit.map(({ action }) => action)).toEqual([
      'merchant.added',
      'merchant.disabled',
      'merchant.disabled',
      'merchant.enabled',
      'merchant.keys_replaced',
    ])
  })

  test.each([
    ['an unknown provider', ['--provider', 'paypal'], 2],
    ['no seller', ['--provider', 'alipay'], 1],
    [
      'a file that is no key',
      ['--provider', 'alipay', '--seller-id', '2088999999999999', '--key-file', import.meta.filename],
      1,
    ],
    ['a file that is not there', ['--key-file', '/nowhere/key.pem'], 2],
    ['an address without https', ['--provider', 'epay', '--gateway', 'http://pay.example'], 1],
    ['EPay without an address', ['--provider', 'epay'], 2],
    ['an unknown reseller', ['--reseller', '999', '--seller-id', '2088999999999999'], 1],
  ])('refuses %s and changes nothing', async (_what, more, exitCode) => {
    const keys = await writeKeys()
    const defaults = { '--provider': 'alipay', '--key-file': keys.own, '--alipay-key-file': keys.alipay } as Record<
      string,
      string
    >
    const given = new Set(more.filter((arg) => arg.startsWith('--')))
    const rest = Object.entries(defaults).filter(([name]) => !given.has(name))
    const before = await dumpEveryRow(db)
    const run = await yx(['merchants', 'add', '--name', 'x', '--app-id', '2021888888888888', ...rest.flat(), ...more])
    expect(run.exitCode, run.out + run.err).toBe(exitCode)
    expect(await dumpEveryRow(db)).toBe(before)
  })
})
