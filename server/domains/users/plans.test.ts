import { sql } from 'kysely'
import { expect, test } from 'vitest'

import { consoleApi } from '../../../contract/console/api.ts'
import { type UserFilters, userSorts } from '../../../contract/console/users.ts'
import { buildCrowd } from '../../test/build/build-crowd.ts'
import { buildStaff } from '../../test/build/build-staff.ts'
import { statementsWithValues } from '../../test/look/statements.ts'
import { makeApp } from '../../test/run/make-app.ts'

const made = await makeApp()
const { db } = made
const boss = await buildStaff(made, { resellerId: 260 })
const { packageId, firstId } = await buildCrowd(db, 260, 24_000)
await buildCrowd(db, 261, 1000)
await buildCrowd(db, 262, 10)
for (const [table, time, id] of [
  ['accounts', 'created_at', 'id'],
  ['subscriptions', 'expires_at', 'account_id'],
]) {
  const close = `timestamptz '2026-11-01 00:00:00.123' + ${id} % 10 * interval '90 microseconds'`
  await db.pool.query(`update ${table} set ${time} = ${close} where reseller_id = 262`)
}

/** Tables that grow with users. A list may not read any of them from end to end. */
const LARGE = /Seq Scan on (?:accounts|subscriptions|ledger_accounts|lines|line_addresses|account_notes|traffic_\w+)\b/

const asked: UserFilters[] = [
  ...userSorts.flatMap((sort) => [{ sort }, { sort: `-${sort}` as const }]),
  ...[
    'crowd.260.77',
    '260.77',
    'crowd77@r260.example',
    '77@r26',
    'crowd',
    'example',
    '微信',
    'cr',
    String(firstId + 5),
    'CR260X77',
    '123',
  ].map((search) => ({ search })),
  ...(['active', 'paused', 'blocked', 'locked', 'leaving', 'expired', 'none'] as const).map((state) => ({ state })),
  { package: packageId },
  { endsWithinDays: 7, sort: 'ends' },
  { neverConnected: true },
  { overQuota: true },
  { balanceFromFen: 100 },
  { inviter: firstId },
  { node: 1 },
  { node: 1, not: 'node' },
  { seenWithinDays: 7 },
  { seenWithinDays: 7, not: 'seenWithinDays' },
  { devicesFrom: 2 },
  { package: packageId, not: 'package' },
  { boughtFrom: '2026-01-01T00:00:00Z', boughtTo: '2026-02-01T00:00:00Z', firstPackage: packageId, renewed: true },
  { renewed: false },
  { outage: 1 },
  { registeredFrom: '2020-01-01T00:00:00Z', registeredTo: '2020-02-01T00:00:00Z' },
]

test.each(asked.map((input) => [JSON.stringify(input), input] as const))(
  '%s reads no large table from end to end',
  async (_name, input) => {
    const { result, statements } = await statementsWithValues(() => boss.call(consoleApi.users.list, input))
    expect(result.status, result.text).toBe(200)
    const lists = statements.filter(({ text }) => /from accounts [af]|from unnest/.test(text))
    expect(lists.length).toBeGreaterThanOrEqual(3)
    for (const { text, values } of lists) {
      const client = await db.pool.connect()
      try {
        await client.query('begin; set local enable_seqscan = off')
        const { rows } = await client.query<{ 'QUERY PLAN': string }>(`explain ${text}`, values)
        expect(rows.map((row) => row['QUERY PLAN']).join('\n')).not.toMatch(LARGE)
      } finally {
        await client.query('rollback')
        client.release()
      }
    }
  },
)

test.each(['crowd', 'example'])(
  'what everybody has, as %s, is cut at the newest, and said to be more',
  async (search) => {
    const { data } = await boss.call(consoleApi.users.list, { search, limit: 3 })
    expect([data.count, data.countIsFloor]).toEqual([1_000, true])
    const { data: all } = await boss.call(consoleApi.users.list, { limit: 3 })
    expect(data.rows.map(({ id }) => id)).toEqual(all.rows.map(({ id }) => id))
  },
)

test('the check for large scans finds one', async () => {
  const { rows } = await sql<{ 'QUERY PLAN': string }>`explain select max(password_hash) from accounts`.execute(
    db.kysely,
  )
  expect(JSON.stringify(rows)).toMatch(LARGE)
})

test.each(['created', '-created', 'ends', '-ends'] as const)(
  'by %s users of the same millisecond come once each',
  async (sort) => {
    const { call } = await buildStaff(made, { resellerId: 262 })
    const seen: number[] = []
    let cursor: string | undefined
    do {
      const { data } = await call(consoleApi.users.list, { sort, limit: 3, ...(cursor ? { cursor } : {}) })
      seen.push(...data.rows.map(({ id }) => id))
      cursor = data.nextCursor ?? undefined
    } while (cursor)
    expect([seen.length, new Set(seen).size]).toEqual([10, 10])
  },
)

test('refuses a cursor of another sort and a cursor that is not a time', async () => {
  const { nextCursor } = (await boss.call(consoleApi.users.list, { sort: 'name', limit: 1 })).data
  for (const cursor of [nextCursor!, 'v.MjAyNi05OS05OSAwMDowMDowMA.1', 'v.AA.1', 'x..1']) {
    expect((await boss.call(consoleApi.users.list, { sort: 'created', cursor })).status).toBe(400)
  }
})

test.each(userSorts.flatMap((sort) => [sort, `-${sort}`] as const))(
  'by %s every user comes once over all pages, and no user of another reseller',
  async (sort) => {
    const seen = new Set<number>()
    let cursor: string | undefined
    for (let page = 0; page < 12; page += 1) {
      const { data } = await boss.call(consoleApi.users.list, { sort, limit: 100, ...(cursor ? { cursor } : {}) })
      for (const { id, userName } of data.rows) {
        expect(seen.has(id)).toBe(false)
        expect(userName).toMatch(/^crowd\.260\./)
        seen.add(id)
      }
      expect([data.count, data.countIsFloor]).toEqual([1_000, true])
      cursor = data.nextCursor ?? undefined
    }
    expect(seen.size).toBe(1200)
  },
)
