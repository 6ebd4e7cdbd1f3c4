import { randomBytes, randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'

import { consoleApi } from '../../../../contract/console/api.ts'
import { cohortKinds } from '../../../../contract/console/choices.ts'
import { DAY_MS } from '../../../../contract/durations.ts'
import { clock } from '../../../platform/clock.ts'
import { spanOf } from '../../../platform/text/business-day.ts'
import { buildStaff } from '../../../test/build/build-staff.ts'
import { buildAccount } from '../../../test/build/factories.ts'
import { buildPackage } from '../../../test/build/money-factories.ts'
import { makeApp } from '../../../test/run/make-app.ts'

const made = await makeApp()
const { db, config } = made
const { renewals, users } = consoleApi
beforeEach(() => clock.reset())
const boss = await buildStaff(made, { resellerId: 260 })
const neighbour = await buildStaff(made, { resellerId: 261 })
const prices = { month: { retailFen: 3000, wholesaleFen: 1500 } }
const [cheap, dear] = [
  await buildPackage(db, { resellerId: 260, prices }),
  await buildPackage(db, { resellerId: 260, prices }),
]

const ago = (days: number) => new Date(clock.now().getTime() - days * DAY_MS)

type Sold = { action?: 'new' | 'renew' | 'upgrade'; refundedFen?: number }
async function sell(
  accountId: number,
  packageId: number,
  daysAgo: number,
  { action = 'new', refundedFen = 0 }: Sold = {},
) {
  const settledAt = ago(daysAgo)
  const fen = { listFen: 3000, totalFen: 3000, wholesaleFen: 1500, refundedFen }
  const state = refundedFen > 0 ? 'refunded' : 'paid'
  const order = {
    resellerId: 260,
    accountId,
    action,
    state,
    packageId,
    period: 'month',
    paidBy: 'balance',
    ...fen,
  } as const
  await db.kysely
    .insertInto('orders')
    .values({ ...order, createdAt: settledAt, expiresAt: settledAt, settledAt })
    .execute()
}

async function redeem(accountId: number, packageId: number, daysAgo: number) {
  const at = ago(daysAgo)
  const asked = { requestKey: randomUUID(), inputHash: randomBytes(32), keyCount: 1, costFen: 1500, createdAt: at }
  const { id: batchId } = await db.kysely
    .insertInto('cardBatches')
    .values({ resellerId: 260, kind: 'package', packageId, period: 'month', ...asked })
    .returning('id')
    .executeTakeFirstOrThrow()
  const used = { state: 'redeemed', lastFour: 'ABCD', redeemedBy: accountId, redeemedAt: at } as const
  await db.kysely
    .insertInto('cards')
    .values({ resellerId: 260, batchId, codeHash: randomBytes(32), ...used })
    .execute()
}

const inviter = await buildAccount(db, { resellerId: 260 })
const buyer = async (inviterId: number | null = null) => {
  const account = await buildAccount(db, { resellerId: 260 })
  await db.kysely.updateTable('accounts').set({ inviterId }).where('id', '=', account.id).execute()
  return account.id
}

async function subscribe(accountId: number, packageId: number) {
  const values = { resellerId: 260, accountId, packageId, period: 'month' as const, expiresAt: ago(-5), totalBytes: 1 }
  await db.kysely.insertInto('subscriptions').values(values).execute()
}

/** The rows of the users list behind a figure. */
async function behind(kind: (typeof cohortKinds)[number], key: string, span: { from: string; to: string }) {
  const zone = config.businessTz
  const days = kind === 'month' ? { from: `${key}-01`, to: lastOf(key) } : span
  const bought = {
    boughtFrom: spanOf(days.from, zone).from.toISOString(),
    boughtTo: spanOf(days.to, zone).until.toISOString(),
    ...(kind === 'package' ? { firstPackage: Number(key) } : {}),
    ...(kind === 'inviter' ? { inviter: Number(key) } : {}),
  }
  const count = async (more: object) => (await boss.call(users.list, { ...bought, ...more })).data.count
  return [await count({}), await count({ renewed: true }), await count({ state: 'active' })]
}

function lastOf(month: string): string {
  const [year, number] = month.split('-').map(Number) as [number, number]
  return new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10)
}

test('each figure is the number of users that the list shows for it, however they are put together', async () => {
  const [ann, bob, cid, dan] = [await buyer(inviter.id), await buyer(inviter.id), await buyer(), await buyer()]
  await sell(ann, cheap.id, 60)
  await sell(ann, cheap.id, 30, { action: 'renew' })
  await sell(bob, cheap.id, 60)
  // An upgrade is no renewal.
  await sell(bob, dear.id, 50, { action: 'upgrade' })
  await redeem(cid, dear.id, 20)
  // Bought long before: no first purchase of these months.
  await sell(dan, dear.id, 500)
  await sell(dan, dear.id, 20)
  await subscribe(ann, cheap.id)
  await subscribe(dan, dear.id)
  for (const by of cohortKinds) {
    const { data } = await boss.call(renewals.show, { by, months: 6 })
    expect(data.rows.length).toBeGreaterThan(0)
    for (const { key, people, renewed, active } of data.rows) {
      expect([by, key, ...(await behind(by, key, data))]).toEqual([by, key, people, renewed, active])
    }
    const sum = (name: 'people' | 'renewed' | 'active') => data.rows.reduce((total, row) => total + row[name], 0)
    expect([by, sum('people'), sum('renewed'), sum('active')]).toEqual([by, by === 'inviter' ? 2 : 3, 1, 1])
  }
  expect((await boss.call(renewals.show, { by: 'month', months: 12 })).data.rows).toHaveLength(12)
  expect((await neighbour.call(renewals.show, { by: 'package' })).data.rows).toEqual([])
})

test('what was taken back whole was not bought, and a deleted account is in no figure', async () => {
  const before = (await boss.call(renewals.show, { by: 'package' })).data.rows
  const [back, half, gone] = [await buyer(), await buyer(), await buyer()]
  await sell(back, cheap.id, 3, { refundedFen: 3000 })
  await sell(half, cheap.id, 3, { refundedFen: 1000 })
  await sell(gone, cheap.id, 3)
  await db.kysely.updateTable('accounts').set({ deletedAt: clock.now() }).where('id', '=', gone).execute()
  const after = (await boss.call(renewals.show, { by: 'package' })).data.rows
  const of = (rows: typeof before) => rows.find(({ key }) => key === String(cheap.id))!.people
  expect(of(after)).toBe(of(before) + 1)
})
