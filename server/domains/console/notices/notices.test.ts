import { expect, test } from 'vitest'

import { api } from '../../../../contract/api.ts'
import { consoleApi } from '../../../../contract/console/api.ts'
import { DAY_MS } from '../../../../contract/durations.ts'
import { clock } from '../../../platform/clock.ts'
import { findJobsAbout } from '../../../platform/jobs/job-desk.ts'
import { createLog } from '../../../platform/log.ts'
import { buildSession } from '../../../test/build/build-session.ts'
import { buildStaff } from '../../../test/build/build-staff.ts'
import { buildAccount } from '../../../test/build/factories.ts'
import { buildPackage } from '../../../test/build/money-factories.ts'
import { makeApp } from '../../../test/run/make-app.ts'
import { sendNoticeJob } from './send-waiting.ts'

const app = await makeApp()
const { db, call, config } = app
const { notices } = consoleApi
const inDays = (days: number) => new Date(clock.now().getTime() + days * DAY_MS)
const plain = { body: '**今晚** 维护', isPinned: false, audience: { kind: 'all' } } as const

const titlesOf = async (token: string) =>
  (await call(api.notices.list, {}, { token })).data.items.map(({ title }) => title)

async function buildUser(resellerId: number, subscription: { packageId?: number; expiresAt?: Date } = {}) {
  const account = await buildAccount(db, { resellerId })
  if (subscription.packageId !== undefined) {
    const row = { resellerId, accountId: account.id, period: 'month' as const, ...subscription }
    await db.kysely
      .insertInto('subscriptions')
      .values(row)
      .onConflict((conflict) => conflict.columns(['resellerId', 'accountId']).doUpdateSet(row))
      .execute()
  }
  return buildSession(db, account)
}

const runJob = (resellerId: number, noticeId: number) =>
  sendNoticeJob(
    { db, config, now: clock.now(), log: createLog('silent'), isLastAttempt: false },
    { resellerId, noticeId },
  )

test('goes to the users that the filters of the list find when it is written, and to nobody else', async () => {
  const resellerId = 6605
  const plan = await buildPackage(db, { resellerId })
  const soon = { packageId: plan.id, expiresAt: inDays(2) }
  const [met, other] = [
    await buildUser(resellerId, soon),
    await buildUser(resellerId, { ...soon, expiresAt: inDays(20) }),
  ]
  const stranger = await buildUser(6606, soon)
  const { call: ask } = await buildStaff(app, { resellerId })
  const audience = { kind: 'filter', filter: { endsWithinDays: 7 } } as const
  expect((await ask(notices.preview, { body: 'a', audience })).data.people).toBe(1)
  const turned = { kind: 'filter', filter: { endsWithinDays: 7, not: 'endsWithinDays' } } as const
  expect((await ask(notices.preview, { body: 'a', audience: turned })).data.people).toBe(1)
  expect((await ask(notices.publish, { ...plain, title: 'now', audience })).status).toBe(200)
  expect(
    (await ask(notices.publish, { ...plain, title: 'empty', audience: { kind: 'filter', filter: {} } })).status,
  ).toBe(400)
  const publishAt = inDays(1).toISOString()
  const { noticeId } = (await ask(notices.publish, { ...plain, title: 'later', audience, publishAt })).data
  expect(await titlesOf(met)).toEqual(['now'])
  await ask(notices.sendNow, { noticeId })
  expect([(await titlesOf(met)).sort(), await titlesOf(other), await titlesOf(stranger)]).toEqual([
    ['later', 'now'],
    [],
    [],
  ])
  const [first] = (await ask(notices.list, {})).data.rows
  expect(first).toMatchObject({ isChosen: true, toCount: 1 })
  const writer = await buildStaff(app, { resellerId, permissions: ['notices.read', 'notices.write'] })
  expect((await writer.call(notices.publish, { ...plain, title: 'x', audience })).code).toBe('staff.forbidden')
})

