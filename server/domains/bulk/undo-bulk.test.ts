import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'

import { api } from '../../../contract/api.ts'
import { consoleApi } from '../../../contract/console/api.ts'
import type { BulkWork } from '../../../contract/console/bulk.ts'
import { staffLimits } from '../../../contract/console/staff-limits.ts'
import { DAY_MS, HOUR_MS } from '../../../contract/durations.ts'
import { clock } from '../../platform/clock.ts'
import { createLog } from '../../platform/log.ts'
import { buildKey } from '../../test/build/build-key.ts'
import { buildSession } from '../../test/build/build-session.ts'
import { buildStaff } from '../../test/build/build-staff.ts'
import { buildAccount } from '../../test/build/factories.ts'
import { buildPackage, fundReseller } from '../../test/build/money-factories.ts'
import { checkBooksAfterEach } from '../../test/look/books.ts'
import { makeApp } from '../../test/run/make-app.ts'
import { runBulk } from './run-bulk.ts'

const made = await makeApp()
const { call, db, config } = made
checkBooksAfterEach(db)
beforeEach(() => clock.reset())
const { bulk, factors, user } = consoleApi

const boss = await buildStaff(made, { resellerId: 260 })
const manager = await buildStaff(made, { resellerId: 260, role: 'manager' })
const support = await buildStaff(made, { resellerId: 260, role: 'support' })
const neighbour = await buildStaff(made, { resellerId: 261 })
const plan = await buildPackage(db, { resellerId: 260, prices: { month: { retailFen: 3000, wholesaleFen: 1500 } } })
await fundReseller(db, 260, 1_000_000)

type Account = Awaited<ReturnType<typeof buildAccount>>

/** A user whose package runs, ended, is paused by the user or has no end; or who has none. */
async function buildUser(kind: 'running' | 'ended' | 'paused' | 'once' | 'bare'): Promise<Account> {
  const account = await buildAccount(db, { resellerId: 260 })
  if (kind === 'bare') return account
  const inDays = (days: number) => new Date(clock.now().getTime() + days * DAY_MS + 12_345)
  const values = {
    resellerId: 260,
    accountId: account.id,
    packageId: plan.id,
    period: kind === 'once' ? ('once' as const) : ('month' as const),
    expiresAt: kind === 'running' ? inDays(9) : kind === 'ended' ? inDays(-5) : null,
    bankedSeconds: kind === 'paused' ? 77_777 : 0,
    nextResetAt: kind === 'running' ? inDays(2) : null,
    totalBytes: 1000,
  }
  await db.kysely.insertInto('subscriptions').values(values).execute()
  if (kind === 'paused') {
    const startedAt = new Date(clock.now().getTime() - HOUR_MS)
    await db.kysely.updateTable('accounts').set({ pausedAt: startedAt }).where('id', '=', account.id).execute()
    const pause = { resellerId: 260, accountId: account.id, startedAt, expiresAt: inDays(1) }
    await db.kysely.insertInto('pauses').values(pause).execute()
  }
  return account
}

const buildUsers = async (count: number) => {
  const kinds = ['running', 'running', 'ended', 'paused', 'once', 'bare'] as const
  const users: Account[] = []
  for (let at = 0; at < count; at += 1) users.push(await buildUser(kinds[at % kinds.length]!))
  return users
}
const idsOf = (accounts: readonly Account[]) => accounts.map(({ id }) => id).join(',')

async function rowsOf(accounts: readonly Account[]) {
  const ids = accounts.map(({ id }) => id)
  const own = await db.kysely.selectFrom('accounts').selectAll().where('id', 'in', ids).orderBy('id').execute()
  const had = await db.kysely
    .selectFrom('subscriptions')
    .selectAll()
    .where('accountId', 'in', ids)
    .orderBy('accountId')
    .execute()
  const open = await db.kysely
    .selectFrom('pauses')
    .selectAll()
    .where('accountId', 'in', ids)
    .where('endedAt', 'is', null)
  return { own, had, open: await open.orderBy('accountId').execute() }
}
type Rows = Awaited<ReturnType<typeof rowsOf>>

/**
 * The rows before a block, as they must be after it: all the same, but what was running ends, and begins its next month,
 * later by as long as the block lasted. A second that had begun counts for the user.
 */
