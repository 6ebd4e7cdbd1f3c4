import { beforeEach, expect, test } from 'vitest'

import { api } from '../../../contract/api.ts'
import { DAY_MS } from '../../../contract/durations.ts'
import { jobs } from '../../jobs.ts'
import { clock } from '../../platform/clock.ts'
import { inTransaction } from '../../platform/db/db.ts'
import { createLog } from '../../platform/log.ts'
import { buildSession } from '../../test/build/build-session.ts'
import { buildAccount } from '../../test/build/factories.ts'
import { buildPackage, GB } from '../../test/build/money-factories.ts'
import { makeApp } from '../../test/run/make-app.ts'
import { grantPack, grantPackage } from './grant-package.ts'
import { getSubscription } from './subscription-store.ts'

const { call, db, config } = await makeApp()
const log = createLog('silent')

beforeEach(() => clock.reset())

const UNPAID = { paid: { paidFen: 0, wholesaleFen: 0 }, by: null }
const ctxNow = () => ({ now: clock.now(), config, log })

async function buildUser(period: 'month' | 'year' = 'year') {
  const account = await buildAccount(db)
  const owner = { resellerId: account.resellerId, accountId: account.id }
  const plan = await buildPackage(db)
  await inTransaction(db, (tx) => grantPackage({ ...ctxNow(), db: tx }, owner, { packageId: plan.id, period }, UNPAID))
  return { account, owner, plan }
}
type User = Awaited<ReturnType<typeof buildUser>>

const run = () => jobs['packages.reset_traffic']({ ...ctxNow(), db, isLastAttempt: false }, {})
const subscriptionOf = ({ owner }: User) => getSubscription({ db }, owner)
const use = ({ owner }: User, bytes: number) =>
  db.kysely
    .updateTable('subscriptions')
    .set({ usedBytes: bytes })
    .where('resellerId', '=', owner.resellerId)
    .where('accountId', '=', owner.accountId)
    .execute()
const goTo = (at: Date) => clock.shift(at.getTime() - clock.now().getTime())
const freeze = async ({ account }: User, type: 'pause' | 'resume') => {
  const answer = await call(api.accounts.freeze, { type }, { token: await buildSession(db, account) })
  expect(answer.status, answer.text).toBe(200)
}

test('gives the month its traffic on its day, not before, and keeps what is left of a pack', async () => {
  const user = await buildUser()
  await inTransaction(db, (tx) => grantPack({ ...ctxNow(), db: tx }, user.owner, 20 * GB, UNPAID))
  await use(user, 105 * GB)
  const { nextResetAt } = await subscriptionOf(user)
  goTo(new Date(nextResetAt!.getTime() - 1000))
  await run()
  expect((await subscriptionOf(user)).usedBytes).toBe(105 * GB)
  goTo(nextResetAt!)
  await run()
  expect(await subscriptionOf(user)).toMatchObject({ usedBytes: 0, packBytes: 15 * GB, totalBytes: 115 * GB })
  await use(user, 1)
  await run()
  expect((await subscriptionOf(user)).usedBytes).toBe(1)
})

test('gives an expired month none', async () => {
  const user = await buildUser('month')
  await use(user, 90 * GB)
  goTo((await subscriptionOf(user)).expiresAt!)
  await run()
  expect((await subscriptionOf(user)).usedBytes).toBe(90 * GB)
})

test('a pause does not bring the reset nearer', async () => {
  const user = await buildUser()
  await use(user, 90 * GB)
  const { nextResetAt } = await subscriptionOf(user)
  goTo(new Date(nextResetAt!.getTime() - 2 * DAY_MS))
  await freeze(user, 'pause')
  clock.shift(40 * DAY_MS)
  await run()
  expect((await subscriptionOf(user)).usedBytes).toBe(90 * GB)
  await freeze(user, 'resume')
  await run()
  const resumed = await subscriptionOf(user)
  expect(resumed.usedBytes).toBe(90 * GB)
  const waitMs = resumed.nextResetAt!.getTime() - clock.now().getTime()
  expect(Math.abs(waitMs - 2 * DAY_MS)).toBeLessThan(60_000)
  goTo(resumed.nextResetAt!)
  await run()
  expect((await subscriptionOf(user)).usedBytes).toBe(0)
})

test('traffic that is counted during the reset is not lost', async () => {
  const users = await Promise.all(Array.from({ length: 10 }, () => buildUser()))
  for (const user of users) await use(user, 50 * GB)
  const at = (await subscriptionOf(users[0]!)).nextResetAt!
  goTo(new Date(at.getTime() + 60_000))
  const add = ({ owner }: User) =>
    db.pool.query('update subscriptions set used_bytes = used_bytes + 7 where reseller_id = $1 and account_id = $2', [
      owner.resellerId,
      owner.accountId,
    ])
  await Promise.all([run(), run(), ...users.map(add)])
  for (const user of users) {
    const { usedBytes } = await subscriptionOf(user)
    expect([0, 7]).toContain(usedBytes)
  }
})
