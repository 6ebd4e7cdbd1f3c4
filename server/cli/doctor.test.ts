import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'

import { raiseAlert } from '../domains/alerts/alerts.ts'
import { look, type Finding } from '../domains/doctor/finding.ts'
import { saveHeartbeat } from '../domains/monitor/figures/platform-queries.ts'
import { clock } from '../platform/clock.ts'
import { createLog } from '../platform/log.ts'
import { warnOfContact } from '../process/warn-of-contact.ts'
import { warnOfNames } from '../process/warn-of-names.ts'
import { buildWatchedNode, hearNode } from '../test/build/build-monitor.ts'
import { buildAccount, buildReseller } from '../test/build/factories.ts'
import { buildPackage, fund } from '../test/build/money-factories.ts'
import { openMailbox } from '../test/outside/mailbox.ts'
import { makeCashierApp } from '../test/run/make-cashier-app.ts'
import { makeCli, makeCliHere } from '../test/run/run-cli.ts'
import { makeThrowawayDir } from '../test/run/throwaway-dir.ts'

const mailbox = await openMailbox()
const made = await makeCashierApp()
const { db, config } = made
const settings = {
  DATABASE_URL: config.databaseUrl ?? '',
  SECRET_KEY: config.secretKey.toString(),
  PUBLIC_URL: config.publicUrl,
  SMTP_URL: mailbox.url,
}
beforeEach(() => void makeCliHere(settings))

/** Keep this order: a test's settings replace the common ones. */
async function examine(env: Record<string, string> = {}) {
  const run = await makeCliHere({ ...settings, ...env })('doctor --json')
  const { findings } = run.json.data as { findings: Finding[] }
  const of = (area: string) => findings.filter((finding) => finding.area === area)
  return { ...run, findings, of }
}
const heartbeat = (version: string, host: string) =>
  saveHeartbeat(db, {
    id: crypto.randomUUID(),
    host,
    pid: 1,
    version,
    startedAt: clock.now(),
    seenAt: clock.now(),
    rssBytes: 1,
    eventLoopDelayMs: 0,
    streams: 0,
    diskFreeBytes: null,
    diskTotalBytes: null,
  })

test('checks every area of a sound installation, and the exit code is 0', async () => {
  await buildReseller(db, { id: 0 })
  await buildPackage(db, {})
  const run = await examine()
  expect(run.findings.filter(({ state }) => state === 'problem')).toEqual([])
  expect([run.exitCode, run.json.success]).toEqual([0, true])
  const areas = ['settings', 'disk', 'mail', 'database', 'migrations', 'resellers', 'merchants', 'payments', 'servers']
  for (const area of [...areas, 'jobs', 'nodes', 'alerts', 'books']) expect(run.of(area), area).not.toEqual([])
  expect(run.of('mail')).toMatchObject([{ state: 'ok' }])
  const audit = await db.kysely.selectFrom('auditLog').select(['action', 'detail']).execute()
  expect(audit).toContainEqual({ action: 'operator.doctor_ran', detail: { problems: 0 } })
})

test('knows in a process of its own how long each kind of job may take', async () => {
  await db.pool.query(`select graphile_worker.add_job('backups.now', '{}', job_key => 'long')`)
  await db.pool.query(
    `update graphile_worker._private_jobs set locked_by = 'x', locked_at = now() - interval '2 minutes' where key = 'long'`,
  )
  const cli = await makeCli(settings)
  const { json } = await cli('doctor --json')
  const { findings } = json.data as { findings: Finding[] }
  expect(findings.map(({ area }) => area)).toContain('books')
  expect(findings.filter(({ says }) => says.includes('backups.now'))).toEqual([])
})

test('nodes whose certificate apps do not know are one problem, with the command that tells them', async () => {
  const at = { seenAt: null, connection: 'uniproxy', protocol: 'trojan' } as const
  const [one, two] = [await buildWatchedNode(made, at), await buildWatchedNode(made, at)]
  const blind = await buildWatchedNode(made, { ...at, protocol: 'hysteria2', settings: '{"certMode":"self"}' })
  await db.kysely
    .insertInto('nodeStates')
    .values([one, two].map((nodeId) => ({ nodeId, seenAt: clock.now(), lookCertSha256: 'a'.repeat(64) })))
    .execute()
  const found = (await examine()).of('nodes').filter(({ code }) => code.startsWith('nodes_un'))
  expect(found).toMatchObject([
    {
      state: 'problem',
      code: 'nodes_unpinned',
      facts: { count: 2 },
      todo: expect.stringContaining(`nodes pin --node ${one}`),
    },
    { state: 'note', code: 'nodes_unseen', facts: { count: 1 }, todo: expect.stringContaining('certSha256') },
  ])
  const ids = [one, two, blind]
  await db.kysely.deleteFrom('nodeStates').where('nodeId', 'in', ids).execute()
  await db.kysely.deleteFrom('nodes').where('id', 'in', ids).execute()
})

