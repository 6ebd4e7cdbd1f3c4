import { expect, onTestFinished, test } from 'vitest'

import { queueMail } from '../domains/mail/queue-mail.ts'
import { clock } from '../platform/clock.ts'
import { createLog } from '../platform/log.ts'
import { buildAccount } from '../test/build/factories.ts'
import { openMailbox } from '../test/outside/mailbox.ts'
import { makeApp } from '../test/run/make-app.ts'
import { makeDataDir, removeDataDir, startServer } from '../test/run/server-process.ts'
import { waitUntil } from '../test/run/wait-until.ts'
import { makeOrphanLook } from './free-orphans.ts'
import { startJobs } from './run-jobs.ts'

const mailbox = await openMailbox()
const { db, config, logged } = await makeApp({ SMTP_URL: mailbox.url })
const { id: accountId, resellerId } = await buildAccount(db)
const log = createLog('info', { write: (line) => void logged.push(line) })
const newLook = () => makeOrphanLook({ db, log })

async function post(to: string): Promise<void> {
  const params = { at: clock.now().toISOString() }
  const mail = { resellerId, accountId, to, template: 'pause_ended', language: 'en', params } as const
  await queueMail({ db, now: clock.now() }, mail)
}
async function holders(): Promise<string[]> {
  const jobs = await db.pool.query<{ locked_by: string }>(
    `select distinct locked_by from graphile_worker._private_jobs where locked_by is not null`,
  )
  return jobs.rows.map((row) => row.locked_by)
}
/** The connections that living runners say they hold. */
async function runnerBackends(): Promise<number[]> {
  const locks = await db.pool.query<{ pid: number }>(
    `select l.pid from pg_locks l join pg_database d on d.oid = l.database
      where d.datname = current_database() and l.locktype = 'advisory' and l.classid = 720614 and l.granted`,
  )
  return locks.rows.map((row) => row.pid)
}

test('a living runner keeps its job, also after its connection broke', async () => {
  const jobs = await startJobs({ db, config, log })
  onTestFinished(() => jobs.stop())
  const held = mailbox.stall()
  await post('slow@mail.example')
  await held.arrived
  await waitUntil(async () => (await runnerBackends()).length === 1, 'the lock of the runner')
  const look = newLook()
  for (let turn = 0; turn < 3; turn += 1) await look()
  expect(await holders()).toHaveLength(1)
  const [backend] = await runnerBackends()
  await db.pool.query('select pg_terminate_backend($1)', [backend])
  await look()
  await waitUntil(async () => (await runnerBackends()).some((pid) => pid !== backend), 'the lock on a new connection')
  await look()
  await look()
  expect(await holders()).toHaveLength(1)
  held.release()
  await waitUntil(async () => (await holders()).length === 0, 'the job to end')
})

test('frees a job of a process killed with -9 after two looks, not after one', async () => {
  const { SECRET_KEY, DATABASE_URL } = {
    SECRET_KEY: config.secretKey.toString(),
    DATABASE_URL: config.databaseUrl ?? '',
  }
  // A stopped runner returns its connection, with the lock on it, to the pool.
  const before = await runnerBackends()
  const dataDir = makeDataDir()
  onTestFinished(() => removeDataDir(dataDir))
  const server = await startServer({ dataDir, env: { DATABASE_URL, SECRET_KEY, SMTP_URL: mailbox.url } })
  const held = mailbox.stall()
  await post('orphan@mail.example')
  await held.arrived
  await server.kill()
  held.release()
  const [dead] = await holders()
  expect(dead).toBeDefined()
  const isOver = async () => (await runnerBackends()).every((pid) => before.includes(pid))
  await waitUntil(isOver, 'the database to notice')
  const look = newLook()
  await look()
  expect(await holders()).toEqual([dead])
  await look()
  expect(await holders()).not.toContain(dead)
  expect(logged.join()).toContain(`jobs of the runner ${dead}, which is gone, are free again`)
  const jobs = await startJobs({ db, config, log })
  onTestFinished(() => jobs.stop())
  await mailbox.next('orphan@mail.example')
})
