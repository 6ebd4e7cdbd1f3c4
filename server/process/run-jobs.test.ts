import type { Runner, WorkerEvents } from 'graphile-worker'
import { EventEmitter } from 'node:events'
import { inject, expect, test, onTestFinished } from 'vitest'

import { queueMail } from '../domains/mail/queue-mail.ts'
import { clock } from '../platform/clock.ts'
import { createDb } from '../platform/db/db.ts'
import { withPatience } from '../platform/db/patience.ts'
import { unlockAllJobs } from '../platform/jobs/jobs.ts'
import { createLog } from '../platform/log.ts'
import { withClient } from '../platform/postgres/connection.ts'
import { buildAccount } from '../test/build/factories.ts'
import { openMailbox } from '../test/outside/mailbox.ts'
import { makeApp } from '../test/run/make-app.ts'
import { waitUntil } from '../test/run/wait-until.ts'
import { followJobs } from './follow-jobs.ts'
import { endOf, startJobs, startRunner } from './run-jobs.ts'

const mailbox = await openMailbox()
const { db, config, logged } = await makeApp({ SMTP_URL: mailbox.url })
const { id: accountId, resellerId } = await buildAccount(db)
const log = createLog('info', { write: (line) => void logged.push(line) })

async function start(first = startRunner) {
  const jobs = await startJobs({ db, config, log }, first)
  let stopped: Promise<void> | null = null
  const stop = () => (stopped ??= jobs.stop())
  onTestFinished(stop)
  return { stop }
}

async function post(to: string): Promise<void> {
  const params = { at: clock.now().toISOString() }
  const mail = { resellerId, accountId, to, template: 'pause_ended', language: 'en', params } as const
  await queueMail({ db, now: clock.now() }, mail)
}

const isSent = async (to: string) => {
  const row = await db.kysely.selectFrom('mails').select('sentAt').where('toAddress', '=', to).executeTakeFirst()
  return row?.sentAt != null
}

test('stopping waits for the job under way and leaves the others for the next start', async () => {
  const first = await start()
  const held = mailbox.stall()
  await post('slow@mail.example')
  await held.arrived
  const stopping = first.stop()
  await post('later@mail.example')
  held.release()
  await stopping
  expect(await isSent('slow@mail.example')).toBe(true)
  expect(await isSent('later@mail.example')).toBe(false)
  await start()
  await mailbox.next('later@mail.example')
})

test('a job does not wait with the patience of the request whose connection woke its runner', async () => {
  let leftMs = 10_000
  const patience = { reqId: null, leftMs: () => leftMs, startWaiting: () => () => {}, noteLife: () => {} }
  // Its connections are opened while the request waits, and hear of jobs ever after.
  const own = createDb({ url: config.databaseUrl!, poolSize: 8 })
  const jobs = await withPatience(patience, () => startJobs({ db: own, config, log }))
  onTestFinished(() => jobs.stop().then(() => own.close()))
  leftMs = 0
  await post('patient@mail.example')
  await mailbox.next('patient@mail.example')
  await waitUntil(() => isSent('patient@mail.example'), 'the mail to be marked as sent')
  const { rows } = await db.pool.query(
    'select attempts from graphile_worker._private_jobs where last_error is not null',
  )
  expect(rows).toEqual([])
})

test('the runner recovers when the database goes away while a job ends', async () => {
  await start()
  const { superuser } = inject('testCluster')
  const { rows } = await db.pool.query<{ name: string }>('select current_database() as name')
  const allow = (yes: boolean) =>
    withClient(superuser, async (client) => {
      await client.query(`alter database ${rows[0]!.name} allow_connections ${yes}`)
      if (!yes)
        await client.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [rows[0]!.name])
    })
  const held = mailbox.stall()
  await post('interrupted@mail.example')
  await held.arrived
  await allow(false)
  held.release()
  await waitUntil(async () => logged.some((line) => line.includes('the job runner ended')), 'the runner to end')
  await allow(true)
  // The mail was accepted but could not be marked as sent: it comes twice rather than not at all.
  for (let copy = 0; copy < 2; copy += 1) await mailbox.next('interrupted@mail.example')
  await waitUntil(() => isSent('interrupted@mail.example'), 'the interrupted mail to be marked as sent')
  await waitUntil(
    async () =>
      await post('again@mail.example').then(
        () => true,
        () => false,
      ),
    'the database',
  )
  expect((await mailbox.next('again@mail.example')).subject).toContain('pause')
})

