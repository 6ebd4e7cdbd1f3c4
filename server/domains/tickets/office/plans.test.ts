import { beforeAll, expect, test } from 'vitest'

import { api } from '../../../../contract/api.ts'
import { consoleApi } from '../../../../contract/console/api.ts'
import { createDb } from '../../../platform/db/db.ts'
import { buildSession } from '../../../test/build/build-session.ts'
import { buildStaff } from '../../../test/build/build-staff.ts'
import { buildReseller } from '../../../test/build/factories.ts'
import { tablesScanned } from '../../../test/look/plans.ts'
import { atFileEnd } from '../../../test/run/endings.ts'
import { makeApp } from '../../../test/run/make-app.ts'

const app = await makeApp()
const { db, call } = app
const { tickets } = consoleApi
/** Thousands of rows in one statement take longer than a call may. */
const patient = createDb({ url: app.config.databaseUrl!, poolSize: 1, statementTimeoutMs: 240_000 })
atFileEnd(() => patient.close())
const [OWN, OTHER] = [4342, 4343]
let ask: Awaited<ReturnType<typeof buildStaff>>['call']
let askAll: typeof ask
let token: string
let ticketId: number

/** Three states, every hundredth handed over, and words that all or only some have. */
async function buildMany(resellerId: number, count: number) {
  await buildReseller(db, { id: resellerId })
  const run = (text: string, values: unknown[]) => patient.pool.query(text, values)
  await run(
    `insert into accounts (reseller_id, user_name, password_hash, invite_code, created_at)
      select $1, 'asks' || i, '-', 'asks' || i, timestamptz '2026-01-01' from generate_series(1, 6000) i`,
    [resellerId],
  )
  await run(
    `insert into tickets (reseller_id, account_id, category, title, state, holder, created_at, waits_since, last_at, closed_at,
        closed_by)
      select $1, ids.all[1 + i % 6000], 'dead', 'title', s.state, case i % 100 when 0 then 'operator' else 'reseller' end,
        at.at, at.at, at.at, case s.state when 'closed' then at.at end, case s.state when 'closed' then 'user' end
      from (select array_agg(id) as all from accounts where reseller_id = $1) ids
        cross join generate_series(1, $2::int) i
        cross join lateral (select case when i % 50 = 0 then 'open' when i % 20 = 0 then 'answered' else 'closed' end as state) s
        cross join lateral (select timestamptz '2026-02-01' + i * interval '1 minute' as at) at`,
    [resellerId, count],
  )
  await run(
    `insert into ticket_messages (reseller_id, ticket_id, author, body, created_at)
      select reseller_id, id, 'user', 'all say 连不上 and ' || md5(id::text), created_at
      from tickets where reseller_id = $1`,
    [resellerId],
  )
}

beforeAll(async () => {
  await buildMany(OWN, 10_000)
  await buildMany(OTHER, 5000)
  await db.pool.query('analyze accounts, tickets, ticket_messages')
  ask = (await buildStaff(app, { resellerId: OWN })).call
  askAll = (await buildStaff(app, { resellerId: null })).call
  const account = await db.kysely
    .selectFrom('tickets')
    .select(['accountId as id', 'resellerId', 'id as ticketId'])
    .where('resellerId', '=', OWN)
    .limit(1)
    .executeTakeFirstOrThrow()
  token = await buildSession(db, account)
  ticketId = account.ticketId
})

test.each<[name: string, input: object]>([
  ['first page', {}],
  ['waiting for staff', { state: 'open' }],
  ['closed, newest first', { state: 'closed', sort: '-waitsSince' }],
  ['handed over', { holder: 'operator' }],
  ['mine', { assignee: 'me' }],
  ['nobody’s, waiting', { assignee: 'nobody', state: 'open' }],
  ['of one user', { account: 1 }],
  ['one category', { category: 'slow' }],
  ['a rare word', { search: 'c4ca4238a0' }],
  ['two characters that few write', { search: '4c' }],
  ['a word that nobody writes', { search: '没有人写过这个' }],
  ['a word that everybody writes', { search: '连不上' }],
  ['a word that everybody writes, in one state', { search: '连不上', state: 'open' }],
  ['of one user', { account: 1 }],
  ['a number', { search: '#12' }],
  ['a user', { search: 'asks12' }],
])('no queue is read from end to end: %s', async (_name, input) => {
  expect(await tablesScanned(db, () => ask(tickets.list, input))).toEqual([])
})

test('nor is what the platform was handed, a thread, or what a user has', async () => {
  const scanned = (work: () => Promise<unknown>) => tablesScanned(db, work)
  expect(await scanned(() => askAll(tickets.handed, { state: 'open' }))).toEqual([])
  expect(await scanned(() => ask(tickets.show, { ticketId }))).toEqual([])
  expect(await scanned(() => call(api.tickets.list, {}, { token }))).toEqual([])
  const more = { ticketId, text: 'more', key: 'plan-key-1' }
  expect(await scanned(() => call(api.tickets.reopen, more, { token }))).toEqual([])
})

test('a word finds its tickets, one that everybody writes the newest', async () => {
  const rare = await ask(tickets.list, { search: 'c4ca4238a0' })
  expect(rare.data.count).toBeLessThan(3)
  const common = (await ask(tickets.list, { search: '连不上', sort: '-waitsSince' })).data
  // Counted no further than lists are.
  expect([common.count, common.countIsFloor]).toEqual([1000, true])
  const newest = (await ask(tickets.list, { sort: '-waitsSince' })).data
  expect(common.rows[0]).toEqual(newest.rows[0])
  // Every one that waits is found, however old.
  const open = await ask(tickets.list, { search: '连不上', state: 'open', sort: 'waitsSince' })
  const waiting = await ask(tickets.list, { state: 'open', sort: 'waitsSince' })
  expect([open.data.count, open.data.rows[0]]).toEqual([waiting.data.count, waiting.data.rows[0]])
})

test('a word that everybody wrote long ago is found, too', async () => {
  const first = 'select id from tickets where reseller_id = $1 order by id limit 2000'
  await patient.pool.query(
    `update ticket_messages set body = 'the outage of ' || id where reseller_id = $1 and ticket_id in (${first})`,
    [OWN],
  )
  expect((await ask(tickets.list, { search: 'the outage' })).data.count).toBeGreaterThan(50)
})
