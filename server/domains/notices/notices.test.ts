import { beforeEach, describe, expect, test } from 'vitest'

import { api } from '../../../contract/api.ts'
import { HOUR_MS } from '../../../contract/durations.ts'
import { limits } from '../../../contract/limits.ts'
import { clock } from '../../platform/clock.ts'
import { inTransaction } from '../../platform/db/db.ts'
import { buildNotice } from '../../test/build/build-notice.ts'
import { buildSession } from '../../test/build/build-session.ts'
import { buildAccount } from '../../test/build/factories.ts'
import { makeApp } from '../../test/run/make-app.ts'
import { emit } from '../events/emit.ts'

const { call, db } = await makeApp()
await buildAccount(db, { resellerId: 0 })
const inMs = (ms: number) => new Date(clock.now().getTime() + ms)

beforeEach(async () => {
  clock.reset()
  await db.pool.query('delete from notice_reads; delete from notice_recipients; delete from notices')
})

/** An account that is an hour older than everything a test publishes. */
async function buildOlder(resellerId = 0) {
  const account = await buildAccount(db, { resellerId })
  await db.kysely
    .updateTable('accounts')
    .set({ createdAt: inMs(-HOUR_MS) })
    .where('id', '=', account.id)
    .execute()
  return account
}

const buildReader = async (resellerId = 0) => buildSession(db, await buildOlder(resellerId))

const titles = async (token: string) =>
  (await call(api.notices.list, {}, { token })).data.items.map(({ title }) => title)
const unread = async (token: string, dailiKey = 0) =>
  (await call(api.accounts.info, { dailiKey }, { token })).data.unread
const read = (token: string, id: string) => call(api.notices.read, { id }, { token })

describe('who sees which notices', () => {
  test('shows notices of the user’s own reseller and of all resellers, but not of another reseller', async () => {
    await buildAccount(db, { resellerId: 260 })
    await buildNotice(db, { title: 'own' })
    await buildNotice(db, { title: 'all', resellerId: null })
    await buildNotice(db, { title: 'theirs', resellerId: 260 })
    const [mine, theirs] = [await buildReader(0), await buildReader(260)]
    expect((await titles(mine)).toSorted()).toEqual(['all', 'own'])
    expect((await titles(theirs)).toSorted()).toEqual(['all', 'theirs'])
    expect([await unread(mine), await unread(theirs, 260)]).toEqual([2, 2])
  })

  test('hides a notice before its time, after its end and once withdrawn', async () => {
    const token = await buildReader()
    await buildNotice(db, { title: 'later', publishedAt: inMs(HOUR_MS) })
    await buildNotice(db, { title: 'short', expiresAt: inMs(HOUR_MS) })
    await buildNotice(db, { title: 'withdrawn', withdrawnAt: clock.now() })
    expect([await titles(token), await unread(token)]).toEqual([['short'], 1])
    clock.shift(HOUR_MS + 1000)
    expect([await titles(token), await unread(token)]).toEqual([['later'], 1])
  })

  test('lists pinned notices first and only on the first page, then the newest first, each once over all pages', async () => {
    const token = await buildReader()
    await buildNotice(db, { title: 'pinned', isPinned: true, publishedAt: inMs(-90 * 60_000) })
    const many = limits.listPageSize + 5
    const newest = clock.now().getTime()
    for (let at = 0; at < many; at += 1) {
      await buildNotice(db, { title: `n${at}`, publishedAt: new Date(newest - at * 1000) })
    }
    const first = (await call(api.notices.list, {}, { token })).data
    const second = (await call(api.notices.list, { cursor: first.next! }, { token })).data
    const expected = ['pinned', ...Array.from({ length: many }, (_, at) => `n${at}`)]
    expect([...first.items, ...second.items].map(({ title }) => title)).toEqual(expected)
    expect([first.items.length, second.next]).toEqual([limits.listPageSize + 1, null])
  })

  test('the text arrives as blocks, never as markup', async () => {
    const token = await buildReader()
    await buildNotice(db, {
      title: '<b>维护</b>',
      body: '**今晚** <script>alert(1)</script> [看](javascript:alert(1))',
    })
    const { items } = (await call(api.notices.list, {}, { token })).data
    expect(items).toMatchObject([
      {
        title: '<b>维护</b>',
        isRead: false,
        isPinned: false,
        summary: '今晚 <script>alert(1)</script> [看](javascript:alert(1))',
        blocks: [{ kind: 'paragraph', runs: [{ text: '今晚', isStrong: true, href: null }, { href: null }] }],
      },
    ])
  })
})

