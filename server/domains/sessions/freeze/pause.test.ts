import { beforeEach, describe, expect, test } from 'vitest'

import { api } from '../../../../contract/api.ts'
import { DAY_MS } from '../../../../contract/durations.ts'
import { limits } from '../../../../contract/limits.ts'
import { clock } from '../../../platform/clock.ts'
import { addJob } from '../../../platform/jobs/jobs.ts'
import { buildSession } from '../../../test/build/build-session.ts'
import { buildAccount } from '../../../test/build/factories.ts'
import { openMailbox } from '../../../test/outside/mailbox.ts'
import { makeApp } from '../../../test/run/make-app.ts'
import { runJobs } from '../../../test/run/run-jobs.ts'
import { waitUntil } from '../../../test/run/wait-until.ts'

const mailbox = await openMailbox()
const testApp = await makeApp({ SMTP_URL: mailbox.url })
const { call, db } = testApp
await runJobs(testApp)

beforeEach(() => clock.reset())

/** A signed-in user whose service runs for `daysLeft` more days. */
async function buildUser({ daysLeft = 100, email }: { daysLeft?: number | null; email?: string } = {}) {
  const account = await buildAccount(db, email === undefined ? {} : { email })
  const owner = { resellerId: account.resellerId, accountId: account.id }
  const expiresAt = daysLeft === null ? null : new Date(clock.now().getTime() + daysLeft * DAY_MS)
  if (expiresAt) {
    const bytes = { usedBytes: 5_000, totalBytes: 10_000 }
    await db.kysely
      .insertInto('subscriptions')
      .values({ ...owner, ...bytes, expiresAt })
      .execute()
  }
  return { account, owner, expiresAt }
}
type User = Awaited<ReturnType<typeof buildUser>>

/** A new token each time: time moves by weeks here, and sessions do not last that long. */
const tokenOf = (user: User) => buildSession(db, user.account)
const freeze = async (user: User, type: 'pause' | 'resume') =>
  call(api.accounts.freeze, { type }, { token: await tokenOf(user) })
const stateOf = async (user: User) => (await call(api.accounts.freezeState, {}, { token: await tokenOf(user) })).data
const infoOf = async (user: User) =>
  (await call(api.accounts.info, { dailiKey: user.account.resellerId }, { token: await tokenOf(user) })).data

