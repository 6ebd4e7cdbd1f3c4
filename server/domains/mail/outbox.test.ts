import { existsSync } from 'node:fs'
import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'

import { api } from '../../../contract/api.ts'
import { clock } from '../../platform/clock.ts'
import { createLog } from '../../platform/log.ts'
import { buildSession } from '../../test/build/build-session.ts'
import { buildAccount, PASSWORD } from '../../test/build/factories.ts'
import { codeIn, readMail } from '../../test/outside/read-mail.ts'
import { atFileEnd } from '../../test/run/endings.ts'
import { makeApp } from '../../test/run/make-app.ts'
import { runJobs } from '../../test/run/run-jobs.ts'
import { makeThrowawayDir } from '../../test/run/throwaway-dir.ts'
import { waitUntil } from '../../test/run/wait-until.ts'
import { queueMail } from './queue-mail.ts'
import { sendMail } from './send-mail.ts'

const folder = await makeThrowawayDir()
atFileEnd(folder.remove)
const outbox = join(folder.path, 'outbox')
const sandbox = await makeApp({ DATA_DIR: folder.path })
await runJobs(sandbox)
const productionDir = join(folder.path, 'production')
const production = await makeApp({ MODE: 'production', PUBLIC_URL: 'https://portal.example', DATA_DIR: productionDir })
await runJobs(production)

test('a sandbox without a mail server keeps mails in a private folder', async () => {
  const account = await buildAccount(sandbox.db)
  const token = await buildSession(sandbox.db, account)
  const email = 'outbox@mail.example'
  const asked = await sandbox.call(api.emails.code, { purpose: 'bind', email, dailiKey: 0 }, { token })
  expect([asked.status, asked.data]).toEqual([200, { resendAfterS: 60 }])
  const name = await waitUntil(
    async () => (await readdir(outbox).catch(() => [])).find((file) => file.endsWith('.eml')),
    'a mail in the outbox',
  )
  const file = join(outbox, name)
  const mail = readMail(await readFile(file, 'utf8'))
  expect(mail.to).toBe(email)
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  expect((await stat(outbox)).mode & 0o777).toBe(0o700)
  const bound = await sandbox.call(api.emails.bind, { email, code: codeIn(mail), passWord: PASSWORD }, { token })
  expect(bound.status, bound.text).toBe(200)
})

test('production without a mail server reports it and offers nothing that needs one', async () => {
  const { call, db, logged } = production
  const account = await buildAccount(db, { email: 'known@mail.example' })
  const token = await buildSession(db, account)
  expect(logged.join('')).toContain('SMTP_URL is not set')
  const { features } = (await call(api.resellers.config, { daili_id: 0 })).data
  expect(features.mail).toBe(false)
  const bind = await call(api.emails.code, { purpose: 'bind', email: 'x@mail.example', dailiKey: 0 }, { token })
  const reset = await call(api.emails.code, { purpose: 'reset', userName: account.userName, dailiKey: 0, captcha: 'x' })
  expect([bind.status, bind.code, reset.status, reset.code]).toEqual([422, 'email.off', 422, 'email.off'])
  const lock = await call(api.accounts.freeze, { type: 'lock', passWord: account.password }, { token })
  expect([lock.status, lock.code]).toEqual([422, 'email.off'])
  expect(await db.kysely.selectFrom('mailCodes').select('id').execute()).toEqual([])
})

test('production without a mail server drops a notice quietly and writes no file', async () => {
  const { db, config } = production
  const { id: accountId, resellerId } = await buildAccount(db)
  const lines: string[] = []
  const log = createLog('info', { write: (line) => void lines.push(line) })
  const params = { at: clock.now().toISOString() }
  const to = 'nobody@mail.example'
  await queueMail(
    { db, now: clock.now() },
    { resellerId, accountId, to, template: 'pause_ended', language: 'en', params },
  )
  const { id: mailId } = await db.kysely.selectFrom('mails').select('id').executeTakeFirstOrThrow()
  await sendMail({ db, config, log, now: clock.now(), isLastAttempt: true }, { mailId })
  expect(existsSync(productionDir)).toBe(false)
  expect(lines).toEqual([])
})