test('each rule matches its users and nobody else', async () => {
  const resellerId = 6601
  const plan = await buildPackage(db, { resellerId, prices: { month: 3000 } })
  const packageId = plan.id
  const tokens = [
    await buildUser(resellerId),
    await buildUser(resellerId, { packageId, expiresAt: inDays(20) }),
    await buildUser(resellerId, { packageId, expiresAt: inDays(2) }),
    await buildUser(resellerId, { packageId, expiresAt: inDays(-2) }),
    await buildUser(resellerId, { packageId, expiresAt: inDays(-40) }),
  ]
  const stranger = await buildUser(6602, { packageId, expiresAt: inDays(2) })
  const { call: ask } = await buildStaff(app, { resellerId })
  const audiences = {
    all: { kind: 'all' },
    package: { kind: 'package', packageId: plan.wireId },
    ending: { kind: 'ending', days: 7 },
    expired: { kind: 'expired', days: 30 },
  } as const
  for (const [title, audience] of Object.entries(audiences)) {
    expect((await ask(notices.publish, { ...plain, title, audience })).status).toBe(200)
  }
  const people = Object.values(audiences).map(
    async (audience) => (await ask(notices.preview, { body: 'a', audience })).data.people,
  )
  expect(await Promise.all(people)).toEqual([5, 2, 1, 1])
  const seen = await Promise.all(tokens.map(async (token) => (await titlesOf(token)).sort()))
  expect(seen).toEqual([['all'], ['all', 'package'], ['all', 'ending', 'package'], ['all', 'expired'], ['all']])
  expect(await titlesOf(stranger)).toEqual([])
  const rows = (await ask(notices.list, {})).data.rows
  expect(rows.map(({ title, state, toCount, readCount }) => [title, state, toCount, readCount]).sort()).toEqual([
    ['all', 'live', null, 0],
    ['ending', 'live', 1, 0],
    ['expired', 'live', 1, 0],
    ['package', 'live', 2, 0],
  ])
  await call(api.notices.read, { id: 'all' }, { token: tokens[2]! })
  const read = (await ask(notices.list, { state: 'live' })).data.rows
  expect(read.filter(({ readCount }) => readCount === 1)).toHaveLength(3)
})

test('a scheduled notice waits for its time, and does not go out while the reseller is suspended', async () => {
  const resellerId = 6603
  const token = await buildUser(resellerId)
  const { call: ask } = await buildStaff(app, { resellerId })
  const publishAt = new Date(clock.now().getTime() + 60_000).toISOString()
  const { noticeId } = (await ask(notices.publish, { ...plain, title: 'later', publishAt })).data
  const state = async () => (await ask(notices.list, {})).data.rows[0]!.state
  expect([await state(), await titlesOf(token)]).toEqual(['waiting', []])
  clock.shift(120_000)
  const suspend = (suspendedAt: Date | null) =>
    db.kysely.updateTable('resellers').set({ suspendedAt }).where('id', '=', resellerId).execute()
  await suspend(clock.now())
  await runJob(resellerId, noticeId)
  expect([await state(), await titlesOf(token)]).toEqual(['stopped', []])
  expect((await ask(notices.sendNow, { noticeId })).code).toBe('reseller.suspended')
  await suspend(null)
  expect(await titlesOf(token)).toEqual([])
  expect((await ask(notices.sendNow, { noticeId })).status).toBe(200)
  expect([await state(), await titlesOf(token)]).toEqual(['live', ['later']])
  expect((await ask(notices.sendNow, { noticeId })).code).toBe('object.unknown')
  const second = (await ask(notices.publish, { ...plain, title: 'by job', publishAt: inDays(1).toISOString() })).data
  await runJob(resellerId, second.noticeId)
  expect(await titlesOf(token)).toEqual(['by job', 'later'])
})

test('a notice whose job the operator drops is stopped at once, and a member can still send it', async () => {
  const resellerId = 6608
  const token = await buildUser(resellerId)
  const { call: ask } = await buildStaff(app, { resellerId })
  const operator = await buildStaff(app, { resellerId: null })
  const { noticeId } = (
    await ask(notices.publish, { ...plain, title: 'next week', publishAt: inDays(7).toISOString() })
  ).data
  const [job] = await findJobsAbout(db, 'office.send_notice', 'noticeId', String(noticeId))
  expect((await operator.call(consoleApi.jobs.drop, { jobId: job!.id })).status).toBe(200)
  const state = async () => (await ask(notices.list, {})).data.rows[0]!.state
  expect([await state(), await titlesOf(token)]).toEqual(['stopped', []])
  const audit = await ask(consoleApi.audit.list, { action: 'notice.stopped' })
  expect(audit.data.rows).toMatchObject([{ action: 'notice.stopped', subject: `notice:${noticeId}` }])
  expect((await ask(notices.sendNow, { noticeId })).status).toBe(200)
  expect([await state(), await titlesOf(token)]).toEqual(['live', ['next week']])
})

