import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'

import { api } from '../../../../contract/api.ts'
import { consoleApi } from '../../../../contract/console/api.ts'
import { clock } from '../../../platform/clock.ts'
import { fundCommission } from '../../../test/attack/commission-races.ts'
import { buildSession } from '../../../test/build/build-session.ts'
import { buildStaff } from '../../../test/build/build-staff.ts'
import { buildAccount } from '../../../test/build/factories.ts'
import { restPayees } from '../../../test/build/rest-payees.ts'
import { checkBooksAfterEach } from '../../../test/look/books.ts'
import { makeApp } from '../../../test/run/make-app.ts'
import { loadBalanceFen } from '../../ledger/load-balance.ts'

const app = await makeApp()
const { call, db } = app
checkBooksAfterEach(db)
const { withdrawals } = consoleApi
const PAYEE = { method: 'alipay', account: 'zhang.wei@example.com', name: '张伟伟' } as const
let nextReseller = 6600

/** A user who asked for some of their commission, and the reseller's owner. */
async function buildWish(amountFen = 2000, resellerId = (nextReseller += 1)) {
  const staff = await buildStaff(app, { resellerId })
  const account = await buildAccount(db, { resellerId })
  await fundCommission(db, account, amountFen)
  const token = await buildSession(db, account)
  const { data } = await call(api.invites.withdraw, { amountFen, key: randomUUID(), ...PAYEE }, { token })
  await restPayees(db)
  return { resellerId, account, withdrawalId: data.withdrawalId, ask: staff.call }
}
const fenOf = (resellerId: number) => loadBalanceFen({ db }, { kind: 'reseller', resellerId })

test('lists the oldest first without the account to pay to; each look at that account is audited', async () => {
  const { resellerId, account, withdrawalId, ask } = await buildWish()
  clock.shift(1000)
  const second = await buildWish(5000, resellerId)
  const listed = await ask(withdrawals.list, { state: 'pending' })
  expect(listed.data.rows).toMatchObject([
    { withdrawalId, amountFen: 2000, payFen: 2000, state: 'pending', user: { accountId: account.id } },
    { withdrawalId: second.withdrawalId, amountFen: 5000 },
  ])
  expect(listed.text).not.toContain(PAYEE.account)
  const found = await ask(withdrawals.list, { search: second.account.userName, sort: '-amountFen' })
  expect(found.data.rows.map((row) => row.withdrawalId)).toEqual([second.withdrawalId])
  expect((await ask(withdrawals.showPayee, { withdrawalId })).data).toEqual(PAYEE)
  const looks = await db.kysely
    .selectFrom('auditLog')
    .select('action')
    .where('subject', '=', `withdrawal:${withdrawalId}`)
    .execute()
  expect(looks).toEqual([{ action: 'withdrawal.payee_shown' }])
})

test('a reseller that pays the user gets the amount credited; a payment by the platform credits nobody', async () => {
  const { resellerId, withdrawalId, ask } = await buildWish()
  expect((await ask(withdrawals.pay, { withdrawalId })).data).toEqual({ amountFen: 2000 })
  expect(await fenOf(resellerId)).toBe(2000)
  const second = await buildWish(3000, resellerId)
  const platform = await buildStaff(app, { resellerId: null })
  const paid = await platform.call(withdrawals.pay, { withdrawalId: second.withdrawalId }, { reseller: resellerId })
  expect(paid.data).toEqual({ amountFen: 3000 })
  expect(await fenOf(resellerId)).toBe(2000)
  const { rows } = (await ask(withdrawals.list, { state: 'paid' })).data
  expect(rows.map(({ paidBy }) => paidBy)).toEqual(['reseller', 'platform'])
})

test('a withdrawal is settled once, one way, also while the reseller is suspended', async () => {
  const { resellerId, account, withdrawalId, ask } = await buildWish()
  await db.kysely.updateTable('resellers').set({ suspendedAt: clock.now() }).where('id', '=', resellerId).execute()
  const all = await Promise.all([
    ...Array.from({ length: 5 }, () => ask(withdrawals.pay, { withdrawalId })),
    ...Array.from({ length: 5 }, () => ask(withdrawals.reject, { withdrawalId, reason: '账号有误' })),
  ])
  expect(all.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(all.filter(({ code }) => code === 'withdrawal.settled')).toHaveLength(9)
  const commissionFen = await loadBalanceFen({ db }, { kind: 'commission', resellerId, accountId: account.id })
  expect((await fenOf(resellerId)) + commissionFen).toBe(2000)
})

test('a rejected withdrawal returns to the commission, with the reason', async () => {
  const { resellerId, account, withdrawalId, ask } = await buildWish()
  expect((await ask(withdrawals.reject, { withdrawalId, reason: '   ' })).status).toBe(400)
  expect((await ask(withdrawals.reject, { withdrawalId, reason: ' 账号有误 ' })).status).toBe(200)
  expect((await ask(withdrawals.list, {})).data.rows).toMatchObject([{ state: 'rejected', reason: '账号有误' }])
  expect(await loadBalanceFen({ db }, { kind: 'commission', resellerId, accountId: account.id })).toBe(2000)
})

test("another reseller's and an unknown one look the same to a stranger; staff who may not decide see none", async () => {
  const { resellerId, withdrawalId } = await buildWish()
  const stranger = await buildStaff(app, { resellerId: (nextReseller += 1) })
  expect((await stranger.call(withdrawals.list, {})).data.rows).toEqual([])
  for (const id of [withdrawalId, randomUUID()]) {
    const named = { withdrawalId: id }
    expect((await stranger.call(withdrawals.showPayee, named)).code).toBe('object.unknown')
    expect((await stranger.call(withdrawals.pay, named)).code).toBe('object.unknown')
    expect((await stranger.call(withdrawals.reject, { ...named, reason: 'no' })).code).toBe('object.unknown')
  }
  for (const role of ['manager', 'support', 'viewer'] as const) {
    const { call: ask } = await buildStaff(app, { resellerId, role })
    expect((await ask(withdrawals.list, {})).code).toBe('staff.forbidden')
    expect((await ask(withdrawals.showPayee, { withdrawalId })).code).toBe('staff.forbidden')
    expect((await ask(withdrawals.pay, { withdrawalId })).code).toBe('staff.forbidden')
  }
})
