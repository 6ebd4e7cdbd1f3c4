import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test, vi } from 'vitest'

import { api } from '../../contract/api.ts'
import { limits } from '../../contract/limits.ts'
import { clock } from '../platform/clock.ts'
import { release } from '../platform/release.ts'
import { buildSession } from '../test/build/build-session.ts'
import { buildAccount, buildReseller, PASSWORD } from '../test/build/factories.ts'
import { dumpEveryRow } from '../test/look/every-row.ts'
import { appCode } from '../test/outside/authenticator-app.ts'
import { makeApp } from '../test/run/make-app.ts'
import { CLI_MAIN, makeCli, makeCliHere, type CliRun } from '../test/run/run-cli.ts'
import { makeScratchDir } from '../test/run/scratch-dir.ts'

const SECRET_KEY = 'the secret of the command line test, long enough'
const { call, db, config } = await makeApp({ SECRET_KEY, PUBLIC_URL: 'https://portal.example' })
const settings = { DATABASE_URL: config.databaseUrl ?? '', SECRET_KEY, PUBLIC_URL: 'https://portal.example' }
const yx = makeCliHere(settings)
/** A separate process with its own settings. */
const elsewhere = await makeCli(settings)

async function findAudit(afterId: number) {
  return db.kysely
    .selectFrom('auditLog')
    .select(['id', 'action', 'actor', 'subject', 'resellerId', 'detail'])
    .where('id', '>', afterId)
    .orderBy('id')
    .execute()
}

async function lastAuditId(): Promise<number> {
  const row = await db.kysely
    .selectFrom('auditLog')
    .select((eb) => eb.fn.max('id').as('id'))
    .executeTakeFirst()
  return row?.id ?? 0
}

/** Runs a command that must work and returns the audit rows it wrote. */
async function done(line: string | string[]) {
  const before = await lastAuditId()
  const run = await yx(line)
  expect(run.exitCode, run.out + run.err).toBe(0)
  const audit = await findAudit(before)
  expect(audit.length).toBeGreaterThan(0)
  for (const row of audit) expect(row.actor).toMatch(/^operator:./)
  return { ...run, audit }
}

/** Runs a command that must be refused, and proves that it changed nothing. */
async function refused(line: string | string[], exitCode: number): Promise<CliRun> {
  const before = await dumpEveryRow(db)
  const run = await yx(line)
  expect(run.exitCode, run.out + run.err).toBe(exitCode)
  expect(await dumpEveryRow(db)).toBe(before)
  return run
}

