import { expect, onTestFinished, test } from 'vitest'

import { consoleApi } from '../../../contract/console/api.ts'
import type { UserFilters } from '../../../contract/console/users.ts'
import { DAY_MS } from '../../../contract/durations.ts'
import { clock } from '../../platform/clock.ts'
import { dayOf } from '../../platform/text/business-day.ts'
import { buildStaff } from '../../test/build/build-staff.ts'
import { buildAccount } from '../../test/build/factories.ts'
import { buildNode } from '../../test/build/line-desk.ts'
import { buildPackage, fund } from '../../test/build/money-factories.ts'
import { makeApp } from '../../test/run/make-app.ts'

const made = await makeApp()
const { app, db, config } = made
const inDays = (days: number) => new Date(clock.now().getTime() + days * DAY_MS)

const boss = await buildStaff(made, { resellerId: 260, role: 'owner' })
const viewer = await buildStaff(made, { resellerId: 260, role: 'viewer' })
const plan = await buildPackage(db, { resellerId: 260 })
const build = (userName: string, email?: string) =>
  buildAccount(db, { resellerId: 260, userName, ...(email ? { email } : {}) })
const lily = await build('lily_88', 'lily@example.com')
const liam = await build('liam.phone')
const mona = await build('mona2026')
const foreign = await buildAccount(db, { resellerId: 261, userName: 'lily.of.another', email: 'lily@other.example' })

const subscription = { resellerId: 260, packageId: plan.id, period: 'month' as const, totalBytes: 100 }
await db.kysely
  .insertInto('subscriptions')
  .values([
    { ...subscription, accountId: lily.id, expiresAt: inDays(3), usedBytes: 100 },
    { ...subscription, accountId: liam.id, expiresAt: inDays(-3), usedBytes: 0 },
  ])
  .execute()
await fund(db, mona, 500)
await db.kysely.updateTable('accounts').set({ inviterId: lily.id }).where('id', '=', mona.id).execute()
const nodeId = await buildNode(db, { name: '香港 01' })
const { number } = await db.kysely
  .insertInto('lines')
  .values({
    resellerId: 260,
    accountId: liam.id,
    nodeId,
    sealedCredential: Buffer.from('x'),
    revision: 1,
    state: 'active',
    stateSince: clock.now(),
    createdAt: clock.now(),
  })
  .returning('number')
  .executeTakeFirstOrThrow()

await db.kysely
  .insertInto('accountNotes')
  .values({
    resellerId: 260,
    accountId: mona.id,
    author: 'staff:1',
    body: '微信客户张三，WeChat 付款',
    createdAt: clock.now(),
  })
  .execute()
const today = dayOf(clock.now(), config.businessTz)
await db.pool.query(`select traffic_make_partition('traffic_days', date_trunc('month', $1::date)::date)`, [today])
await db.pool.query('insert into traffic_days values ($1, 260, $2, 1, 1)', [today, liam.id])
for (const address of ['198.51.100.1', '198.51.100.2']) {
  await db.pool.query('insert into line_addresses values (260, $1, $2, $3, $4, $4)', [
    liam.id,
    nodeId,
    address,
    clock.now(),
  ])
}

const names = async (input: UserFilters, by = boss) => {
  const { status, text, data } = await by.call(consoleApi.users.list, input)
  expect(status, text).toBe(200)
  return data.rows.map(({ userName }) => userName)
}

