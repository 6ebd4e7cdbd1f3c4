import { afterEach, beforeEach, expect, test } from 'vitest'

import { api } from '../../../../contract/api.ts'
import { civilTime } from '../../../../contract/civil-time.ts'
import { HOUR_MS } from '../../../../contract/durations.ts'
import { limits } from '../../../../contract/limits.ts'
import { clock } from '../../../platform/clock.ts'
import { inTx } from '../../../platform/context.ts'
import { createLog } from '../../../platform/log.ts'
import { removeOutdatedRows } from '../../../retention.ts'
import { buildSession } from '../../../test/build/build-session.ts'
import { buildAccount } from '../../../test/build/factories.ts'
import { startPushService } from '../../../test/outside/push-service.ts'
import { makeApp } from '../../../test/run/make-app.ts'
import { remind } from '../../notices/reminders/remind.ts'
import { forgetSignIns } from '../forget-sign-ins.ts'
import { sendPush, spreadPush, type PushedNotice, type PushedTo } from './send-push.ts'

const { call, db, config } = await makeApp()
const service = await startPushService()
const logged: string[] = []
const log = createLog('info', { write: (line) => void logged.push(line) })

const jobCtx = () => ({ db, config, log, now: clock.now(), isLastAttempt: false })
beforeEach(() => {
  service.pushed.length = 0
  logged.length = 0
  goToHour(10)
})
afterEach(() => clock.reset())

function goToHour(hour: number) {
  clock.shift(((24 + hour - civilTime(clock.now(), config.businessTz).hour) % 24) * HOUR_MS)
}

/** A signed-in user with one browser that shows reminders. */
async function buildReader() {
  const account = await buildAccount(db, { userName: `reader-${crypto.randomUUID().slice(0, 8)}` })
  const token = await buildSession(db, account)
  const { key } = (await call(api.push.show, {}, { token })).data
  const target = service.subscribe(key)
  const answer = await call(api.push.start, target, { token })
  expect(answer.status).toBe(200)
  return { account, owner: { resellerId: account.resellerId, accountId: account.id }, token, key, target }
}
type Reader = Awaited<ReturnType<typeof buildReader>>

const devicesOf = async ({ account }: Pick<Reader, 'account'>) =>
  db.kysely.selectFrom('pushDevices').selectAll().where('accountId', '=', account.id).execute()

/** The jobs that wait, taken away as the runner would. */
async function takeJobs<T>(name: string): Promise<{ payload: T; runAt: Date }[]> {
  const { rows } = await db.pool.query<{ payload: T; runAt: Date; id: string }>(
    `select j.id, j.payload, j.run_at as "runAt" from graphile_worker._private_jobs j
       join graphile_worker._private_tasks t on t.id = j.task_id where t.identifier = $1 order by j.id`,
    [name],
  )
  await db.pool.query('delete from graphile_worker._private_jobs where id = any ($1::bigint[])', [
    rows.map(({ id }) => id),
  ])
  return rows
}

async function tell({ owner }: Reader, kind: 'traffic' | 'receipt' = 'traffic') {
  const at = clock.now().toISOString()
  await inTx(jobCtx(), (tx) =>
    remind(tx, owner, kind === 'traffic' ? 'traffic.used' : 'receipt.due', () =>
      kind === 'traffic'
        ? ['traffic_used', { percent: '80', left: '2.00 GB' }]
        : ['receipt', { what: '畅享', amount: '¥30.00', number: '1', at, text: '' }],
    ),
  )
  for (const { payload } of await takeJobs<PushedNotice>('push.spread')) await spreadPush(jobCtx(), payload)
}

const send = async () => {
  const waiting = await takeJobs<PushedTo>('push.send')
  for (const { payload } of waiting) await sendPush(jobCtx(), payload, service.dial)
  return waiting
}

test('a reminder reaches the browser, readable by nobody else, and leads to the right page', async () => {
  const reader = await buildReader()
  await tell(reader)
  await send()
  const [{ text, headers, claims, endpoint }] = service.pushed as [(typeof service.pushed)[number]]
  expect(endpoint).toBe(reader.target.endpoint)
  expect(JSON.parse(text)).toEqual({
    web_push: 8030,
    notification: {
      title: '流量已用 80%',
      body: '不够用的话，到套餐页看看。',
      lang: 'zh-CN',
      navigate: `${config.publicUrl}/user/tcBuy?app_key=yx_${reader.account.resellerId}`,
      tag: 'traffic',
    },
  })
  expect(text).not.toContain(reader.account.userName)
  expect(headers).toMatchObject({ 'content-encoding': 'aes128gcm', urgency: 'normal', topic: 'traffic' })
  // Not later than nine in the evening.
  expect(Number(headers['ttl'])).toBeGreaterThan(10 * 3600)
  expect(Number(headers['ttl'])).toBeLessThanOrEqual(11 * 3600)
  expect(Number(claims['exp']) * 1000 - clock.now().getTime()).toBeLessThanOrEqual(24 * HOUR_MS)
})

test('nothing is sent at night, by a switch that is off, or twice', async () => {
  const reader = await buildReader()
  await tell(reader)
  goToHour(22)
  await send()
  expect(service.pushed).toEqual([])
  goToHour(10)
  await call(api.notices.remind, { kind: 'traffic', on: false }, { token: reader.token })
  await tell(reader)
  await send()
  expect(service.pushed).toEqual([])
  await tell(reader, 'receipt')
  await send()
  await send()
  expect(service.pushed.map(({ text }) => JSON.parse(text).notification.title)).toEqual(['已付 ¥30.00'])
})