describe('usage', () => {
  test('help lists all commands, those of a group, and the options of one', async () => {
    const all = await elsewhere('--help', { env: { DATABASE_URL: 'postgres://127.0.0.1:1/none' } })
    expect(all.exitCode).toBe(0)
    const names = ['users reset-code', 'resellers list']
    names.push('resellers add', 'resellers set', 'resellers suspend', 'resellers resume', 'resellers whitelist')
    for (const name of [...names, 'domains add', 'domains list', 'cards buy', 'staff invite'])
      expect(all.out).toContain(`  ${name} `)
    expect((await yx('users --help')).out).not.toContain('domains')
    const one = await yx('resellers set --help')
    expect([one.exitCode, one.out]).toEqual([0, expect.stringContaining('--kf-url TEXT')])
  })

  test.each(['users steal', 'users reset-code', 'resellers list --what'])('"%s" is wrong usage', async (line) => {
    const run = await refused(line, 2)
    expect(run.out).toBe('')
    expect(run.err).toContain('Usage: ')
  })

  test.each([
    ['domians list', 'domains list'],
    ['domains lsit', 'domains list'],
    ['list domains', 'domains list'],
    ['docter', 'doctor'],
    ['merchnats', 'merchants'],
    ['staff invtie --user x', 'staff invite'],
  ])('answers "%s" with "%s", and not with a page of help', async (line, meant) => {
    const run = await refused(line, 2)
    expect(run.err).toContain(`Did you mean "${meant}"?`)
    expect(run.err.split('\n').length).toBeLessThan(5)
    const asJson = await refused(`${line} --json`, 2)
    expect(asJson.json).toMatchObject({ code: 'usage', message: expect.stringContaining(meant) })
  })

  test.each(['abracadabra', 'users steal', 'users', 'x'])(
    'makes no guess for "%s", which is close to no name',
    async (line) => {
      const run = await refused(line, 2)
      expect(run.err).not.toContain('Did you mean')
      expect(run.err).toContain('Usage: ')
    },
  )

  test('--version names the release, without a database', async () => {
    const run = await elsewhere('--version', { env: { DATABASE_URL: 'postgres://127.0.0.1:1/none' } })
    expect([run.exitCode, run.out]).toEqual([0, `yuxian ${release}\n`])
    expect((await yx('--version --json')).json).toEqual({ success: true, data: { version: release } })
  })

  test('with --json, wrong usage is an envelope too', async () => {
    const run = await refused('users reset-code --json --user someone', 2)
    expect(run.json).toEqual({ success: false, code: 'usage', message: '--reseller is missing' })
  })

  test.each([
    ['postgres://me:hush@127.0.0.1:1/none', 'The database at 127.0.0.1:1 does not answer (ECONNREFUSED).'],
    [
      'postgres://me:hush@no-such-host.invalid/none',
      'The machine of the database, no-such-host.invalid:5432, has no address',
    ],
    ['mysql://me:hush@127.0.0.1/none', 'DATABASE_URL must be an address of PostgreSQL'],
  ])('reports an unreachable database in one sentence: %s', async (url, says) => {
    vi.stubEnv('DATABASE_URL', url)
    onTestFinished(() => void vi.stubEnv('DATABASE_URL', settings.DATABASE_URL))
    for (const command of ['resellers list', 'database migrate']) {
      const run = await yx(command)
      expect([run.exitCode, run.out, run.err]).toEqual([1, '', expect.stringContaining(says)])
      expect(run.err).not.toMatch(/hush|    at /)
    }
  })

  test('explains a wrong setting in a sentence', async () => {
    const run = await elsewhere('resellers list', { env: { PORT: 'many' } })
    expect([run.exitCode, run.err]).toEqual([1, expect.stringContaining('PORT must be')])
    expect(run.err).not.toContain('    at ')
  })
})

describe('users', () => {
  test('reset-code shows a code once that sets a new password, and keeps the second factor', async () => {
    const account = await buildAccount(db)
    const token = await buildSession(db, account)
    const { secret } = (await call(api.factors.totpBegin, { passWord: PASSWORD }, { token })).data
    await call(api.factors.totpConfirm, { code: appCode(secret) }, { token })
    const run = await done([
      'users',
      'reset-code',
      '--reseller',
      '0',
      '--user',
      account.userName.toUpperCase(),
      '--json',
    ])
    const { code } = run.json.data as { code: string }
    expect(code).toMatch(/^\d{12}$/)
    expect(run.audit).toMatchObject([{ action: 'password.reset_code_issued', subject: `account:${account.id}` }])
    expect(JSON.stringify(run.audit)).not.toContain(code)
    const newPass = 'a quite new password 7'
    const reset = { userName: account.userName, dailiKey: 0, code, newPass }
    expect((await call(api.emails.findPass, reset)).status).toBe(200)
    clock.shift(60_000)
    const login = { userName: account.userName, passWord: newPass, dailiKey: 0 }
    expect((await call(api.sessions.login, login)).code).toBe('auth.totp_required')
    expect((await call(api.sessions.login, { ...login, totp: appCode(secret) })).status).toBe(200)
    clock.reset()
  })

  test('are searched only at the named reseller, and deleted ones are not found', async () => {
    const account = await buildAccount(db, { resellerId: 260 })
    const run = await refused(`users reset-code --reseller 0 --user ${account.userName}`, 1)
    expect(run.err).toContain('does not exist')
    await db.kysely.updateTable('accounts').set({ deletedAt: new Date() }).where('id', '=', account.id).execute()
    await refused(`users reset-code --reseller 260 --user ${account.userName}`, 1)
  })
})