async function afterBlock({ own, had, open }: Rows, blockId: string, undoId: string): Promise<Rows> {
  const times = async (bulkId: string) => {
    const items = await db.kysely.selectFrom('bulkItems').selectAll().where('bulkId', '=', bulkId).execute()
    return new Map(items.map(({ accountId, doneAt }) => [accountId, doneAt!.getTime()]))
  }
  const [from, until] = [await times(blockId), await times(undoId)]
  const later = had.map((row) => {
    const [blocked, freed] = [from.get(row.accountId), until.get(row.accountId)]
    const wasPaused = own.some(({ id, pausedAt }) => id === row.accountId && pausedAt !== null)
    if (!blocked || !freed || wasPaused || !row.expiresAt || row.expiresAt.getTime() <= blocked) return row
    const leftMs = Math.ceil((row.expiresAt.getTime() - blocked) / 1000) * 1000
    const nextResetAt = row.nextResetAt && new Date(row.nextResetAt.getTime() + freed - blocked)
    return { ...row, expiresAt: new Date(freed + leftMs), nextResetAt }
  })
  return { own, had: later, open }
}

const runJob = (bulkId: string) =>
  runBulk({ db, config, now: clock.now(), log: createLog('silent'), isLastAttempt: false }, { resellerId: 260, bulkId })
const prove = async (by: typeof boss) =>
  expect((await by.call(factors.stepUp, { passWord: by.password })).status).toBe(200)
const BLOCK: BulkWork = { kind: 'block', reason: '核实中' }

async function press(accounts: readonly Account[], work: BulkWork = BLOCK, by = boss) {
  const selection = { ids: idsOf(accounts) }
  const { data } = await by.call(bulk.preview, { selection, work })
  const { people, costFen } = data
  if (work.kind === 'block') await prove(by)
  return by.call(bulk.start, { selection, work, people, peopleTyped: people, costFen, key: randomUUID() })
}

async function run(accounts: readonly Account[], work: BulkWork = BLOCK, by = boss): Promise<string> {
  const { data } = await press(accounts, work, by)
  await runJob(data.id)
  return data.id
}
const show = async (id: string) => (await boss.call(bulk.show, { id })).data
const skippedOf = async (id: string) =>
  (await boss.call(bulk.results, { id, state: 'skipped' })).data.rows.map(({ userName, reason }) => [userName, reason])

test('the overview names a block of many until nobody is blocked by it, for members who run bulks', async () => {
  const people = await buildUsers(3)
  const blockedOf = async (by: typeof boss) => (await by.call(consoleApi.overview.show, {})).data.waiting.blocked
  const id = await run(people, BLOCK, manager)
  const named = { bulkId: id, people: 3, by: manager.name, at: expect.any(String) }
  expect([await blockedOf(boss), await blockedOf(support), await blockedOf(neighbour)]).toEqual([named, null, null])
  await run(people.slice(0, 1), { kind: 'unblock' })
  expect(await blockedOf(boss)).toMatchObject({ people: 2 })
  await run(people.slice(1), { kind: 'unblock' })
  expect((await blockedOf(boss))?.bulkId).not.toBe(id)
})

test('121 users are blocked by a manager, and undone they are all as before, with the time left to the second', async () => {
  const people = await buildUsers(121)
  const before = await rowsOf(people)
  const id = await run(people, BLOCK, manager)
  expect(await show(id)).toMatchObject({ done: 121, skipped: 0, canUndo: true, undoneBy: null, undoes: null })
  const blocked = await rowsOf(people)
  expect(blocked.own.every(({ blockedAt }) => blockedAt !== null)).toBe(true)
  clock.shift(5 * HOUR_MS + 13_000)
  const later = await buildStaff(made, { resellerId: 260, role: 'manager' })
  const { data: undo } = await later.call(bulk.undo, { id })
  expect(undo).toMatchObject({ undoes: id, people: 121, state: 'running', action: 'block', by: later.name })
  await runJob(undo.id)
  expect((await later.call(bulk.show, { id: undo.id })).data).toMatchObject({ done: 121, skipped: 0, canUndo: false })
  expect((await later.call(bulk.show, { id })).data).toMatchObject({ undoneBy: undo.id, canUndo: false })
  expect(await rowsOf(people)).toEqual(await afterBlock(before, id, undo.id))
})

test('two presses at once, and a later one, are one undo', async () => {
  const people = await buildUsers(3)
  const id = await run(people)
  const answers = await Promise.all([boss.call(bulk.undo, { id }), manager.call(bulk.undo, { id })])
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
  const undoId = answers[0]!.data.id
  await Promise.all([runJob(undoId), runJob(undoId)])
  expect([answers[1]!.data.id, (await boss.call(bulk.undo, { id })).data.id]).toEqual([undoId, undoId])
  expect((await boss.call(bulk.undo, { id: undoId })).code, 'an undo itself').toBe('bulk.not_undoable')
  expect(await show(undoId)).toMatchObject({ done: 3, skipped: 0 })
})