test.each([
  ['the beginning of a name, in any case', 'LI', ['liam.phone', 'lily_88']],
  ['a sign that means something to the database', 'li_', []],
  ['a mail', 'lily@exam', ['lily_88']],
  ['the middle of a name', 'am.pho', ['liam.phone']],
  ['the middle of a mail', 'ily@example', ['lily_88']],
  ['a word of a note', '张三', ['mona2026']],
  ['Latin letters of a note', 'wechat', ['mona2026']],
  ['signs between letters', 'ily_88', ['lily_88']],
  ['an id', String(mona.id), ['mona2026']],
  ['the number of a line', String(number), ['liam.phone']],
  ['nothing of another reseller', 'lily.of', []],
  ['nor its mail', 'lily@other.example', []],
])('finds by %s', async (_what, search, found) => {
  expect(await names({ search, sort: 'name' })).toEqual(expect.arrayContaining(found))
  expect(await names({ search, sort: 'name' })).not.toContain(foreign.userName)
  if (found.length === 0) expect(await names({ search })).toEqual([])
})

test('finds a user by invite code, however it was typed', async () => {
  await db.kysely.updateTable('accounts').set({ inviteCode: 'ABCD2345' }).where('id', '=', mona.id).execute()
  expect(await names({ search: 'abcd2345' })).toEqual(['mona2026'])
})

test('finds a user by the number of the panel that it came from, until that is undone', async () => {
  const came = {
    source: 'panel',
    panel: 'V2Board',
    wholesalePercent: 40,
    fingerprint: Buffer.alloc(32),
    stage: 'done' as const,
  }
  const at = { begunAt: clock.now(), changedAt: clock.now() }
  const { id: importId } = await db.kysely
    .insertInto('imports')
    .values({ resellerId: 260, ...came, ...at, runs: 1 })
    .returning('id')
    .executeTakeFirstOrThrow()
  const thing = { resellerId: 260, importId, kind: 'user' as const, oldKey: '987654' }
  await db.kysely
    .insertInto('importThings')
    .values({ ...thing, ourKey: String(mona.id) })
    .execute()
  expect(await names({ search: '987654' })).toEqual(['mona2026'])
  expect(await names({ search: '98765' })).toEqual([])
  const origin = async () => (await boss.call(consoleApi.user.show, { id: mona.id })).data?.cameFrom
  expect(await origin()).toEqual({ panel: 'V2Board', source: 'panel', number: '987654' })
  // Somebody else has the number there by now: the mark of that is not a part of his number.
  const oldKey = `987654 before ${mona.id}`
  await db.kysely.updateTable('importThings').set({ oldKey }).where('importId', '=', importId).execute()
  expect((await origin())?.number).toBe('987654')
  await db.kysely.updateTable('importThings').set({ oldKey: '987654' }).where('importId', '=', importId).execute()
  await db.kysely.updateTable('imports').set({ undoneAt: clock.now() }).where('id', '=', importId).execute()
  expect(await names({ search: '987654' })).toEqual([])
  expect(await origin()).toBeNull()
})

test.each<[string, UserFilters, string[]]>([
  ['running', { state: 'active' }, ['lily_88']],
  ['expired', { state: 'expired' }, ['liam.phone']],
  ['without a package', { state: 'none' }, ['mona2026']],
  ['of a package', { package: plan.id }, ['liam.phone', 'lily_88']],
  ['ending this week', { endsWithinDays: 7 }, ['lily_88']],
  ['ending in two days', { endsWithinDays: 2 }, []],
  ['never connected', { neverConnected: true }, ['lily_88']],
  ['over quota', { overQuota: true }, ['lily_88']],
  ['with money', { balanceFromFen: 500 }, ['mona2026']],
  ['with more money', { balanceFromFen: 501 }, []],
  ['invited by lily', { inviter: lily.id }, ['mona2026']],
  ['of another package', { package: plan.id, not: 'package' }, ['mona2026']],
  ['not running', { state: 'active', not: 'state' }, ['liam.phone', 'mona2026']],
  ['on a node', { node: nodeId }, ['liam.phone']],
  ['not on that node', { node: nodeId, not: 'node' }, ['lily_88', 'mona2026']],
  ['seen lately', { seenWithinDays: 7 }, ['liam.phone']],
  ['not seen lately', { seenWithinDays: 7, not: 'seenWithinDays' }, ['lily_88', 'mona2026']],
  ['with two devices', { devicesFrom: 2 }, ['liam.phone']],
  ['with three devices', { devicesFrom: 3 }, []],
  ['registered tomorrow', { registeredFrom: inDays(1).toISOString() }, []],
  ['registered by tomorrow', { registeredTo: inDays(1).toISOString() }, ['liam.phone', 'lily_88', 'mona2026']],
])('lists users %s', async (_what, filter, found) => {
  expect(await names({ ...filter, sort: 'name' })).toEqual(found)
})