describe('resellers', () => {
  test('add gives the next key from 1000 on, and reserved keys only by name', async () => {
    await buildReseller(db, { id: 7 })
    const first = await done('resellers add --json')
    expect(first.json.data).toEqual({ reseller: 1000 })
    expect(first.audit).toMatchObject([{ action: 'reseller.added', subject: 'reseller:1000', resellerId: 1000 }])
    const both = await Promise.all([yx('resellers add --json'), yx('resellers add --json')])
    const keys = both.map((run) => (run.json.data as { reseller: number }).reseller)
    expect(keys.toSorted()).toEqual([1001, 1002])
    expect((await done('resellers add --key 65')).out).toContain('yx_65')
    expect((await refused('resellers add --key 65 --json', 1)).json.code).toBe('reseller.taken')
    expect((await refused('resellers add --key 8', 1)).err).toContain('key: one of 0, 228')
    expect((await refused('resellers add --key 2000 --json', 1)).json.code).toBe('request.invalid')
    const listed = await done('resellers list --json')
    expect(listed.json.data).toMatchObject({
      resellers: expect.arrayContaining([expect.objectContaining({ id: 1000 })]),
    })
    const row = await db.kysely.selectFrom('resellers').selectAll().where('id', '=', 1000).executeTakeFirstOrThrow()
    expect(row).toMatchObject({ isWhitelisted: false, suspendedAt: null, title: null })
  })

  test('set shows in the portal, and an empty value restores the rule', async () => {
    await buildReseller(db, { id: 260 })
    const icon = join(await makeScratchDir(), 'picture.txt')
    const dot = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
    await writeFile(icon, Buffer.from(dot, 'base64'))
    const args = [
      '--title',
      '蓝鲸 <b>云</b>',
      '--accent',
      '#0F766E',
      '--kf-url',
      'https://help.example/chat',
      '--icon',
      icon,
    ]
    const run = await done(['resellers', 'set', '--reseller', '260', ...args])
    expect(run.audit).toMatchObject([
      { action: 'reseller.brand_changed', detail: { fields: 'title icon accent kfUrl' } },
    ])
    const shown = await call(api.resellers.config, { daili_id: 260 })
    expect(shown.data).toMatchObject({
      title: '蓝鲸 <b>云</b>',
      accent: '#0f766e',
      kf_url: 'https://help.example/chat',
      icon: `data:image/png;base64,${dot}`,
    })
    await done(['resellers', 'set', '--reseller', '260', '--title', '', '--kf-url', ''])
    const after = await call(api.resellers.config, { daili_id: 260 })
    expect(after.data).toMatchObject({ title: '海豚加速用户中心', kf_url: '/hosted/help', accent: '#0f766e' })
  })

  test('contact and framing sites appear in the list and can be removed', async () => {
    await buildReseller(db, { id: 228 })
    const row = () =>
      db.kysely.selectFrom('resellers').select(['contact', 'frameOrigins']).where('id', '=', 228).executeTakeFirst()
    const sites = 'https://shop.example,https://www.shop.example'
    const set = (contact: string, origins: string) =>
      done(['resellers', 'set', '--reseller', '228', '--contact', contact, '--frame-origins', origins])
    expect((await set('微信 fish', sites)).audit).toMatchObject([{ detail: { fields: 'contact frameOrigins' } }])
    expect(await row()).toEqual({ contact: '微信 fish', frameOrigins: sites.split(',') })
    expect((await done('resellers list')).out).toContain(sites)
    await set('', '')
    expect(await row()).toEqual({ contact: null, frameOrigins: [] })
    const run = await refused('resellers set --reseller 228 --frame-origins https://shop.example/', 1)
    expect(run.err).toContain('frameOrigins: up to 10 https origins')
  })

  test('headers of subscriptions come from a file, and an empty name of it takes them away', async () => {
    await buildReseller(db, { id: 229 })
    const row = () =>
      db.kysely.selectFrom('resellers').select('feedHeaders').where('id', '=', 229).executeTakeFirstOrThrow()
    const file = join(await makeScratchDir(), 'headers')
    await writeFile(file, 'routing: eyJhIjoxfQ==\r\nannounce: 周末维护\n')
    await done(['resellers', 'set', '--reseller', '229', '--feed-headers-file', file])
    expect(await row()).toEqual({ feedHeaders: ['routing: eyJhIjoxfQ==', 'announce: 周末维护'] })
    await writeFile(file, 'Set-Cookie: a=b\n')
    const run = await refused(`resellers set --reseller 229 --feed-headers-file ${file}`, 1)
    expect(run.err).toContain('feedHeaders: a name has up to 40 small letters')
    await done(['resellers', 'set', '--reseller', '229', '--feed-headers-file', ''])
    expect(await row()).toEqual({ feedHeaders: [] })
  })

  test('suspend, resume and whitelist also work when nothing changes', async () => {
    await buildReseller(db, { id: 60, isWhitelisted: false })
    const suspended = async () => (await call(api.resellers.config, { daili_id: 60 })).data.suspended
    expect((await done('resellers suspend --reseller 60 --reason 欠款')).out).toContain('now suspended')
    expect(await suspended()).toBe(true)
    const again = await done('resellers suspend --reseller 60 --reason 欠款 --json')
    expect(again.json.data).toEqual({ changed: false })
    expect(again.audit).toHaveLength(1)
    expect((await done('resellers resume --reseller 60')).audit).toMatchObject([{ action: 'reseller.suspended_off' }])
    expect(await suspended()).toBe(false)
    await done('resellers whitelist --reseller 60 --on')
    expect((await call(api.resellers.whitelist, {})).data).toContain(60)
    await done('resellers whitelist --reseller 60 --off')
    expect((await call(api.resellers.whitelist, {})).data).not.toContain(60)
    await refused('resellers whitelist --reseller 60 --on --off', 2)
    expect((await refused('resellers suspend --reseller 999 --reason 欠款 --json', 1)).json.code).toBe(
      'reseller.unknown',
    )
  })
})

