import { expect, test } from 'vitest'

import { clock } from '../../platform/clock.ts'
import { inTransaction } from '../../platform/db/db.ts'
import { createLog } from '../../platform/log.ts'
import { buildAccount, buildReseller } from '../../test/build/factories.ts'
import { openMailbox } from '../../test/outside/mailbox.ts'
import { codeIn } from '../../test/outside/read-mail.ts'
import { makeApp } from '../../test/run/make-app.ts'
import { runJobs } from '../../test/run/run-jobs.ts'
import { waitUntil } from '../../test/run/wait-until.ts'
import { mailCode } from './issue-code.ts'
import { queueMail, type QueuedMail } from './queue-mail.ts'
import { sendMail } from './send-mail.ts'

const mailbox = await openMailbox()
const testApp = await makeApp({
  SMTP_URL: mailbox.url,
  MAIL_FROM: 'Somebody else <post@mail.example>',
  PUBLIC_URL: 'https://portal.example',
})
const { db, config, logged } = testApp
await runJobs(testApp)

const ctx = () => ({ db, config, now: clock.now() })

/** Builds a notice to a new account and address. */
async function buildNotice(overrides: Partial<QueuedMail<'password_changed'>> = {}) {
  const { id: accountId, resellerId, userName } = await buildAccount(db, overrides)
  const to = `${userName}@mail.example`
  const at = '2026-03-01T04:05:06Z'
  const mail = { resellerId, accountId, to, template: 'password_changed', language: 'en', params: { at } } as const
  return { ...mail, ...overrides, userName }
}

const loadMailRow = (to: string) =>
  db.kysely.selectFrom('mails').selectAll().where('toAddress', '=', to).executeTakeFirstOrThrow()

test('sends a mail only if the change that asked for it is committed', async () => {
  const undone = await buildNotice()
  const failing = inTransaction(db, async (tx) => {
    await queueMail({ db: tx, now: clock.now() }, undone)
    throw new Error('changed my mind')
  })
  await expect(failing).rejects.toThrow('changed my mind')
  const done = await buildNotice()
  await queueMail(ctx(), done)
  const mail = await mailbox.next(done.to)
  expect(mail.text).toContain(done.userName)
  expect(mail.headers['auto-submitted']).toBe('auto-generated')
  await waitUntil(async () => (await loadMailRow(done.to)).sentAt, 'the mail to be marked as sent')
  expect(mailbox.received.some(({ to }) => to === undone.to)).toBe(false)
  expect(await db.kysely.selectFrom('mails').select('id').where('toAddress', '=', undone.to).execute()).toEqual([])
})

test('the sender has the brand; links have the public address and the app key', async () => {
  await buildReseller(db, { id: 7001, title: 'Fisch & Netz, "Kiel"' })
  const notice = await buildNotice({ resellerId: 7001 })
  await queueMail(ctx(), notice)
  const mail = await mailbox.next(notice.to)
  expect(mail.from).toBe('"Fisch & Netz, Kiel" <post@mail.example>')
  expect(mail.text).toContain('https://portal.example/find_pass?app_key=yx_7001')
  expect(mail.html).toContain('Fisch &amp; Netz, Kiel')
})