test("days in which users were seen are the business's, also while it is still yesterday in UTC", async () => {
  onTestFinished(() => clock.reset())
  await db.pool.query(`select traffic_make_partition('traffic_days', '2027-02-01')`)
  await db.pool.query(`insert into traffic_days values ('2027-02-28', 261, $1, 1, 1)`, [foreign.id])
  for (const hour of ['00:30', '09:00', '23:30']) {
    clock.shift(Date.parse(`2027-03-01T${hour}:00+08:00`) - clock.now().getTime())
    const office = await buildStaff(made, { resellerId: 261, role: 'owner' })
    expect(await names({ seenWithinDays: 1 }, office), hour).toEqual([])
    expect(await names({ seenWithinDays: 2 }, office), hour).toEqual([foreign.userName])
  }
})

test('a user who has connected once is not among those who never have', async () => {
  const first = { resellerId: 260, accountId: lily.id, firstAt: clock.now() }
  await db.kysely.insertInto('trafficFirsts').values(first).execute()
  expect(await names({ neverConnected: true })).toEqual([])
  await db.kysely.deleteFrom('trafficFirsts').where('accountId', '=', lily.id).execute()
})

test('users without a value come last in both sort directions', async () => {
  expect(await names({ sort: 'ends' })).toEqual(['liam.phone', 'lily_88', 'mona2026'])
  expect(await names({ sort: '-ends' })).toEqual(['lily_88', 'liam.phone', 'mona2026'])
  expect(await names({ sort: 'balance' })).toEqual(['mona2026', 'lily_88', 'liam.phone'])
})

test('a user who is paused and blocked is only among the blocked; somebody who registers as a day ends counts in the next', async () => {
  const { id } = await build('pat.paused')
  const set = (change: { pausedAt?: Date; blockedAt?: Date; blockedReason?: string; deletedAt?: Date }) =>
    db.kysely.updateTable('accounts').set(change).where('id', '=', id).execute()
  onTestFinished(() => void set({ deletedAt: clock.now() }))
  await set({ pausedAt: clock.now() })
  expect(await names({ state: 'paused' })).toEqual(['pat.paused'])
  await set({ blockedAt: clock.now(), blockedReason: 'fraud' })
  expect([await names({ state: 'paused' }), await names({ state: 'blocked' })]).toEqual([[], ['pat.paused']])
  // To the millisecond, as a filter has it: the database counts finer.
  const createdAt = clock.now()
  await db.kysely.updateTable('accounts').set({ createdAt }).where('id', '=', id).execute()
  const from = createdAt.toISOString()
  expect([await names({ registeredFrom: from }), (await names({ registeredTo: from })).includes('pat.paused')]).toEqual(
    [['pat.paused'], false],
  )
})

test('e-mail addresses are masked without users.private, and their first letters find nobody', async () => {
  const shown = async (by: typeof boss) => (await by.call(consoleApi.users.list, { search: 'lily_88' })).data.rows[0]
  expect(await shown(boss)).toMatchObject({ email: 'lily@example.com' })
  expect(await shown(viewer)).toMatchObject({ email: 'l***@example.com' })
  expect(await names({ search: 'lily@exam' }, viewer)).toEqual([])
  expect(await names({ search: 'lily@example.com' }, viewer), 'who knows it may look').toEqual(['lily_88'])
})