describe('pause and resume', () => {
  test('bank the time that is left and give it back', async () => {
    const user = await buildUser({ daysLeft: 100 })
    expect(await infoOf(user)).toMatchObject({
      state: 'active',
      expiresAt: user.expiresAt!.toISOString(),
      usedBytes: 5_000,
      totalBytes: 10_000,
    })
    clock.shift(10 * DAY_MS)
    const paused = await freeze(user, 'pause')
    expect(paused.status, paused.text).toBe(200)
    expect(paused.data.state).toBe('paused')
    // The clock ran on for some milliseconds between building and pausing.
    expect(paused.data.bankedSeconds).toBeGreaterThan(90 * 86_400 - 60)
    expect(paused.data.bankedSeconds).toBeLessThanOrEqual(90 * 86_400)
    expect(await infoOf(user)).toMatchObject({ state: 'paused', expiresAt: null })

    clock.shift(20 * DAY_MS)
    const resumed = await freeze(user, 'resume')
    expect([resumed.status, resumed.data]).toEqual([200, { state: 'active', until: null, bankedSeconds: 0 }])
    const { expiresAt } = await infoOf(user)
    const leftMs = new Date(expiresAt!).getTime() - clock.now().getTime()
    expect(leftMs).toBeGreaterThan(90 * DAY_MS - 60_000)
    expect(leftMs).toBeLessThanOrEqual(90 * DAY_MS + 1_000)
  })

  test('end no session: the token that paused still works', async () => {
    const user = await buildUser()
    const token = await tokenOf(user)
    expect((await call(api.accounts.freeze, { type: 'pause' }, { token })).status).toBe(200)
    expect((await call(api.accounts.freezeState, {}, { token })).data).toMatchObject({ state: 'paused', pausesLeft: 1 })
  })

  test('refuses resuming within 24 hours and says when it is possible', async () => {
    const user = await buildUser()
    await freeze(user, 'pause')
    const { resumeFrom, until, pausedAt } = await stateOf(user)
    expect(new Date(resumeFrom!).getTime() - new Date(pausedAt!).getTime()).toBe(DAY_MS)
    expect(new Date(until!).getTime() - new Date(pausedAt!).getTime()).toBe(90 * DAY_MS)
    clock.shift(DAY_MS - 60_000)
    const early = await freeze(user, 'resume')
    expect([early.status, early.code]).toEqual([422, 'freeze.too_early'])
    expect(early.response.json()).toMatchObject({ data: { until: resumeFrom } })
    expect((await stateOf(user)).state).toBe('paused')
    clock.shift(60_000)
    expect((await freeze(user, 'resume')).status).toBe(200)
  })

  test('allows two pauses in 30 days, then none until the first has left the window', async () => {
    const user = await buildUser({ daysLeft: 365 })
    const firstAt = clock.now().getTime()
    for (let round = 0; round < limits.pausesPerWindow; round += 1) {
      expect((await freeze(user, 'pause')).status).toBe(200)
      clock.shift(2 * DAY_MS)
      expect((await freeze(user, 'resume')).status).toBe(200)
    }
    const before = await infoOf(user)
    const third = await freeze(user, 'pause')
    expect([third.status, third.code]).toEqual([422, 'freeze.too_often'])
    const state = await stateOf(user)
    expect(state).toMatchObject({ state: 'active', pausesLeft: 0 })
    expect(Math.abs(new Date(state.nextPauseAt!).getTime() - firstAt - 30 * DAY_MS)).toBeLessThan(60_000)
    expect(third.response.json()).toMatchObject({ data: { nextPauseAt: state.nextPauseAt } })
    expect((await infoOf(user)).expiresAt).toBe(before.expiresAt)
    clock.shift(26 * DAY_MS + 60_000)
    expect((await stateOf(user)).pausesLeft).toBe(1)
    expect((await freeze(user, 'pause')).status).toBe(200)
  })

  test('ten pauses at once make one pause', async () => {
    const user = await buildUser({ daysLeft: 10 })
    const token = await tokenOf(user)
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => call(api.accounts.freeze, { type: 'pause' }, { token })),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ code }) => code === 'freeze.wrong_state')).toHaveLength(9)
    const pauses = await db.kysely.selectFrom('pauses').selectAll().where('accountId', '=', user.account.id).execute()
    expect(pauses).toHaveLength(1)
    const { bankedSeconds } = await stateOf(user)
    expect(bankedSeconds).toBeLessThanOrEqual(10 * 86_400)
    clock.shift(DAY_MS)
    const again = await tokenOf(user)
    const resumes = await Promise.all(
      Array.from({ length: 10 }, () => call(api.accounts.freeze, { type: 'resume' }, { token: again })),
    )
    expect(resumes.filter(({ status }) => status === 200)).toHaveLength(1)
    const leftMs = new Date((await infoOf(user)).expiresAt!).getTime() - clock.now().getTime()
    expect(leftMs).toBeLessThanOrEqual(10 * DAY_MS + 1_000)
  })

  test('only a running service can be paused, and only a paused one resumed', async () => {
    for (const [daysLeft, state] of [
      [null, 'none'],
      [-1, 'expired'],
    ] as const) {
      const user = await buildUser({ daysLeft })
      expect((await infoOf(user)).state).toBe(state)
      for (const type of ['pause', 'resume'] as const) {
        const answer = await freeze(user, type)
        expect([answer.status, answer.code]).toEqual([409, 'freeze.wrong_state'])
      }
      expect(await stateOf(user)).toMatchObject({ state, pausedAt: null, pausesLeft: 2 })
    }
    const running = await buildUser()
    expect((await freeze(running, 'resume')).code).toBe('freeze.wrong_state')
  })

  test('one user never touches another', async () => {
    const [mine, other] = [await buildUser(), await buildUser()]
    await freeze(mine, 'pause')
    expect(await infoOf(other)).toMatchObject({ state: 'active', expiresAt: other.expiresAt!.toISOString() })
  })
})

