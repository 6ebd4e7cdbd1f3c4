import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { afterEach, expect, test } from 'vitest'

import { api } from '../../../../contract/api.ts'
import { civilTime } from '../../../../contract/civil-time.ts'
import { HOUR_MS } from '../../../../contract/durations.ts'
import { clock } from '../../../platform/clock.ts'
import { buildSession } from '../../../test/build/build-session.ts'
import { buildAccount, buildReseller } from '../../../test/build/factories.ts'
import { buildPackage, fund } from '../../../test/build/money-factories.ts'
import { makeApp } from '../../../test/run/make-app.ts'
import { nextMessage, startProcess } from '../../../test/run/owner-process.ts'

const { call, db, config } = await makeApp()
const STEP_H = 2
/** Between the reminders of seven and of three days, whether the month has 28 days or 31. */
const RENEWED_DAYS_BEFORE_END = 5
const RESELLER = 7301

afterEach(() => clock.reset())

/** A server process that runs the jobs whenever it is told the time. */
const RUNNER = `
const { createDb } = await platform('db/db.ts')
const { clock } = await platform('clock.ts')
const { createLog } = await platform('log.ts')
const { readConfig } = await platform('../config.ts')
const { jobs } = await platform('../jobs.ts')
const config = readConfig(process.env)
const db = createDb({ url: config.databaseUrl, poolSize: 2, applicationName: 'runner' })
const log = createLog('silent', { write: () => {} })
process.on('message', async (atMs) => {
  clock.reset()
  clock.shift(atMs - Date.now())
  const ctx = () => ({ db, config, log, now: clock.now(), isLastAttempt: false })
  for (const name of ['notices.remind', 'orders.receipts', 'payments.receipts', 'orders.auto_renew']) await jobs[name](ctx(), {})
  process.send('done')
})
process.send('ready')
`

test('a month in two processes: each reminder once, none at night, none after the renewal', async () => {
  const env = { DATABASE_URL: config.databaseUrl!, SECRET_KEY: config.secretKey.toString(), PATH: process.env['PATH'] }
  const runners = [1, 2].map(() => startProcess(RUNNER, { env }))
  await Promise.all(runners.map((runner) => nextMessage(runner)))
  const runBoth = async () => {
    const done = runners.map((runner) => once(runner, 'message'))
    for (const runner of runners) runner.send(clock.now().getTime())
    await Promise.all(done)
  }

  await buildReseller(db, { id: RESELLER })
  const account = await buildAccount(db, { resellerId: RESELLER, email: 'month@example.com' })
  const plan = await buildPackage(db, { resellerId: RESELLER })
  await fund(db, account, 6000)
  const buy = async (action: 'new' | 'renew') => {
    const token = await buildSession(db, account)
    const wish = { action, packageId: plan.wireId, period: 'month' } as const
    const { quoteId } = (await call(api.packages.quote, wish, { token })).data
    expect((await call(api.packages.buy, { quoteId, payBy: 'balance', key: randomUUID() }, { token })).status).toBe(200)
  }
  const boughtAt = clock.now()
  await buy('new')
  const { expiresAt } = await db.kysely
    .selectFrom('subscriptions')
    .select('expiresAt')
    .where('accountId', '=', account.id)
    .executeTakeFirstOrThrow()
  const renewedOnDay =
    Math.round((expiresAt!.getTime() - boughtAt.getTime()) / (24 * HOUR_MS)) - RENEWED_DAYS_BEFORE_END
  const shares = new Map([
    [5, 0.81],
    [9, 0.96],
    [12, 1],
  ])
  for (let hour = 0; hour < 32 * 24; hour += STEP_H) {
    const [day, isMorning] = [Math.floor(hour / 24), hour % 24 === STEP_H]
    const share = isMorning ? shares.get(day) : undefined
    if (share) {
      const text = 'update subscriptions set used_bytes = ceil(total_bytes * $2::numeric) where account_id = $1'
      await db.pool.query(text, [account.id, share])
    }
    if (isMorning && day === renewedOnDay) await buy('renew')
    await runBoth()
    clock.shift(STEP_H * HOUR_MS)
  }

  const mails = await db.kysely
    .selectFrom('mails')
    .select(['template', 'params', 'createdAt'])
    .where('accountId', '=', account.id)
    .orderBy('createdAt')
    .execute()
  const told = mails.map(({ template, params }) => {
    const { days, percent } = params as { days?: string; percent?: string }
    return [template, days ?? percent].filter(Boolean).join(' ')
  })
  expect(told).toEqual([
    'receipt',
    'traffic_used 80',
    'traffic_used 95',
    'traffic_used 100',
    'package_ends 7',
    'receipt',
  ])
  const hours = mails.map(({ createdAt }) => civilTime(createdAt, config.businessTz).hour)
  expect(hours.filter((hour) => hour < 9 || hour >= 21)).toEqual([])
  const token = await buildSession(db, account)
  expect((await call(api.notices.list, {}, { token })).data.items).toHaveLength(told.length)
})