describe('unread', () => {
  test('falls as notices are read, counts a notice read twice only once, and changes for its reader alone', async () => {
    const [token, other] = [await buildReader(), await buildReader()]
    const { id } = await buildNotice(db)
    await buildNotice(db)
    expect(await unread(token)).toBe(2)
    expect((await read(token, id)).data).toEqual({ unread: 1 })
    expect((await read(token, id)).data).toEqual({ unread: 1 })
    const { items } = (await call(api.notices.list, {}, { token })).data
    expect(items.filter(({ isRead }) => isRead).map((notice) => notice.id)).toEqual([id])
    expect([await unread(token), await unread(other)]).toEqual([1, 2])
    expect((await read(token, 'all')).data).toEqual({ unread: 0 })
    expect([await unread(token), await unread(other)]).toEqual([0, 2])
  })

  test('the page for everybody marks what it shows, not what was written to one reader', async () => {
    const account = await buildOlder()
    const token = await buildSession(db, account)
    await buildNotice(db)
    await buildNotice(db, { resellerId: null })
    await inTransaction(db, (tx) =>
      emit({ db: tx, now: clock.now() }, 'feed.reset', { resellerId: 0, userId: account.id }),
    )
    expect(await unread(token)).toBe(3)
    expect((await read(token, 'public')).data).toEqual({ unread: 1 })
  })

  test('twenty reads at once make one mark', async () => {
    const token = await buildReader()
    const { id } = await buildNotice(db)
    const answers = await Promise.all(Array.from({ length: 20 }, () => read(token, id)))
    expect(new Set(answers.map(({ status, data }) => `${status} ${data.unread}`))).toEqual(new Set(['200 0']))
    expect(await db.kysely.selectFrom('noticeReads').selectAll().execute()).toHaveLength(1)
  })

  test('a new user begins with pinned notices unread, not with all earlier ones', async () => {
    await buildNotice(db, { title: 'old', publishedAt: inMs(-HOUR_MS) })
    await buildNotice(db, { title: 'pinned', isPinned: true, publishedAt: inMs(-HOUR_MS) })
    const token = await buildSession(db, await buildAccount(db))
    expect([await unread(token), await titles(token)]).toEqual([1, ['pinned', 'old']])
  })

  test('an old notice counts as read without a mark', async () => {
    const account = await buildAccount(db)
    await buildNotice(db, { isPinned: true })
    clock.shift(limits.noticeUnreadMs + 1000)
    const token = await buildSession(db, account)
    expect((await call(api.notices.list, {}, { token })).data.items).toMatchObject([{ isRead: true }])
    expect(await unread(token)).toBe(0)
  })
})

describe('reading a notice that is not shown', () => {
  test('another reseller’s, a withdrawn, a future and an absent notice get the same refusal and leave no mark', async () => {
    const token = await buildReader()
    await buildAccount(db, { resellerId: 260 })
    const hidden = [
      await buildNotice(db, { resellerId: 260 }),
      await buildNotice(db, { withdrawnAt: clock.now() }),
      await buildNotice(db, { publishedAt: inMs(HOUR_MS) }),
      { id: '999999999999999' },
    ]
    const answers = await Promise.all(hidden.map(({ id }) => read(token, id)))
    expect(answers.map(({ status, code }) => [status, code])).toEqual(hidden.map(() => [422, 'object.unknown']))
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
    expect(await db.kysely.selectFrom('noticeReads').selectAll().execute()).toEqual([])
  })

  test.each(['', '-1', '1.5', 'ALL', '1e3', '9999999999999999'])('%s is not an id', async (id) => {
    expect((await read(await buildReader(), id)).status).toBe(400)
  })
})
