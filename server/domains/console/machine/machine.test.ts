import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'

import { consoleApi } from '../../../../contract/console/api.ts'
import { walkBackup } from '../../../platform/backup/read-file.ts'
import { clock } from '../../../platform/clock.ts'
import { plainError } from '../../../platform/jobs/job-desk.ts'
import { jobMaxS } from '../../../platform/jobs/jobs.ts'
import { createLog } from '../../../platform/log.ts'
import { seal } from '../../../platform/secrets/crypto.ts'
import { buildStaff } from '../../../test/build/build-staff.ts'
import { atFileEnd } from '../../../test/run/endings.ts'
import { makeApp } from '../../../test/run/make-app.ts'
import { backUpNow } from '../../backups/make-backup.ts'
import type { MailTemplate } from '../../mail/mail-templates.ts'
import { zhCN } from '../../mail/texts/zh-cn.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'yuxian-machine-'))
atFileEnd(async () => rmSync(folder, { recursive: true, force: true }))
const SMTP = 'smtps://mailer:canary-smtp-password@127.0.0.1:1'
const METRICS_TOKEN = 'canary-metrics-token-of-the-test-0123456789'
const made = await makeApp({
  SMTP_URL: SMTP,
  METRICS_TOKEN,
  BACKUP_DIR: folder,
  PARTNER_KEYS: 'canarypartner'.repeat(4),
})
const { db, config } = made
const operator = await buildStaff(made, { resellerId: null })
const manager = await buildStaff(made, { resellerId: null, role: 'manager' })
const { jobs, mails, machine, backups } = consoleApi

async function addFailed(name: string, payload: object, error: string): Promise<string> {
  const { rows } = await db.pool.query<{ id: string }>(
    `select id::text from graphile_worker.add_job($1, payload => $2::json, max_attempts => 3)`,
    [name, JSON.stringify(payload)],
  )
  await db.pool.query('update graphile_worker._private_jobs set attempts = 3, last_error = $2 where id = $1', [
    rows[0]!.id,
    error,
  ])
  return rows[0]!.id
}