test('a made-up cursor is refused as a wrong field', async () => {
  for (const cursor of ['x', 'v..', 'v.YWJj.1', 'n.AA.abc']) {
    const answer = await boss.call(consoleApi.users.list, { sort: 'ends', cursor })
    expect([cursor, answer.status, answer.code]).toEqual([cursor, 400, 'request.invalid'])
  }
})

test('a list leaves one row in the audit, without the search text', async () => {
  await names({ search: 'lily@example.com', state: 'active' })
  const row = await db.kysely
    .selectFrom('auditLog')
    .select(['actor', 'action', 'detail'])
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  expect(row).toEqual({
    actor: `staff:${boss.staffId}`,
    action: 'users.listed',
    detail: { state: 'active', searchCharacters: 16, count: 1 },
  })
})

test('the file has the whole list, is audited, and needs the permission to export', async () => {
  const open = (by: typeof boss) =>
    app.inject({ url: consoleApi.users.export.path, query: { sort: 'name' }, headers: by.headers })
  const file = await open(boss)
  expect(file.statusCode, file.body).toBe(200)
  expect(file.headers['content-type']).toBe('text/csv; charset=utf-8')
  expect(file.headers['content-disposition']).toMatch(/^attachment; filename="users-260-\d{4}-\d\d-\d\d\.csv"$/)
  const lines = file.body.trimEnd().split('\r\n')
  expect(lines.map((line) => line.split(',')[1])).toEqual(['账号', 'liam.phone', 'lily_88', 'mona2026'])
  expect(lines[3]).toContain(',5.00,')
  expect([lines[0]!.startsWith('\uFEFF'), lines[2]!.split(',')[3]]).toEqual([true, '正常'])
  const { createdAt } = await db.kysely
    .selectFrom('accounts')
    .select('createdAt')
    .where('userName', '=', 'lily_88')
    .executeTakeFirstOrThrow()
  // Times are in the business time zone, as in the list and in every other file.
  expect(lines[2]).toContain(createdAt.toLocaleString('sv', { timeZone: config.businessTz }))
  const { action } = await db.kysely
    .selectFrom('auditLog')
    .select('action')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  expect(action).toBe('users.exported')
  expect([(await open(viewer)).statusCode, (await open(viewer)).json<{ code: string }>().code]).toEqual([
    403,
    'staff.forbidden',
  ])
})

test('hundreds of ticked users can be exported and given to, and nobody of another reseller', async () => {
  const many = Array.from({ length: 300 }, (_, at) => 900_000_000 + at)
  const ids = [...many, lily.id, foreign.id, mona.id].join(',')
  const file = await boss.call(consoleApi.users.exportTicked, { ids })
  expect([file.data.rows, file.data.isCut]).toEqual([2, false])
  const lines = file.data.text.trimEnd().split('\r\n')
  expect(lines.map((line) => line.split(',')[1])).toEqual(['账号', 'lily_88', 'mona2026'])
  const work = { kind: 'block', reason: '核实' } as const
  expect((await boss.call(consoleApi.bulk.preview, { selection: { ids }, work })).data.people).toBe(2)
  expect((await viewer.call(consoleApi.users.exportTicked, { ids })).code).toBe('staff.forbidden')
  const all = Array.from({ length: 2001 }, (_, at) => at + 1).join(',')
  expect((await boss.call(consoleApi.users.exportTicked, { ids: all })).status).toBe(400)
})

test('staff create a user, who sets the password by a link; a taken name is refused', async () => {
  const answer = await boss.call(consoleApi.users.create, { userName: 'fresh.one' })
  expect(answer.data).toMatchObject({ sentTo: null, link: expect.stringContaining('/find_pass') })
  expect((await boss.call(consoleApi.users.create, { userName: 'Fresh.One' })).code).toBe('account.taken')
  expect((await viewer.call(consoleApi.users.create, { userName: 'other.one' })).code).toBe('staff.forbidden')
})