describe('undoing a pause', () => {
  const rowOf = (user: User) =>
    db.kysely
      .selectFrom('subscriptions')
      .select(['expiresAt', 'nextResetAt', 'bankedSeconds'])
      .where('accountId', '=', user.account.id)
      .executeTakeFirstOrThrow()

  test('within ten minutes restores everything: the time ran on, and the pause does not count', async () => {
    const user = await buildUser({ daysLeft: 20 })
    const before = await rowOf(user)
    await freeze(user, 'pause')
    const { pausedAt, undoUntil } = await stateOf(user)
    expect(Date.parse(undoUntil!) - Date.parse(pausedAt!)).toBe(limits.pauseUndoMs)
    expect(await infoOf(user)).toMatchObject({ state: 'paused', pausedAt })
    clock.shift(limits.pauseUndoMs - 5_000)
    expect(await freeze(user, 'resume')).toMatchObject({ status: 200, data: { state: 'active', bankedSeconds: 0 } })
    expect(await rowOf(user)).toEqual(before)
    expect(await stateOf(user)).toMatchObject({ pausesLeft: limits.pausesPerWindow, pausedAt: null, undoUntil: null })
    expect(await infoOf(user)).toMatchObject({ state: 'active', pausedAt: null })
  })

  test('is refused later, until the pause has lasted its minimum', async () => {
    const user = await buildUser()
    await freeze(user, 'pause')
    clock.shift(limits.pauseUndoMs)
    expect((await freeze(user, 'resume')).code).toBe('freeze.too_early')
    expect((await stateOf(user)).state).toBe('paused')
  })

  test('again and again gains no millisecond, moves no reset, and evades no limit', async () => {
    const user = await buildUser({ daysLeft: 40 })
    const nextResetAt = new Date(clock.now().getTime() + 12 * DAY_MS + 345)
    await db.kysely.updateTable('subscriptions').set({ nextResetAt }).where('accountId', '=', user.account.id).execute()
    const before = await rowOf(user)
    for (const seconds of [1, 0.4, 59.7, 300.3, 599, 17]) {
      expect((await freeze(user, 'pause')).status).toBe(200)
      clock.shift(seconds * 1000)
      expect((await freeze(user, 'resume')).status).toBe(200)
      expect(await rowOf(user)).toEqual(before)
    }
    for (let round = 0; round < limits.pausesPerWindow; round += 1) {
      await freeze(user, 'pause')
      clock.shift(DAY_MS)
      await freeze(user, 'resume')
    }
    expect((await freeze(user, 'pause')).code).toBe('freeze.too_often')
  })

  test('refuses more than twenty pauses an hour, to spare the nodes', async () => {
    const user = await buildUser()
    const token = await tokenOf(user)
    const send = (type: 'pause' | 'resume') => call(api.accounts.freeze, { type }, { token })
    for (let round = 0; round < 20; round += 1) {
      expect((await send('pause')).status).toBe(200)
      expect((await send('resume')).status).toBe(200)
    }
    expect(await send('pause')).toMatchObject({ status: 429, code: 'request.too_many' })
    expect((await infoOf(user)).state).toBe('active')
  })

  test('keeps what was bought meanwhile', async () => {
    const user = await buildUser({ daysLeft: 5 })
    const { expiresAt } = await rowOf(user)
    await freeze(user, 'pause')
    await db.pool.query('update subscriptions set banked_seconds = banked_seconds + 86400 where account_id = $1', [
      user.account.id,
    ])
    clock.shift(60_000)
    await freeze(user, 'resume')
    expect(Date.parse(String((await infoOf(user)).expiresAt)) - expiresAt!.getTime()).toBe(DAY_MS)
  })

  test('happens once if asked ten times at once', async () => {
    const user = await buildUser()
    const before = await rowOf(user)
    await freeze(user, 'pause')
    const token = await tokenOf(user)
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => call(api.accounts.freeze, { type: 'resume' }, { token })),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(await rowOf(user)).toEqual(before)
  })
})

describe('the longest pause', () => {
  test('is ended by the job after 90 days, and the owner is told', async () => {
    const email = 'sleeper@mail.example'
    const user = await buildUser({ daysLeft: 30, email })
    const recent = await buildUser({ daysLeft: 30 })
    await freeze(user, 'pause')
    clock.shift(DAY_MS)
    await freeze(recent, 'pause')
    clock.shift(89 * DAY_MS)
    await addJob(db, 'freeze.end_pauses', {})
    expect((await mailbox.next(email)).subject).toBe('暂停已结束，服务已恢复')
    expect(await infoOf(user)).toMatchObject({ state: 'active' })
    const leftMs = new Date((await infoOf(user)).expiresAt!).getTime() - clock.now().getTime()
    expect(leftMs).toBeGreaterThan(30 * DAY_MS - 60_000)
    expect(leftMs).toBeLessThanOrEqual(30 * DAY_MS + 1_000)
    expect(await infoOf(recent)).toMatchObject({ state: 'paused' })
    await waitUntil(async () => {
      const { rows } = await db.pool.query(`select 1 from graphile_worker._private_jobs where attempts < max_attempts`)
      return rows.length === 0
    }, 'the queue to be empty')
    expect(mailbox.received.filter(({ to }) => to === email)).toHaveLength(1)
  })
})