test('foreign nodes that were never heard of are one note, with what fits their agents', async () => {
  const ids = [1, 2].map(() => buildWatchedNode(made, { seenAt: null, connection: 'uniproxy' }))
  const all = (await Promise.all(ids)).toSorted((one, other) => one - other)
  const notes = (await examine()).findings.filter(({ area, state }) => area === 'nodes' && state === 'note')
  expect(notes).toMatchObject([{ says: expect.stringContaining('2 of foreign agents were never heard of') }])
  for (const id of all) expect(notes[0]!.says).toContain(String(id))
  expect(notes[0]!.todo).toContain('nodes uniproxy-token')
  await db.kysely.deleteFrom('nodes').where('id', 'in', all).execute()
})

test('reports each problem in one line that says what to do, and the exit code is 1', async () => {
  const account = await buildAccount(db)
  await fund(db, account, 100)
  await db.kysely.updateTable('ledgerAccounts').set({ balanceFen: 99 }).where('kind', '=', 'user').execute()
  await raiseAlert(db, { resellerId: null, kind: 'payment.unknown_order', subject: 'thing' }, clock.now())
  await heartbeat('1.0.0', 'one')
  await heartbeat('0.9.0', 'two')
  const node = await buildWatchedNode(made, { name: 'Tokyo' })
  await hearNode(made, node, new Date(clock.now().getTime() - 3_600_000))
  await db.pool.query(`select graphile_worker.add_job('mail.send', '{}', run_at => now() - interval '1 hour')`)
  await db.pool.query(`select graphile_worker.add_job('payments.reconcile', '{}', job_key => 'stuck')`)
  await db.pool.query(
    `update graphile_worker._private_jobs set locked_by = 'x', locked_at = now() - interval '2 minutes' where key = 'stuck'`,
  )
  const run = await examine({
    SMTP_URL: 'smtp://127.0.0.1:1',
    SECRET_KEY: 'another key than the one of before, long enough',
  })
  expect([run.exitCode, run.json.code]).toEqual([1, 'problems.found'])
  const problems = run.findings.filter(({ state }) => state === 'problem')
  const says = (area: string) => problems.find((finding) => finding.area === area)?.says
  expect(says('mail')).toBe('127.0.0.1:1 takes no connections (ESOCKET)')
  expect(says('merchants')).toContain('cannot be opened')
  expect(says('servers')).toContain('0.9.0')
  const jobs = problems.filter((finding) => finding.area === 'jobs').map((finding) => finding.says)
  expect(jobs).toEqual([
    expect.stringMatching(/^payments.reconcile is under way for too long, 1 times, the longest for 1[2-9]\d s$/),
    expect.stringMatching(/the oldest for 36\d\d s/),
  ])
  expect(says('nodes')).toBe(`${node} (Tokyo) is silent`)
  expect(says('alerts')).toContain('1 that nobody looks after')
  expect(says('books')).toContain('M1')
  for (const { todo } of problems) expect(todo).toBeTruthy()
  const shown = await makeCliHere(settings)('doctor')
  expect(shown.out).toMatch(/^problem {2}books +\d+ violations.*\n +→ Stop selling/m)
})

test('names users without a contact until there is one', async () => {
  await buildReseller(db, { id: 31 })
  await buildReseller(db, { id: 32, contact: 'wx: whale' })
  await buildReseller(db, { id: 33, kfUrl: 'https://chat.example/' })
  const asked = (run: Awaited<ReturnType<typeof examine>>) =>
    run.of('resellers').filter(({ says }) => says.includes('nobody to ask'))
  const [finding] = asked(await examine())
  expect(finding).toMatchObject({ state: 'note', todo: expect.stringContaining('OPERATOR_CONTACT') })
  expect(finding!.says).toMatch(/: (\d+, )*31$/)
  expect(asked(await examine({ OPERATOR_CONTACT: 'help@operator.example' }))).toEqual([])
})

test('a start in production gives the same warning', async () => {
  const lines: string[] = []
  const log = createLog('warn', { write: (line) => void lines.push(line) })
  await warnOfContact(db, config, log)
  expect(lines).toEqual([expect.stringMatching(/31.*OPERATOR_CONTACT/)])
  await warnOfContact(db, { ...config, operatorContact: 'help@operator.example' }, log)
  expect(lines).toHaveLength(1)
})