test('a notice has three languages, can be pinned and can end on a day; once withdrawn it is gone', async () => {
  const resellerId = 6604
  const token = await buildUser(resellerId)
  const { call: ask } = await buildStaff(app, { resellerId })
  const texts = { 'zh-TW': { title: '維護', body: '今晚' }, en: { title: 'Work tonight', body: 'Tonight' } }
  const wish = { ...plain, ...texts, title: '维护', isPinned: true, expiresAt: inDays(3).toISOString() }
  const { noticeId } = (await ask(notices.publish, wish)).data
  const shown = await call(api.notices.list, {}, { token, headers: { 'accept-language': 'en' } })
  expect(shown.data.items).toMatchObject([{ title: 'Work tonight', isPinned: true }])
  expect((await ask(notices.withdraw, { noticeId })).status).toBe(200)
  expect([await titlesOf(token), (await ask(notices.list, {})).data.rows[0]?.state]).toEqual([[], 'withdrawn'])
})

test('a preview consists of blocks, never of markup', async () => {
  const { call: ask } = await buildStaff(app, { resellerId: 6605 })
  const body = '# 标题\n<script>alert(1)</script> [x](javascript:alert(1))'
  const { blocks } = (await ask(notices.preview, { body, audience: { kind: 'all' } })).data
  expect(blocks.map(({ kind }) => kind)).toEqual(['heading', 'paragraph'])
  expect(blocks.flatMap(({ runs }) => runs).every(({ href }) => href === null)).toBe(true)
})

test("another reseller's notice looks like an unknown one, and writing needs the permission", async () => {
  const owner = await buildStaff(app, { resellerId: 6606 })
  const other = await buildStaff(app, { resellerId: 6607 })
  const publishAt = inDays(2).toISOString()
  const { noticeId } = (await owner.call(notices.publish, { ...plain, title: 'own', publishAt })).data
  for (const route of [notices.withdraw, notices.sendNow]) {
    for (const id of [noticeId, 999_999]) {
      const { status, code } = await other.call(route, { noticeId: id })
      expect([status, code]).toEqual([422, 'object.unknown'])
    }
  }
  expect((await owner.call(notices.list, {})).data.rows).toMatchObject([{ state: 'waiting' }])
  const unknown = { ...plain, title: 'x', audience: { kind: 'package', packageId: '99999' } } as const
  expect((await owner.call(notices.publish, unknown)).code).toBe('object.unknown')
  const viewer = await buildStaff(app, { resellerId: 6606, role: 'viewer' })
  expect((await viewer.call(notices.list, {})).status).toBe(200)
  expect((await viewer.call(notices.publish, { ...plain, title: 'x' })).code).toBe('staff.forbidden')
  expect((await viewer.call(notices.withdraw, { noticeId })).code).toBe('staff.forbidden')
})

test('a text goes first to who writes it, and no user sees it', async () => {
  const resellerId = 6631
  const token = await buildUser(resellerId)
  const text = { title: '今晚维护', body: '## 时间\n- 22:00 到 **23:00**\n\n看 [状态页](https://status.example/x)' }
  const without = await buildStaff(app, { resellerId })
  expect((await without.call(notices.sendToMe, text)).code).toBe('email.not_bound')
  const { call: ask } = await buildStaff(app, { resellerId, email: 'me@notice.example' })
  expect((await ask(notices.sendToMe, { ...text, title: ' ' })).code, 'as publishing refuses').toBe('request.invalid')
  expect((await ask(notices.sendToMe, text)).data).toEqual({ to: 'me@notice.example' })
  const mails = db.kysely
    .selectFrom('mails')
    .select(['toAddress', 'template', 'params'])
    .where('resellerId', '=', resellerId)
  const lines = '时间\n· 22:00 到 23:00\n看 状态页 (https://status.example/x)'
  expect(await mails.execute()).toMatchObject([
    { toAddress: 'me@notice.example', template: 'staff_notice_trial', params: { title: '今晚维护', text: lines } },
  ])
  expect([await titlesOf(token), (await ask(notices.list, {})).data.rows]).toEqual([[], []])
  const viewer = await buildStaff(app, { resellerId, role: 'viewer', email: 'you@notice.example' })
  expect((await viewer.call(notices.sendToMe, text)).code).toBe('staff.forbidden')
})
