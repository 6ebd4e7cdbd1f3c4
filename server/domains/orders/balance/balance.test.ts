import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'

import { api } from '../../../../contract/api.ts'
import { limits } from '../../../../contract/limits.ts'
import { clock } from '../../../platform/clock.ts'
import { buildSession } from '../../../test/build/build-session.ts'
import { buildAccount } from '../../../test/build/factories.ts'
import { buildPackage, fund } from '../../../test/build/money-factories.ts'
import { checkBooksAfterEach } from '../../../test/look/books.ts'
import { makeApp } from '../../../test/run/make-app.ts'
import { balanceCsv } from './balance-csv.ts'

const { call, db, inject } = await makeApp()
checkBooksAfterEach(db)

beforeEach(() => clock.reset())

async function buildSpender() {
  const account = await buildAccount(db)
  await fund(db, account, 5000)
  const token = await buildSession(db, account)
  const plan = await buildPackage(db)
  const wish = { action: 'new', packageId: plan.wireId, period: 'month' } as const
  const { quoteId } = (await call(api.packages.quote, wish, { token })).data
  const { orderId } = (await call(api.packages.buy, { quoteId, payBy: 'balance', key: randomUUID() }, { token })).data
  return { account, token, plan, orderId }
}

test('shows every change with the balance after it, newest first', async () => {
  const { token, plan, orderId } = await buildSpender()
  const { data } = await call(api.balance.entries, {}, { token })
  expect(data).toMatchObject({
    balanceFen: 2000,
    next: null,
    items: [
      { kind: 'sale', amountFen: -3000, balanceAfterFen: 2000, about: plan.name, orderId },
      { kind: 'topup', amountFen: 5000, balanceAfterFen: 5000, about: null, orderId: null },
    ],
  })
})

test('filters by kind and time, and refuses unknown values', async () => {
  const { token } = await buildSpender()
  const kinds = async (query: object) => {
    const { data } = await call(api.balance.entries, query, { token })
    return data.items.map(({ kind }) => kind)
  }
  expect(await kinds({ kind: 'topup' })).toEqual(['topup'])
  const soon = new Date(clock.now().getTime() + 60_000).toISOString()
  expect(await kinds({ from: soon })).toEqual([])
  expect(await kinds({ to: soon })).toEqual(['sale', 'topup'])
  for (const query of [
    { kind: 'theft' },
    { from: 'yesterday' },
    { cursor: '-1' },
    { cursor: '1e99' },
    { accountId: 1 },
    { to: '2026-12-31T23:59:60Z' },
  ]) {
    expect((await call(api.balance.entries, query as never, { token })).status, JSON.stringify(query)).toBe(400)
  }
})

test('pages through a long history without a gap or a repeat', async () => {
  const account = await buildAccount(db)
  const token = await buildSession(db, account)
  const count = limits.listPageSize * 2 + 3
  for (let index = 1; index <= count; index += 1) await fund(db, account, index)
  const seen: number[] = []
  let cursor: string | null = null
  do {
    const { data }: { data: { items: { amountFen: number }[]; next: string | null } } = await call(
      api.balance.entries,
      cursor === null ? {} : { cursor },
      { token },
    )
    seen.push(...data.items.map(({ amountFen }) => amountFen))
    cursor = data.next
  } while (cursor !== null)
  expect(seen).toEqual(Array.from({ length: count }, (_, index) => count - index))
})

test("nobody sees another user's history", async () => {
  await buildSpender()
  const token = await buildSession(db, await buildAccount(db))
  expect((await call(api.balance.entries, {}, { token })).data).toEqual({ balanceFen: 0, items: [], next: null })
})

test('downloads as CSV with a ticket that works once', async () => {
  const { token, plan } = await buildSpender()
  const { ticket } = (await call(api.sessions.ticket, { audience: 'download' }, { token })).data
  const open = (query: Record<string, string>) => inject({ method: 'GET', url: '/api/balance/export', query })
  const file = await open({ ticket })
  expect([file.statusCode, file.headers['content-type']]).toEqual([200, 'text/csv; charset=utf-8'])
  expect(file.headers['content-disposition']).toMatch(/^attachment; filename="balance-\d{4}-\d\d-\d\d\.csv"$/)
  const lines = file.body.split('\r\n')
  expect(lines[0]).toBe('\uFEFF时间,类型,金额,结余,说明')
  expect(lines[1]).toMatch(new RegExp(`^\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d,购买,-30\\.00,20\\.00,${plan.name}$`))
  expect(lines[2]).toMatch(/,充值,50\.00,50\.00,$/)
  const again = await open({ ticket })
  expect([again.statusCode, again.headers['content-type']]).toEqual([403, 'text/html; charset=utf-8'])
  expect((await open({})).statusCode).toBe(403)
  const { ticket: usage } = (await call(api.sessions.ticket, { audience: 'usage' }, { token })).data
  expect((await open({ ticket: usage })).statusCode).toBe(403)
})

test("the file's name has the business's day, also while it is still yesterday in UTC", async () => {
  clock.shift(Date.parse('2027-02-28T16:30:00Z') - clock.now().getTime())
  const token = await buildSession(db, await buildAccount(db))
  const { ticket } = (await call(api.sessions.ticket, { audience: 'download' }, { token })).data
  const file = await inject({ method: 'GET', url: '/api/balance/export', query: { ticket } })
  expect(file.headers['content-disposition']).toBe('attachment; filename="balance-2027-03-01.csv"')
})

test('writes a cell that looks like a formula as text', () => {
  const row = (about: string) => ({
    id: 1,
    at: new Date('2026-01-31T16:00:00Z'),
    kind: 'sale',
    amountFen: -123_456,
    balanceAfterFen: 5,
    memo: { about },
  })
  const csv = balanceCsv([row('＝1+1'), row('a,"b"')], 'en', 'Asia/Shanghai', '余额')
  expect(csv.split('\r\n').slice(1, 3)).toEqual([
    "2026-02-01 00:00:00,Purchase,-1234.56,0.05,'＝1+1",
    '2026-02-01 00:00:00,Purchase,-1234.56,0.05,"a,""b"""',
  ])
})