test('a runner whose server is demoted continues at the new primary, with its lock', async () => {
  const other = createDb({ url: config.databaseUrl!, poolSize: 1 })
  onTestFinished(() => other.close())
  const known = new Set<string>()
  const findHolder = async () => {
    const text = `select pid || ':' || objid as lock from pg_locks where locktype = 'advisory' and classid = 720614 and granted
      and database = (select oid from pg_database where datname = current_database())`
    const { rows } = await other.pool.query<{ lock: string }>(text)
    const found = rows.filter(({ lock }) => !known.has(lock))
    for (const { lock } of found) known.add(lock)
    return found.length > 0
  }
  const letRestingWrite = async (yes: boolean) => {
    const clients = await Promise.all(Array.from({ length: db.pool.idleCount }, () => db.pool.connect()))
    for (const client of clients) await client.query(`set default_transaction_read_only = ${yes ? 'off' : 'on'}`)
    for (const client of clients) client.release()
  }
  // Runs after the runner's end: a connection left read-only would make the next test fail.
  onTestFinished(() => letRestingWrite(true))
  // Earlier runners may have left their locks in the pool.
  await findHolder()
  await start()
  await waitUntil(findHolder, 'the lock of the runner')
  // Every idle connection now leads to a server that takes no more writes.
  await letRestingWrite(false)
  const params = { at: clock.now().toISOString() }
  const mail = { resellerId, accountId, to: 'demoted@mail.example', template: 'pause_ended', language: 'en' } as const
  await queueMail({ db: other, now: clock.now() }, { ...mail, params })
  await mailbox.next('demoted@mail.example')
  await waitUntil(findHolder, 'the lock at the new primary')
})

test('frees the jobs of a killed process when it is known to be the only one', async () => {
  await post('orphan@mail.example')
  await db.pool.query(`update graphile_worker._private_jobs set locked_at = now(), locked_by = 'killed'`)
  await start()
  await post('next@mail.example')
  await mailbox.next('next@mail.example')
  expect(await isSent('orphan@mail.example')).toBe(false)
  await unlockAllJobs(db)
  await mailbox.next('orphan@mail.example')
})

test('a runner that cannot end does not keep the next from starting, and its hung jobs are freed with an alert', async () => {
  await db.pool.query('delete from graphile_worker._private_jobs')
  for (const name of ['hung', 'fresh']) await post(`${name}@mail.example`)
  await db.pool.query(`
    update graphile_worker._private_jobs set locked_by = 'stuck', attempts = 1, locked_at = now();
    update graphile_worker._private_jobs set locked_at = now() - interval '1 minute'
      where id = (select min(id) from graphile_worker._private_jobs)`)
  const events: WorkerEvents = new EventEmitter()
  const runner = { stop: async () => {} } as Runner
  const ended = endOf(new Promise(() => {}), events, 10)
  await start(async () => ({ runner, workerId: 'stuck', jobs: followJobs(events), ended }))
  const alerts = () =>
    db.kysely.selectFrom('alerts').select(['kind', 'detail']).where('kind', '=', 'job.stuck').execute()
  expect(await alerts()).toEqual([])
  events.emit('pool:gracefulShutdown', {} as never)
  for (const name of ['hung', 'fresh']) await mailbox.next(`${name}@mail.example`)
  expect(await alerts()).toEqual([{ kind: 'job.stuck', detail: { name: 'mail.send', count: 1 } }])
})