test('a user changed since is left as is and named', async () => {
  const [freed, again, gone, other] = (await buildUsers(4)) as [Account, Account, Account, Account]
  const first = await rowsOf([other])
  const id = await run([freed, again, gone, other])
  clock.shift(60_000)
  for (const { id: one } of [freed, again]) expect((await boss.call(user.unblock, { id: one })).status).toBe(200)
  clock.shift(60_000)
  expect((await boss.call(user.block, { id: again.id, reason: '核实中' })).status).toBe(200)
  await db.kysely.updateTable('accounts').set({ deletedAt: clock.now() }).where('id', '=', gone.id).execute()
  const before = await rowsOf([freed, again, gone])
  const { data: undo } = await boss.call(bulk.undo, { id })
  await runJob(undo.id)
  expect(await rowsOf([freed, again, gone])).toEqual(before)
  expect(await skippedOf(undo.id)).toEqual([
    [freed.userName, 'bulk.changed_since'],
    [again.userName, 'bulk.changed_since'],
    [gone.userName, 'object.unknown'],
  ])
  expect(await rowsOf([other])).toEqual(await afterBlock(first, id, undo.id))
})

test('undoing a bulk that still runs ends it first, and the rest is never blocked', async () => {
  const people = await buildUsers(4)
  const before = await rowsOf(people)
  const { data: started } = await press(people)
  await blockOnly(started.id, people.slice(0, 2))
  const { data: undo } = await boss.call(bulk.undo, { id: started.id })
  expect([undo.people, (await show(started.id)).state]).toEqual([2, 'stopped'])
  await runJob(started.id)
  await runJob(undo.id)
  expect(await rowsOf(people)).toEqual(await afterBlock(before, started.id, undo.id))
})

/** The process dies after these: the others still wait. */
async function blockOnly(bulkId: string, people: readonly Account[]) {
  const ids = people.map(({ id }) => id)
  const waiting = db.kysely
    .selectFrom('bulkItems')
    .selectAll()
    .where('bulkId', '=', bulkId)
    .where('accountId', 'not in', ids)
  const rest = await waiting.execute()
  await db.kysely.deleteFrom('bulkItems').where('bulkId', '=', bulkId).where('accountId', 'not in', ids).execute()
  const done = db.kysely.updateTable('bulkRuns').where('id', '=', bulkId)
  await runJob(bulkId)
  await done.set({ state: 'running', endedAt: null }).execute()
  await db.kysely.insertInto('bulkItems').values(rest).execute()
}

test('an undo that was stopped leaves the rest blocked, and the next one takes them', async () => {
  const people = await buildUsers(3)
  const before = await rowsOf(people)
  const id = await run(people)
  const { data: first } = await boss.call(bulk.undo, { id })
  expect((await boss.call(bulk.stop, { id: first.id })).data.state).toBe('stopped')
  await runJob(first.id)
  expect(await show(id)).toMatchObject({ canUndo: true, undoneBy: null })
  const { data: second } = await boss.call(bulk.undo, { id })
  expect(second.id).not.toBe(first.id)
  await runJob(second.id)
  expect(await rowsOf(people)).toEqual(await afterBlock(before, id, second.id))
})

test('an undone notice is gone for all its readers', async () => {
  const [reader] = (await buildUsers(1)) as [Account]
  const id = await run([reader], { kind: 'notice', title: '维护', body: '今晚维护' })
  const titles = async () =>
    (await call(api.notices.list, {}, { token: await buildSession(db, reader) })).data.items.map(({ title }) => title)
  expect(await titles()).toEqual(['维护'])
  const { data: undo } = await boss.call(bulk.undo, { id })
  expect(undo).toMatchObject({ state: 'done', done: 1, action: 'notice' })
  expect(await titles()).toEqual([])
})

test('only who may do it may undo it; of another reseller it is unknown, and traffic is used by then', async () => {
  const people = await buildUsers(2)
  const id = await run(people)
  const onlyNotices = await buildStaff(made, {
    resellerId: 260,
    permissions: ['bulk.run', 'notices.write', 'users.read'],
  })
  expect((await support.call(bulk.undo, { id })).code).toBe('staff.forbidden')
  expect((await onlyNotices.call(bulk.undo, { id })).code).toBe('staff.forbidden')
  for (const unknown of [id, randomUUID()]) {
    expect((await neighbour.call(bulk.undo, { id: unknown })).code).toBe('object.unknown')
  }
  expect((await rowsOf(people)).own.every(({ blockedAt }) => blockedAt !== null)).toBe(true)
})