test.each([404, 410, 403])('an address that answers %d is deleted', async (status) => {
  const reader = await buildReader()
  await tell(reader)
  service.fail({ status })
  await send()
  expect(await devicesOf(reader)).toEqual([])
  expect(await takeJobs('push.send')).toEqual([])
})

test.each([
  ['429 with seconds', { status: 429, headers: { 'retry-after': '900' } }, 900],
  ['429 with a date', { status: 429, headers: { 'retry-after': 'soon' } }, 120],
  ['500', { status: 500 }, 120],
  ['a reset', 'reset' as const, 120],
] as const)('%s: tried again later, and then it arrives once', async (_name, fault, waitS) => {
  const reader = await buildReader()
  await tell(reader)
  service.fail(fault)
  await send()
  expect(service.pushed).toEqual([])
  const [next] = await takeJobs<PushedTo>('push.send')
  expect((next!.runAt.getTime() - clock.now().getTime()) / 1000).toBeCloseTo(waitS, -1)
  await sendPush(jobCtx(), next!.payload, service.dial)
  expect(service.pushed).toHaveLength(1)
  expect(await takeJobs('push.send')).toEqual([])
})

test('a service that never answers well is given up, and 413 at once; neither costs the browser', async () => {
  const reader = await buildReader()
  await tell(reader)
  service.fail(...Array.from({ length: 9 }, () => ({ status: 503 })))
  let rounds = 0
  while ((await send()).length > 0) rounds += 1
  expect(rounds).toBe(5)
  service.fail({ status: 413 })
  // The remaining four answers of before come first.
  for (let round = 0; round < 2; round += 1) {
    await tell(reader)
    await send()
    await takeJobs('push.send')
  }
  expect(await devicesOf(reader)).toHaveLength(1)
  expect(logged.join('\n')).not.toContain(reader.target.endpoint)
  expect(logged.join('\n')).not.toContain('/send/')
})

test('logout, a device that is signed out and a new password end it', async () => {
  const one = await buildReader()
  await call(api.sessions.logout, {}, { token: one.token })
  expect(await devicesOf(one)).toEqual([])
  const two = await buildReader()
  const other = await buildSession(db, two.account)
  expect((await call(api.sessions.revoke, { all: true }, { token: other })).data.revoked).toBeGreaterThan(0)
  expect(await devicesOf(two)).toEqual([])
  // A session that something else has ended: no reminder goes out, whether or not the row is still there.
  const three = await buildReader()
  await tell(three)
  await db.kysely
    .updateTable('sessions')
    .set({ revokedAt: clock.now() })
    .where('accountId', '=', three.account.id)
    .execute()
  await send()
  expect(service.pushed).toEqual([])
})

test('a deleted account and a session that is long gone leave no address behind', async () => {
  const one = await buildReader()
  await inTx(jobCtx(), (tx) => forgetSignIns(tx.db, one.owner))
  expect(await devicesOf(one)).toEqual([])
  const two = await buildReader()
  await removeOutdatedRows(jobCtx())
  expect(await devicesOf(two)).toHaveLength(1)
  clock.shift(91 * 24 * HOUR_MS)
  await removeOutdatedRows(jobCtx())
  expect(await devicesOf(two)).toEqual([])
})

test('a browser belongs to who asked last, a user has ten at most, and stops only own ones', async () => {
  const one = await buildReader()
  const two = await buildReader()
  await call(api.push.start, one.target, { token: two.token })
  expect(await devicesOf(one)).toEqual([])
  expect(await devicesOf(two)).toHaveLength(2)
  const [mark] = (await call(api.push.show, {}, { token: two.token })).data.marks
  await call(api.push.stop, { mark: mark! }, { token: one.token })
  expect(await devicesOf(two)).toHaveLength(2)
  await Promise.all(
    Array.from({ length: 12 }, () => call(api.push.start, service.subscribe(two.key), { token: two.token })),
  )
  expect(await devicesOf(two)).toHaveLength(limits.pushDevices)
  for (const known of (await call(api.push.show, {}, { token: two.token })).data.marks) {
    await call(api.push.stop, { mark: known }, { token: two.token })
  }
  expect(await devicesOf(two)).toEqual([])
})

test.each([
  ['https://127.0.0.1/x', 422],
  ['https://[::1]/x', 422],
  ['https://169.254.169.254/latest', 422],
  ['https://10.0.0.1/x', 422],
  ['https://user:word@1.1.1.1/x', 422],
  ['http://1.1.1.1/x', 400],
  [`https://1.1.1.1/${'x'.repeat(1000)}`, 400],
])('%s is no place to send to', async (endpoint, status) => {
  const account = await buildAccount(db, { userName: `push-${crypto.randomUUID().slice(0, 8)}` })
  const token = await buildSession(db, account)
  const target = service.subscribe((await call(api.push.show, {}, { token })).data.key)
  expect((await call(api.push.start, { ...target, endpoint }, { token })).status).toBe(status)
  expect((await call(api.push.start, { ...target, p256dh: `B${'A'.repeat(86)}` }, { token })).status).toBe(422)
  expect(await devicesOf({ account })).toEqual([])
})

test('a name that points inside later is not dialled, and its browser is deleted', async () => {
  const reader = await buildReader()
  await tell(reader)
  const [job] = await takeJobs<PushedTo>('push.send')
  const { dialPublic } = await import('../../../platform/dial/dial-public.ts')
  await sendPush(jobCtx(), job!.payload, (address, options) =>
    dialPublic(address.replace('1.1.1.1', 'push.example'), { ...options, findAddresses: async () => ['10.0.0.1'] }),
  )
  expect(await devicesOf(reader)).toEqual([])
})