test('refuses a hostile brand and says which field', async () => {
  await buildReseller(db, { id: 228 })
  const args = [
    '--kf-url',
    'javascript:alert(1)',
    '--title',
    '鱼'.repeat(limits.brandTitleMax + 1),
    '--accent',
    '#123456',
  ]
  const run = await refused(['resellers', 'set', '--reseller', '228', ...args], 1)
  expect(run.err).toContain('  title: 1 to 40 plain characters\n  kfUrl: an https address of another site\n')
  await refused(['resellers', 'set', '--reseller', '228', '--icon', CLI_MAIN], 2)
})

describe('domains', () => {
  test('a host has one owner; naming it again sets verified and main', async () => {
    await buildReseller(db, { id: 260 })
    await buildReseller(db, { id: 228 })
    const keyOf = async (host: string) => (await call(api.resellers.keyByHost, {}, { headers: { host } })).data
    await done('domains add --reseller 260 --host App.Dolphin.example.')
    expect(await keyOf('app.dolphin.example')).toBe(0)
    expect((await refused('domains add --reseller 260 --host app.dolphin.example --main', 1)).err).toContain(
      'main: a verified',
    )
    const run = await done('domains add --reseller 260 --host app.dolphin.example --verified --main')
    expect(run.audit).toMatchObject([
      { action: 'domain.added', resellerId: 260, detail: { host: 'app.dolphin.example' } },
    ])
    expect(await keyOf('app.dolphin.example')).toBe(260)
    expect((await refused('domains add --reseller 228 --host app.dolphin.example --json', 1)).json.code).toBe(
      'domain.taken',
    )
    await done('domains add --reseller 260 --host two.dolphin.example --verified --main')
    const list = await done('domains list --reseller 260 --json')
    expect(list.json.data).toMatchObject({
      domains: [
        { host: 'app.dolphin.example', isMain: false },
        { host: 'two.dolphin.example', isMain: true },
      ],
    })
  })
})