test('unblock ends blocks, whoever made them, and leaves out who is not blocked', async () => {
  const [one, two, free] = (await buildUsers(3)) as [Account, Account, Account]
  const before = await rowsOf([one, two, free])
  await run([one])
  expect((await boss.call(user.block, { id: two.id, reason: '核实' })).status).toBe(200)
  clock.shift(HOUR_MS / 4)
  const selection = { ids: idsOf([one, two, free]) }
  const { data } = await boss.call(bulk.preview, { selection, work: { kind: 'unblock' } })
  expect(data).toMatchObject({ people: 2, costFen: 0, skipped: [{ reason: 'bulk.not_blocked', people: 1 }] })
  const id = await run([one, two, free], { kind: 'unblock' })
  expect(await show(id)).toMatchObject({ done: 2, skipped: 1, waiting: 0, people: 2, canUndo: false })
  expect(await skippedOf(id)).toEqual([[free.userName, 'bulk.not_blocked']])
  expect(await rowsOf([one, two, free])).toMatchObject({ own: before.own, open: before.open })
})

test('above 20 users the number is typed; 20 need none, and no key blocks whatever it types', async () => {
  const people = await buildUsers(25)
  const asked = (count: number) => ({
    selection: { ids: idsOf(people.slice(0, count)) },
    work: BLOCK,
    people: count,
    costFen: 0,
  })
  await prove(boss)
  for (const typed of [{}, { peopleTyped: 24 }]) {
    const refused = await boss.call(bulk.start, { ...asked(25), ...typed, key: randomUUID() })
    expect([refused.status, refused.code]).toEqual([422, 'bulk.untyped'])
  }
  const bot = await buildKey(made, { resellerId: 260, dailyFen: 300 })
  const byKey = await bot.call(bulk.start, { ...asked(25), peopleTyped: 25, key: randomUUID() })
  expect([byKey.status, byKey.code]).toEqual([403, 'staff.step_up'])
  expect((await rowsOf(people)).own.every(({ blockedAt }) => blockedAt === null)).toBe(true)
  const few = await boss.call(bulk.start, { ...asked(staffLimits.blockUntypedMax), key: randomUUID() })
  expect(few.status).toBe(200)
  await runJob(few.data.id)
  await prove(boss)
  const key = randomUUID()
  const rest = { ...asked(25), people: 5, key }
  expect((await boss.call(bulk.start, rest)).status).toBe(200)
})

test('again for the left-out meets those that the first one left out, and nobody of another reseller', async () => {
  const [done, ended] = [await buildUser('running'), await buildUser('bare')]
  const id = await run([done, ended], { kind: 'days', days: 3 })
  expect(await skippedOf(id)).toEqual([[ended.userName, 'gift.no_package']])
  const again = { selection: { leftOutOf: id }, work: { kind: 'notice', title: '补偿', body: '请联系客服' } as const }
  expect((await boss.call(bulk.preview, again)).data).toMatchObject({ people: 1, names: [ended.userName] })
  expect((await neighbour.call(bulk.preview, again)).code).toBe('bulk.empty')
  const { data } = await boss.call(bulk.start, { ...again, people: 1, costFen: 0, key: randomUUID() })
  await runJob(data.id)
  expect(await show(data.id)).toMatchObject({ done: 1, skipped: 0 })
})

test('a block that is killed in the middle goes on with those who wait, and undone all are as before', async () => {
  const people = await buildUsers(6)
  const before = await rowsOf(people)
  const { data } = await press(people)
  const holder = await db.pool.connect()
  try {
    await holder.query('begin')
    await holder.query('select from accounts where id = $1 for update', [people[3]!.id])
    const killed = runJob(data.id).then(
      () => null,
      (error: unknown) => error,
    )
    const waiting = `select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    await expect.poll(async () => (await db.pool.query(waiting)).rowCount).toBe(1)
    await db.pool.query(`select pg_terminate_backend(pid) from (${waiting}) one`)
    await holder.query('rollback')
    expect(await killed).toBeInstanceOf(Error)
  } finally {
    holder.release()
  }
  expect(await show(data.id)).toMatchObject({ state: 'running', done: 3, waiting: 3 })
  await runJob(data.id)
  expect(await show(data.id)).toMatchObject({ state: 'done', done: 6, skipped: 0 })
  const { data: undo } = await boss.call(bulk.undo, { id: data.id })
  await runJob(undo.id)
  expect(await rowsOf(people)).toEqual(await afterBlock(before, data.id, undo.id))
})

test('of two blocks of the same users at once each user is in one, and undoing both frees everybody', async () => {
  const people = await buildUsers(6)
  const before = await rowsOf(people)
  const ids = [(await press(people)).data.id, (await press(people, BLOCK, manager)).data.id]
  await Promise.all(ids.map(runJob))
  const runs = await Promise.all(ids.map(show))
  expect(runs.reduce((sum, { done }) => sum + done, 0)).toBe(6)
  expect(runs.reduce((sum, { skipped }) => sum + skipped, 0)).toBe(6)
  for (const { id, done } of runs) if (done > 0) await runJob((await boss.call(bulk.undo, { id })).data.id)
  expect((await rowsOf(people)).own).toEqual(before.own)
})
