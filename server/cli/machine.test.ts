import { beforeAll, expect, test } from 'vitest'

import { queueMail } from '../domains/mail/queue-mail.ts'
import { clock } from '../platform/clock.ts'
import { buildAccount, buildReseller } from '../test/build/factories.ts'
import { buildNode } from '../test/build/line-desk.ts'
import { makeApp } from '../test/run/make-app.ts'
import { makeCliHere } from '../test/run/run-cli.ts'

const SECRET_KEY = 'the secret of the machine command test, long enough'
const { db, config } = await makeApp({ SECRET_KEY })
const yx = makeCliHere({ DATABASE_URL: config.databaseUrl ?? '', SECRET_KEY })
beforeAll(() => buildReseller(db, { id: 260 }))

async function dataOf<T>(line: string | string[]): Promise<T> {
  const run = await yx(Array.isArray(line) ? [...line, '--json'] : `${line} --json`)
  expect(run.exitCode, run.out + run.err).toBe(0)
  return run.json.data as T
}
const codeOf = async (line: string) => (await yx(`${line} --json`)).json.code
const lastAudit = async () =>
  (await db.kysely.selectFrom('auditLog').selectAll().orderBy('id', 'desc').limit(1).execute())[0]

/** A mail whose job has no attempts left. */
async function failMail(): Promise<string> {
  const { id: accountId } = await buildAccount(db, { resellerId: 260 })
  const params = { at: clock.now().toISOString() }
  const to = 'somebody@mail.example'
  await queueMail(
    { db, now: clock.now() },
    { resellerId: 260, accountId, to, template: 'pause_ended', language: 'en', params },
  )
  await db.pool.query(
    `update graphile_worker._private_jobs set attempts = max_attempts, last_error = 'refused somebody@mail.example'`,
  )
  const { rows } = await db.pool.query<{ id: string }>('select id from mails order by created_at desc, id limit 1')
  return rows[0]!.id
}

test('finds a failed mail without its address, sends it again once, and runs or drops its job', async () => {
  const mail = await failMail()
  const list = await yx('mails list --state failed --reseller 260')
  expect(list.out).toContain(mail)
  expect(list.out).toContain('s***@mail.example')
  expect(list.out).not.toContain('somebody@')
  expect(await lastAudit()).toMatchObject({ action: 'operator.mails_listed', resellerId: 260 })

  const { jobs } = await dataOf<{ jobs: { jobId: string; state: string; error: string }[] }>('jobs list --state failed')
  expect(jobs).toMatchObject([{ state: 'failed', error: 'refused …@…' }])
  const { jobId } = jobs[0]!
  await dataOf(`jobs run --job ${jobId}`)
  expect(await lastAudit()).toMatchObject({ action: 'job.run_again', subject: `job:${jobId}` })
  expect(await dataOf('jobs list --state failed')).toMatchObject({ jobs: [] })
  expect(await codeOf(`mails send-again --mail ${mail}`)).toBe('mail.waiting')

  await dataOf(`jobs drop --job ${jobId}`)
  expect(await codeOf(`jobs drop --job ${jobId}`)).toBe('object.unknown')
  await dataOf(`mails send-again --mail ${mail}`)
  expect(await lastAudit()).toMatchObject({ action: 'mail.sent_again', subject: `mail:${mail}` })
  expect(await codeOf(`mails send-again --mail ${mail}`)).toBe('mail.waiting')
  expect(await dataOf('jobs list --name mail.send')).toMatchObject({ count: 1 })
})

test.each(['jobs list --state dead', 'jobs run --job x', 'mails send-again --mail 12', 'mails list --state lost'])(
  '"%s" is wrong usage',
  async (line) => {
    expect((await yx(line)).exitCode).toBe(2)
  },
)

test('leaves a job under way alone', async () => {
  await failMail()
  const { rows } = await db.pool.query<{ id: string }>(
    `update graphile_worker._private_jobs set locked_at = now(), locked_by = 'somebody' returning id::text`,
  )
  expect(await codeOf(`jobs drop --job ${rows[0]!.id}`)).toBe('job.running')
})

test('sets a threshold for all, refuses one out of range, and returns to the settings', async () => {
  type Rules = { rules: { name: string; value: number; isOwn: boolean }[] }
  const silent = async () => (await dataOf<Rules>('alerts rules')).rules.find(({ name }) => name === 'nodeSilentS')
  expect(await silent()).toMatchObject({ value: 8, isOwn: false })
  await dataOf('alerts set-rule --name nodeSilentS --value 30')
  expect(await silent()).toMatchObject({ value: 30, isOwn: true })
  expect(await lastAudit()).toMatchObject({ action: 'alert.rule_set', before: { value: 8 }, after: { value: 30 } })
  expect(await codeOf('alerts set-rule --name nodeSilentS --value 1')).toBe('request.invalid')
  expect((await yx('alerts set-rule --name nodeSilentS')).exitCode).toBe(2)
  expect((await yx('alerts set-rule --name nothing --value 3')).err).toContain('nodeSilentS')
  await dataOf('alerts set-rule --name nodeSilentS --default')
  expect(await silent()).toMatchObject({ value: 8, isOwn: false })
})

test('plans maintenance with its zone, lists it and takes it back', async () => {
  const node = await buildNode(db)
  const plan = ['windows', 'plan', '--node', String(node), '--note', '换线路']
  const day = new Date(clock.now().getTime() + 86_400_000).toISOString().slice(0, 10)
  const bad = await yx([...plan, '--from', `${day}T09:00`, '--until', `${day}T10:00`])
  expect([bad.exitCode, bad.err]).toEqual([2, expect.stringContaining('--from must look like')])
  await dataOf([...plan, '--from', `${day}T09:00:00+08:00`, '--until', `${day}T10:00:00+08:00`])
  type Windows = { windows: { windowId: number; startsAt: string; note: string; state: string }[] }
  const listed = async () => (await dataOf<Windows>('windows list')).windows
  const [window] = await listed()
  expect(window).toMatchObject({ startsAt: `${day}T01:00:00.000Z`, note: '换线路', state: 'planned' })
  expect((await yx([...plan, '--from', `${day}T09:00:00Z`, '--until', `${day}T08:00:00Z`])).exitCode).toBe(1)
  await dataOf(`windows cancel --window ${window!.windowId}`)
  expect(await listed()).toMatchObject([{ state: 'cancelled' }])
  expect(await codeOf(`windows cancel --window ${window!.windowId}`)).toBe('object.unknown')
})