async function addMail(template: string, params: object = {}, codeId: string | null = null): Promise<string> {
  const row = { resellerId: 0, toAddress: 'canary.address@mail.example', template, language: 'zh-CN' as const }
  const { id } = await db.kysely
    .insertInto('mails')
    .values({ ...row, params: JSON.stringify(params), codeId, createdAt: clock.now() })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
const jobRow = async (jobId: string) =>
  (await operator.call(jobs.list, { limit: 100 })).data.rows.find((row) => row.jobId === jobId)

test('a failed job is run again from the page, another is dropped, and a running job is left alone', async () => {
  const failed = await addFailed('traffic.begin_waiting', {}, 'relation "lines" does not exist\n    at somewhere')
  expect(await jobRow(failed)).toMatchObject({
    name: 'traffic.begin_waiting',
    state: 'failed',
    attempts: 3,
    error: 'relation "lines" does not exist',
  })
  expect((await operator.call(jobs.run, { jobId: failed })).status).toBe(200)
  expect(await jobRow(failed)).toMatchObject({ state: 'waiting', attempts: 0 })
  await db.pool.query(`update graphile_worker._private_jobs set locked_at = now(), locked_by = 'w' where id = $1`, [
    failed,
  ])
  expect((await jobRow(failed))!.state).toBe('running')
  expect((await operator.call(jobs.run, { jobId: failed })).code).toBe('job.running')
  expect((await operator.call(jobs.drop, { jobId: failed })).code).toBe('job.running')
  const other = await addFailed('cards.expire', {}, 'no')
  await operator.call(jobs.drop, { jobId: other })
  expect(await jobRow(other)).toBeUndefined()
  expect((await operator.call(jobs.run, { jobId: other })).code).toBe('object.unknown')
  const audit = await db.kysely
    .selectFrom('auditLog')
    .select(['action', 'subject'])
    .where('action', 'like', 'job.%')
    .execute()
  expect(audit).toEqual([
    { action: 'job.run_again', subject: `job:${failed}` },
    { action: 'job.dropped', subject: `job:${other}` },
  ])
})

test('a failed mail is sent again once, but never a code or a link that signs in', async () => {
  const mailId = await addMail('pause_ended', { at: clock.now().toISOString() })
  await addFailed('mail.send', { mailId }, 'The mail could not be delivered (ECONNREFUSED)')
  const shown = async () =>
    (await operator.call(mails.list, { state: 'failed' })).data.rows.find((row) => row.mailId === mailId)
  expect(await shown()).toMatchObject({
    canSend: true,
    to: 'c***@mail.example',
    error: expect.stringContaining('ECONNREFUSED') as string,
  })
  const answers = await Promise.all([1, 2].map(() => operator.call(mails.sendAgain, { mailId })))
  expect(answers.map(({ code }) => code).toSorted()).toEqual(['mail.waiting', null].toSorted())
  const waiting = await db.pool.query(
    `select 1 from graphile_worker._private_jobs where payload ->> 'mailId' = $1 and attempts = 0`,
    [mailId],
  )
  expect(waiting.rows).toHaveLength(1)
  await db.kysely.updateTable('mails').set({ sentAt: clock.now() }).where('id', '=', mailId).execute()
  expect((await operator.call(mails.sendAgain, { mailId })).code).toBe('mail.sent')
  for (const template of ['code_reset', 'staff_invited']) {
    expect((await operator.call(mails.sendAgain, { mailId: await addMail(template) })).code).toBe('mail.over')
  }
  expect((await operator.call(mails.sendAgain, { mailId: randomUUID() })).code).toBe('object.unknown')
})

test('no page of the machine room shows a secret: every job, mail and setting has a canary', async () => {
  const canary = 'canary-4f9a1c77d2'
  const spoken = `connect ${SMTP} as canary.user@mail.example with code 739104 token en1.Zq8Lr2Xc5Vb7Nm9K key https://portal.example/console/join#${canary}`
  for (const name of Object.keys(jobMaxS)) await addFailed(name, { [canary]: canary, code: '739104' }, spoken)
  const codeId = randomUUID()
  await db.pool.query(
    `insert into mail_codes (id, reseller_id, subject, purpose, email, code_hash, sealed_code, guesses_left, expires_at, created_at)
     values ($1, 0, $3, 'bind', $2, $3, $4, 5, now() + interval '1 hour', now())`,
    [codeId, `canary.${canary}@mail.example`, Buffer.alloc(32), seal(config.secretKey, 'mail-code', codeId, '739104')],
  )
  const templates = Object.keys(zhCN).filter((name) => name !== 'footer') as MailTemplate[]
  for (const template of templates) {
    const params = Object.fromEntries(
      [
        'device',
        'address',
        'at',
        'until',
        'reason',
        'package',
        'amount',
        'team',
        'member',
        'masked',
        'name',
        'way',
      ].map((word) => [word, canary]),
    )
    const mailId = await addMail(template, params, template.startsWith('code_') ? codeId : null)
    await addFailed('mail.send', { mailId }, spoken)
  }
  const texts: string[] = []
  for (let cursor: string | undefined, more = true; more;) {
    const page = await operator.call(jobs.list, { limit: 100, ...(cursor ? { cursor } : {}) })
    texts.push(page.text)
    more = page.data.nextCursor !== null
    cursor = page.data.nextCursor ?? undefined
  }
  for (let cursor: string | undefined, more = true; more;) {
    const page = await operator.call(mails.list, { limit: 100, ...(cursor ? { cursor } : {}) })
    texts.push(page.text)
    more = page.data.nextCursor !== null
    cursor = page.data.nextCursor ?? undefined
  }
  const shown = texts.join('\n')
  for (const template of templates) expect(shown).toContain(`"${template}"`)
  for (const name of Object.keys(jobMaxS)) expect(shown).toContain(`"${name}"`)
  const room = [shown, (await operator.call(machine.show, {})).text, (await operator.call(machine.doctor, {})).text]
  const secrets = [canary, 'canary-smtp-password', METRICS_TOKEN, 'canarypartner', '739104', 'Zq8Lr2Xc5Vb7Nm9K']
  secrets.push('canary.user', 'canary.address', config.secretKey.toString('hex'), config.databaseUrl ?? '')
  for (const secret of secrets) expect([secret, room.join('').includes(secret)]).toEqual([secret, false])
})

test('program messages are shown without addresses, keys and codes; ordinary words and our numbers stay', () => {
  const id = randomUUID()
  expect(plainError(`payment ${id} failed: ETIMEDOUT 110`)).toBe(`payment ${id} failed: ETIMEDOUT 110`)
  expect(plainError('duplicate key value violates unique constraint "accounts_user_name_key"')).toContain(
    'accounts_user_name_key',
  )
  expect(plainError('no such user li@mail.example')).toBe('no such user …@…')
  expect(plainError('first\nsecond secret')).toBe('first')
  expect(plainError(null)).toBeNull()
})

test('settings are shown as read, but secrets only as set or not set', async () => {
  const { data } = await operator.call(machine.show, {})
  const named = (name: string) => data.settings.find((setting) => setting.name === name)
  expect(named('SMTP_URL')).toEqual({ name: 'SMTP_URL', value: null, isSecret: true, isSet: true })
  expect(named('BACKUP_PASSPHRASE')).toMatchObject({ isSecret: true, isSet: false })
  expect(named('MODE')).toMatchObject({ value: 'sandbox', isSecret: false })
  expect(data.platform.database.sizeBytes).toBeGreaterThan(0)
  const { findings } = (await operator.call(machine.doctor, {})).data
  expect(findings.map(({ area }) => area)).toEqual(
    expect.arrayContaining(['settings', 'mail', 'database', 'jobs', 'books']),
  )
  expect(findings.find(({ area }) => area === 'mail')).toMatchObject({
    state: 'problem',
    todo: expect.any(String) as string,
    code: 'mail_bad',
  })
})

test('a backup is made, read back, and downloaded sealed with a passphrase that only its owner knows', async () => {
  await operator.call(backups.run, {})
  await operator.call(backups.run, {})
  expect((await operator.call(backups.list, {})).data).toMatchObject({ isRunning: true, files: [] })
  const job = { db, config, now: clock.now(), log: createLog('silent'), isLastAttempt: false }
  await backUpNow(job)
  const { data } = await operator.call(backups.list, {})
  expect(data).toMatchObject({ files: [{ isSealed: false, isNightly: false }], runs: [{ trouble: null }] })
  const { file } = data.files[0]!
  const verified = await operator.call(backups.verify, { file })
  expect(verified.data.rows).toBeGreaterThan(10)
  expect((await operator.call(backups.verify, { file: 'other.yxb' })).code).toBe('object.unknown')
  const passphrase = 'a long enough passphrase'
  expect((await manager.call(backups.download, { file, passphrase })).code).toBe('staff.forbidden')
  const answer = await made.app.inject({
    method: 'POST',
    url: backups.download.path,
    headers: operator.headers,
    payload: { file, passphrase },
  })
  expect([answer.statusCode, answer.headers['content-disposition']]).toEqual([200, `attachment; filename="${file}"`])
  const copy = path.join(folder, 'copy.yxb')
  writeFileSync(copy, answer.rawPayload)
  const { head, contents } = await walkBackup(copy, { passphrase })
  expect([head.sealing !== null, contents.parts.length]).toEqual([true, verified.data.tables])
  await expect(walkBackup(copy, { passphrase: 'another passphrase' })).rejects.toThrow()
  writeFileSync(path.join(folder, 'broken.yxb'), 'nothing')
  expect((await operator.call(backups.verify, { file: 'broken.yxb' })).code).toBe('backup.unreadable')
})