test('cleans an old brand name that looks like an address', async () => {
  const trick = '"A" <ceo@bank.example>'
  await buildReseller(db, { id: 7003, title: trick })
  await buildReseller(db, { id: 7004, title: 'Heron', senderName: '„B“ ＜cfo＠bank.example＞' })
  const received = async (resellerId: number) => {
    const notice = await buildNotice({ resellerId })
    await queueMail(ctx(), notice)
    return mailbox.next(notice.to)
  }
  const [one, two] = [await received(7003), await received(7004)]
  expect([one.from, two.from].map((from) => from.replaceAll('"', ''))).toEqual([
    'A ceo bank.example <post@mail.example>',
    'B cfo bank.example <post@mail.example>',
  ])
  expect(`${one.text}${one.html}`).not.toMatch(/ceo@|ceo&#64;/)
})

test("links use the reseller's main domain once it is verified", async () => {
  await buildReseller(db, { id: 7002 })
  const domain = { host: 'fish.example', resellerId: 7002, isMain: true }
  await db.kysely.insertInto('resellerDomains').values(domain).execute()
  const before = await buildNotice({ resellerId: 7002 })
  await queueMail(ctx(), before)
  expect((await mailbox.next(before.to)).text).toContain('https://portal.example/find_pass?app_key=yx_7002')
  await db.kysely.updateTable('resellerDomains').set({ verifiedAt: new Date() }).execute()
  const after = await buildNotice({ resellerId: 7002 })
  await queueMail(ctx(), after)
  const mail = await mailbox.next(after.to)
  expect(mail.text).toContain('https://fish.example/find_pass')
  expect(mail.text).not.toContain('portal.example')
})

test('keeps a code sealed until its mail is sent, then deletes it', async () => {
  const account = await buildAccount(db)
  const email = `${account.userName}@mail.example`
  const { id: accountId, resellerId, userName } = account
  await mailCode(
    ctx(),
    { resellerId, userName, accountId, email },
    { purpose: 'bind', lane: 'name', language: 'zh-TW' },
  )
  const mail = await mailbox.next(email)
  expect(mail.subject).toBe(`${codeIn(mail)} · 綁定信箱的驗證碼`)
  expect(mail.html).toContain(codeIn(mail))
  await waitUntil(async () => (await loadMailRow(email)).sentAt, 'the mail to be marked as sent')
  const { codeId, params } = await loadMailRow(email)
  const code = await db.kysely.selectFrom('mailCodes').selectAll().where('id', '=', codeId).executeTakeFirstOrThrow()
  expect(code.sealedCode).toBeNull()
  expect(params).toEqual({})
})

test('retries a refused delivery, and its error names nobody', async () => {
  const notice = await buildNotice()
  mailbox.refusals.push(`no room for ${notice.to}`)
  await queueMail(ctx(), notice)
  const failed = await waitUntil(async () => {
    const { rows } = await db.pool.query<{ last_error: string }>(
      'select last_error from graphile_worker._private_jobs where last_error is not null',
    )
    return rows[0]?.last_error
  }, 'the failed attempt')
  expect(failed).toContain('The mail could not be delivered (EMESSAGE 451)')
  expect(failed).not.toContain(notice.to)
  expect((await mailbox.next(notice.to)).subject).toBe('Your password was changed')
  expect(logged.join('')).not.toContain(notice.to)
})

test('drops the code after the last try and logs the recipient masked', async () => {
  const account = await buildAccount(db)
  const email = `${account.userName}@mail.example`
  const lines: string[] = []
  const log = createLog('info', { write: (line) => void lines.push(line) })
  const { id: accountId, resellerId, userName } = account
  const unreachable = { ...config, smtpUrl: 'smtp://127.0.0.1:1' }
  // Take the job out of the queue, so that only the call below runs it.
  const mailId = await inTransaction(db, async (tx) => {
    await mailCode(
      { db: tx, config, now: clock.now() },
      { resellerId, userName, accountId, email },
      { purpose: 'bind', lane: 'name', language: 'en' },
    )
    await tx.query({ name: 'test.no_jobs', text: 'delete from graphile_worker._private_jobs' })
    return (await tx.kysely.selectFrom('mails').select('id').where('toAddress', '=', email).executeTakeFirstOrThrow())
      .id
  })
  const attempt = (isLastAttempt: boolean) =>
    sendMail({ db, log, config: unreachable, now: clock.now(), isLastAttempt }, { mailId })
  const isSealed = async () => {
    const { codeId } = await loadMailRow(email)
    const row = await db.kysely.selectFrom('mailCodes').select('sealedCode').where('id', '=', codeId).executeTakeFirst()
    return row?.sealedCode != null
  }
  await expect(attempt(false)).rejects.toThrow('The mail could not be delivered (ESOCKET)')
  expect([await isSealed(), lines]).toEqual([true, []])
  await expect(attempt(true)).rejects.toThrow('The mail could not be delivered')
  expect(await isSealed()).toBe(false)
  expect(lines).toHaveLength(1)
  expect(lines[0]).toContain('u***@mail.example')
  expect(lines[0]).not.toContain(email)
})

test('does not send a code that has expired', async () => {
  const account = await buildAccount(db)
  const email = `${account.userName}@mail.example`
  const { id: accountId, resellerId, userName } = account
  const past = new Date(Date.now() - 11 * 60_000)
  await mailCode(
    { db, config, now: past },
    { resellerId, userName, accountId, email },
    { purpose: 'bind', lane: 'name', language: 'en' },
  )
  const { codeId } = await loadMailRow(email)
  await waitUntil(async () => {
    const row = await db.kysely.selectFrom('mailCodes').select('sealedCode').where('id', '=', codeId).executeTakeFirst()
    return row?.sealedCode === null
  }, 'the sealed code to be dropped')
  expect((await loadMailRow(email)).sentAt).toBeNull()
  expect(mailbox.received.some(({ to }) => to === email)).toBe(false)
})

test('the job runner survives the loss of all its connections', async () => {
  await db.pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
  )
  const notice = await buildNotice()
  await queueMail(ctx(), notice)
  expect((await mailbox.next(notice.to)).text).toContain(notice.userName)
})
