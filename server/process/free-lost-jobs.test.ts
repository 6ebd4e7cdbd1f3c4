import type { WorkerEvents } from 'graphile-worker'
import { EventEmitter } from 'node:events'
import { expect, onTestFinished, test } from 'vitest'

import { queueMail } from '../domains/mail/queue-mail.ts'
import { clock } from '../platform/clock.ts'
import { createLog } from '../platform/log.ts'
import { buildAccount } from '../test/build/factories.ts'
import { openMailbox } from '../test/outside/mailbox.ts'
import { makeApp } from '../test/run/make-app.ts'
import { waitUntil } from '../test/run/wait-until.ts'
import { followJobs, type FollowedJobs } from './follow-jobs.ts'
import { makeLostJobLook, type KnownRunner } from './free-lost-jobs.ts'
import { startRunner } from './run-jobs.ts'

const mailbox = await openMailbox()
const { db, config, logged } = await makeApp({ SMTP_URL: mailbox.url })
const { id: accountId, resellerId } = await buildAccount(db)
const log = createLog('info', { write: (line) => void logged.push(line) })

async function post(to: string): Promise<void> {
  const params = { at: clock.now().toISOString() }
  const mail = { resellerId, accountId, to, template: 'pause_ended', language: 'en', params } as const
  await queueMail({ db, now: clock.now() }, mail)
}
type Row = { id: number; locked_by: string | null; attempts: number }
const MAILS = `select j.id, j.locked_by, j.attempts
  from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
  where t.identifier = 'mail.send' order by j.id`
const rows = async () => (await db.pool.query<Row>(MAILS)).rows
/** Does the same as a search whose answer is lost. */
const lockAll = (workerId: string) =>
  db.pool.query(
    'update graphile_worker._private_jobs set locked_by = $1, locked_at = now(), attempts = attempts + 1 where locked_by is null',
    [workerId],
  )
const alerts = () => db.kysely.selectFrom('alerts').select(['kind', 'subject', 'detail']).execute()

/** A pretended runner: it holds and searches what the test says. */
function pretend(workerId: string): KnownRunner & { held: Set<string>; searching: Set<symbol> } {
  const held = new Set<string>()
  const searching = new Set<symbol>()
  const jobs: FollowedJobs = {
    holds: (lock) => held.has(lock),
    searches: () => new Set(searching),
    ended: () => [],
    forget: () => {},
  }
  return { workerId, jobs, held, searching }
}

test('frees a job that a living runner locked but never got, after two looks, with an alert and without counting an attempt', async () => {
  await db.pool.query('delete from graphile_worker._private_jobs')
  const runner = pretend('living')
  const look = makeLostJobLook({ db, log }, () => [runner])
  for (const name of ['lost', 'held']) await post(`${name}@mail.example`)
  await lockAll('living')
  const [lost, held] = await rows()
  runner.held.add(`${held!.id}:1`)
  await look()
  expect(await rows()).toMatchObject([{ locked_by: 'living' }, { locked_by: 'living' }])
  expect(await alerts()).toEqual([])
  await look()
  expect(await rows()).toEqual([
    { id: lost!.id, locked_by: null, attempts: 0 },
    { id: held!.id, locked_by: 'living', attempts: 1 },
  ])
  expect(await alerts()).toEqual([
    { kind: 'job.stuck', subject: 'job:mail.send', detail: { name: 'mail.send', count: 1 } },
  ])
})

test('counts a job as lost when it ended here and was taken again unnoticed', async () => {
  await db.pool.query('delete from graphile_worker._private_jobs')
  const events = new EventEmitter() as WorkerEvents
  const runner = { workerId: 'knowing', jobs: followJobs(events) }
  const look = makeLostJobLook({ db, log }, () => [runner])
  await post('twice@mail.example')
  await lockAll('knowing')
  const [{ id }] = (await rows()) as [Row]
  const tell = (name: 'job:start' | 'job:complete') => events.emit(name, { job: { id, attempts: 1 } } as never)
  tell('job:start')
  tell('job:complete')
  // Its row is still to be given back, so it is not lost.
  for (let turn = 0; turn < 3; turn += 1) await look()
  expect(await rows()).toMatchObject([{ locked_by: 'knowing', attempts: 1 }])
  await db.pool.query(`update graphile_worker._private_jobs set locked_by = null, locked_at = null where id = $1`, [id])
  await lockAll('knowing')
  await look()
  await look()
  expect(await rows()).toEqual([{ id, locked_by: null, attempts: 1 }])
})

test('keeps what a search locked while its answer may still come, and ignores the jobs of other runners', async () => {
  await db.pool.query('delete from graphile_worker._private_jobs')
  const runner = pretend('searching')
  const search = Symbol('search')
  runner.searching.add(search)
  const look = makeLostJobLook({ db, log }, () => [runner])
  await post('coming@mail.example')
  await lockAll('searching')
  await post('other@mail.example')
  await lockAll('somebody else')
  for (let turn = 0; turn < 3; turn += 1) await look()
  expect((await rows()).map((row) => row.locked_by)).toEqual(['searching', 'somebody else'])
  runner.searching.delete(search)
  // A new search does not protect the job.
  runner.searching.add(Symbol('search'))
  await look()
  expect((await rows()).map((row) => row.locked_by)).toEqual([null, 'somebody else'])
})

test('with the real runner: keeps the job it works on, and still does the job it never got', async () => {
  await db.pool.query('delete from graphile_worker._private_jobs')
  const started = await startRunner({ db, config, log })
  onTestFinished(() => started.runner.stop())
  const look = makeLostJobLook({ db, log }, () => [started])
  const held = mailbox.stall()
  await post('slow@mail.example')
  await held.arrived
  const client = await db.pool.connect()
  // Use one transaction, so that the runner does not take the job first.
  await client.query('begin')
  await client.query(
    `select graphile_worker.add_job('mail.send', '{"mailId":"${crypto.randomUUID()}"}', job_key => 'lost')`,
  )
  await client.query(
    `update graphile_worker._private_jobs set locked_by = $1, locked_at = now(), attempts = 1 where key = 'lost'`,
    [started.workerId],
  )
  await client.query('commit')
  client.release()
  const left = async () => (await rows()).length
  const freed = () => logged.filter((line) => line.includes('was lost: free again')).length
  const before = freed()
  // The new job woke the runner, so it may be searching at each look.
  const looked = async () => {
    await look()
    return freed() > before
  }
  await waitUntil(looked, 'the lost job to be free')
  await waitUntil(async () => (await left()) === 1, 'the lost job to be done')
  expect((await rows())[0]!.locked_by).toBe(started.workerId)
  held.release()
  await waitUntil(async () => (await left()) === 0, 'the slow job to end')
})