test('a setting with a slip in its name is named by the doctor and at the start', async () => {
  const run = await examine({ ALERT_MAILTO: 'a@ops.example', backup_hook: '/x', NODE: '/x', OTEL_SERVICE_NAME: 'x' })
  onTestFinished(() => void vi.unstubAllEnvs())
  expect(run.exitCode).toBe(1)
  const named = run.of('settings').filter(({ state }) => state === 'problem')
  expect(named.map(({ says, todo }) => `${says}. ${todo}`)).toEqual([
    'nobody reads ALERT_MAILTO. If you mean ALERT_MAIL_TO, name it so',
    'nobody reads backup_hook. If you mean BACKUP_HOOK, name it so',
  ])
  const lines: string[] = []
  const log = createLog('warn', { write: (line) => void lines.push(line) })
  warnOfNames({ misspelt: [{ name: 'ALERT_MAILTO', meant: 'ALERT_MAIL_TO' }] }, log)
  expect(lines).toEqual([expect.stringContaining('do you mean the setting ALERT_MAIL_TO?')])
})

test("tries whether BACKUP_HOOK's program can be started", async () => {
  const folder = await makeThrowawayDir()
  onTestFinished(() => folder.remove())
  onTestFinished(() => void vi.unstubAllEnvs())
  const named = async (program: string) => (await examine({ BACKUP_HOOK: `${program} remote:` })).of('backup')
  const script = path.join(folder.path, 'take')
  expect(await named(script)).toContainEqual(
    expect.objectContaining({
      state: 'problem',
      says: `the program of BACKUP_HOOK cannot be started (ENOENT): ${script}`,
    }),
  )
  expect((await named(folder.path)).at(-1)!.says).toContain('(no file)')
  await writeFile(script, '#!/no/such/shell -e\n', { mode: 0o755 })
  expect((await named(script)).at(-1)!.says).toContain('(ENOENT /no/such/shell)')
  await writeFile(script, '#!/bin/sh\n')
  expect((await named(script)).filter(({ says }) => says.includes('BACKUP_HOOK'))).toEqual([])
  // A backup whose hook fails is kept, and the command ends with 1.
  const failing = makeCliHere({ BACKUP_HOOK: '/bin/false', BACKUP_DIR: folder.path })
  const run = await failing('backup create --json')
  const { file, hookTrouble } = run.json.data as { file: string; hookTrouble: string }
  expect([run.exitCode, run.json.success, hookTrouble]).toEqual([1, false, 'exit 1'])
  expect((await failing(`backup verify --file ${file}`)).out).toContain('Whole:')
})

test("a disk without room says so, whichever check met it, and the database's disk is that of its data", async () => {
  const met = async (error: Error) => (await look('jobs', () => Promise.reject(error)))[0]
  const full = Object.assign(new Error('could not extend file "base/1/2"'), { code: '53100' })
  expect(await met(full)).toMatchObject({ state: 'problem', todo: "Make room on the database's disk" })
  expect(await met(new Error('PANIC: could not write: No space left on device\nmore'))).toMatchObject({
    code: 'disk_spent',
  })
  expect(await met(new Error('else'))).toMatchObject({ code: 'look_failed' })
  const [finding] = (await examine()).of('database disk')
  expect(finding).toMatchObject({ state: 'note', says: 'not seen' })
  expect(finding!.todo).toMatch(/grant pg_read_all_settings to \w+$/)
})

test('reports wrong settings and an absent database as findings too', async () => {
  const wrong = await examine({ PORT: 'many', WORKERS: '0' })
  expect([wrong.exitCode, wrong.of('settings')]).toEqual([1, [expect.anything(), expect.anything()]])
  expect(wrong.of('settings')[0]).toMatchObject({ state: 'problem', says: expect.stringContaining('PORT must be') })
  const away = await examine({ PORT: '3000', WORKERS: '1', DATABASE_URL: 'postgres://127.0.0.1:1/none' })
  expect(away.of('database')).toMatchObject([{ state: 'problem', says: expect.stringContaining('ECONNREFUSED') }])
  expect(away.of('disk')).toHaveLength(1)
})

test('tells production what it would refuse and what is probably a mistake', async () => {
  await db.kysely.updateTable('accounts').set({ isDemo: true }).execute()
  // A production database after a sandbox of an older release was started there.
  await db.kysely.updateTable('modeMarks').set({ mode: 'production' }).execute()
  const run = await examine({ MODE: 'production', PUBLIC_URL: 'https://portal.example', SMTP_URL: '' })
  expect(run.of('demo data')).toMatchObject([
    { state: 'problem', says: expect.stringMatching(/demo accounts.*sandbox merchant/) },
  ])
  expect(run.of('mail')).toMatchObject([{ state: 'note' }])
  expect(run.of('settings').map(({ says }) => says)).toEqual(
    expect.arrayContaining(['TRUST_PROXY is not set', 'nobody is told of alerts']),
  )
})
