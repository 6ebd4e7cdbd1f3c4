import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'

import { api } from '../../../contract/api.ts'
import { limits } from '../../../contract/limits.ts'
import { clock } from '../../platform/clock.ts'
import { Refusal } from '../../platform/errors.ts'
import { fundCommission } from '../../test/attack/commission-races.ts'
import { buildSession } from '../../test/build/build-session.ts'
import { buildAccount, PASSWORD } from '../../test/build/factories.ts'
import { restPayees } from '../../test/build/rest-payees.ts'
import { checkBooks, checkBooksAfterEach } from '../../test/look/books.ts'
import { dumpEveryRow } from '../../test/look/every-row.ts'
import { appCode, wrongAppCode } from '../../test/outside/authenticator-app.ts'
import { mailsOf } from '../../test/outside/mails-of.ts'
import { makeApp } from '../../test/run/make-app.ts'
import { loadBalanceFen } from '../ledger/load-balance.ts'
import { settleWithdrawal } from './settle-withdrawal.ts'
import { showPayee } from './show-payee.ts'
import { sumPaidLatelyFen } from './sum-paid-lately.ts'

const { call, db, config, logged } = await makeApp()
checkBooksAfterEach(db)

async function buildEarner(amountFen = 5000, resellerId = 0, email?: string) {
  const account = await buildAccount(db, { resellerId, ...(email ? { email } : {}) })
  await fundCommission(db, account, amountFen)
  return { account, token: await buildSession(db, account) }
}
type Earner = Awaited<ReturnType<typeof buildEarner>>
const PAYOUT = { method: 'alipay', account: 'zhang.wei@example.com', name: '张伟伟' } as const

const withdraw = ({ token }: Pick<Earner, 'token'>, changes: object = {}) =>
  call(api.invites.withdraw, { amountFen: 2000, key: randomUUID(), ...PAYOUT, ...changes }, { token })
const summary = async ({ token }: Earner) => (await call(api.invites.summary, {}, { token })).data
async function settle(
  { account }: Earner,
  withdrawalId: string,
  verdict: Parameters<typeof settleWithdrawal>[2],
): Promise<number | string> {
  await restPayees(db)
  const name = { resellerId: account.resellerId, withdrawalId }
  const by = { actor: 'operator:test', isPlatform: true }
  return settleWithdrawal({ db, now: clock.now(), config }, name, verdict, by).then(
    ({ amountFen }) => amountFen,
    (error: unknown) => (error instanceof Refusal ? error.code : String(error)),
  )
}

test('holds the money until the operator has paid', async () => {
  const earner = await buildEarner()
  const asked = await withdraw(earner)
  expect(asked.data).toMatchObject({ confirmedFen: 3000 })
  expect(await summary(earner)).toMatchObject({
    confirmedFen: 3000,
    heldFen: 2000,
    usedFen: 0,
    withdrawals: [
      {
        id: asked.data.withdrawalId,
        amountFen: 2000,
        feeFen: 0,
        state: 'pending',
        accountMasked: 'z***m',
        reason: null,
      },
    ],
  })
  const outside = await loadBalanceFen({ db }, { kind: 'outside', resellerId: null })
  expect(await settle(earner, asked.data.withdrawalId, { state: 'paid', by: 'platform' })).toBe(2000)
  expect((await loadBalanceFen({ db }, { kind: 'outside', resellerId: null })) - outside).toBe(2000)
  expect(await summary(earner)).toMatchObject({
    confirmedFen: 3000,
    heldFen: 0,
    usedFen: 2000,
    withdrawals: [{ state: 'paid', settledAt: expect.any(String) }],
  })
})

test('returns the money of a rejected one, with the reason', async () => {
  const earner = await buildEarner()
  const { withdrawalId } = (await withdraw(earner, { amountFen: 5000 })).data
  expect(await settle(earner, withdrawalId, { state: 'rejected', reason: '收款账号不存在' })).toBe(5000)
  const withdrawals = [{ state: 'rejected', reason: '收款账号不存在' }]
  expect(await summary(earner)).toMatchObject({ confirmedFen: 5000, heldFen: 0, usedFen: 0, withdrawals })
})

test('is either paid or rejected, once', async () => {
  const earner = await buildEarner()
  const { withdrawalId } = (await withdraw(earner)).data
  const both = await Promise.all([
    ...Array.from({ length: 10 }, () => settle(earner, withdrawalId, { state: 'paid', by: 'platform' })),
    ...Array.from({ length: 10 }, () => settle(earner, withdrawalId, { state: 'rejected', reason: 'no' })),
  ])
  expect(both.filter((result) => result === 2000)).toHaveLength(1)
  expect(both.filter((result) => result === 'withdrawal.settled')).toHaveLength(19)
  expect(await settle(earner, randomUUID(), { state: 'paid', by: 'platform' })).toBe('object.unknown')
  const elsewhere = { ...earner, account: { ...earner.account, resellerId: 260 } }
  expect(await settle(elsewhere, withdrawalId, { state: 'paid', by: 'platform' })).toBe('object.unknown')
})

test('mails the user once that it was paid or why not, without the account', async () => {
  const earner = await buildEarner(5000, 260, 'earner@example.com')
  const paid = (await withdraw(earner)).data.withdrawalId
  const rejected = (await withdraw(earner, { amountFen: 1050 })).data.withdrawalId
  await Promise.all(Array.from({ length: 5 }, () => settle(earner, paid, { state: 'paid', by: 'platform' })))
  clock.shift(1000)
  await settle(earner, rejected, { state: 'rejected', reason: '收款账号不存在' })
  const mails = await mailsOf(db, earner.account)
  expect(mails).toMatchObject([
    { template: 'withdrawal_paid', toAddress: 'earner@example.com', params: { amount: '¥20.00' } },
    { template: 'withdrawal_refused', params: { amount: '¥10.50', reason: '收款账号不存在' } },
  ])
  expect(JSON.stringify(mails)).not.toContain(PAYOUT.account)
})

test('needs a session that has shown the password', async () => {
  const earner = await buildEarner()
  const token = await buildSession(db, earner.account, 'remembered')
  const answer = await withdraw({ token })
  expect([answer.status, answer.code]).toEqual([403, 'auth.password_required'])
  expect((await withdraw({ token }, { passWord: 'not the password' })).code).toBe('auth.wrong_password')
  expect(await summary(earner)).toMatchObject({ confirmedFen: 5000, heldFen: 0, withdrawals: [] })
  expect((await withdraw({ token }, { passWord: PASSWORD })).data).toMatchObject({ confirmedFen: 3000 })
})

test('asks for the second factor if set, and needs no new code for a repeat with the same key', async () => {
  const earner = await buildEarner()
  const { token } = earner
  const { secret } = (await call(api.factors.totpBegin, { passWord: PASSWORD }, { token })).data
  await call(api.factors.totpConfirm, { code: appCode(secret) }, { token })
  clock.shift(60_000)
  const key = randomUUID()
  expect(await withdraw(earner, { key })).toMatchObject({ status: 422, code: 'auth.totp_required' })
  expect((await withdraw(earner, { key, totp: wrongAppCode(secret) })).code).toBe('auth.totp_wrong')
  expect(await summary(earner)).toMatchObject({ confirmedFen: 5000, heldFen: 0 })
  const totp = appCode(secret)
  const first = await withdraw(earner, { key, totp })
  expect(first.data).toMatchObject({ confirmedFen: 3000 })
  expect((await withdraw(earner, { key, totp })).text).toBe(first.text)
  expect((await withdraw(earner, { key, totp, amountFen: 1000 })).code).toBe('auth.totp_wrong')
  const remembered = { token: await buildSession(db, earner.account, 'remembered') }
  clock.shift(60_000)
  expect((await withdraw(remembered, { totp: appCode(secret) })).code).toBe('auth.password_required')
  expect((await withdraw(remembered, { passWord: PASSWORD })).code).toBe('auth.totp_required')
  const both = { passWord: PASSWORD, totp: appCode(secret), amountFen: 1000 }
  expect((await withdraw(remembered, both)).status).toBe(200)
  expect(await dumpEveryRow(db)).not.toContain(PASSWORD)
})

test('names the fee when it is asked for and posts it to the platform', async () => {
  const earner = await buildEarner()
  const { withdrawalId } = (await withdraw(earner)).data
  await db.kysely.updateTable('withdrawals').set({ feeFen: 150 }).where('id', '=', withdrawalId).execute()
  const sums = () =>
    Promise.all((['outside', 'platform'] as const).map((kind) => loadBalanceFen({ db }, { kind, resellerId: null })))
  const before = await sums()
  expect(await settle(earner, withdrawalId, { state: 'paid', by: 'platform' })).toBe(2000)
  expect((await sums()).map((sum, at) => sum - before[at]!)).toEqual([1850, 150])
  expect(await summary(earner)).toMatchObject({
    usedFen: 2000,
    withdrawFeeFen: 0,
    withdrawDays: 3,
    withdrawals: [{ feeFen: 150 }],
  })
})

test.each([
  ['less than ten yuan', { amountFen: 999 }],
  ['less than nothing', { amountFen: -2000 }],
  ['another way', { method: 'cash' }],
  ['nowhere', { account: '   ' }],
  ['to nobody', { name: ' ' }],
  ['two lines', { account: '1380013\n8000' }],
])('%s is refused', async (_name, changes) => {
  const earner = await buildEarner()
  const answer = await withdraw(earner, changes)
  expect([answer.status, answer.code]).toEqual([400, 'request.invalid'])
})

test('refuses more than the balance and treats the same key as one withdrawal', async () => {
  const earner = await buildEarner()
  const short = await withdraw(earner, { amountFen: 5001 })
  expect([short.status, short.code]).toEqual([422, 'commission.short'])
  const key = randomUUID()
  const answers = await Promise.all(Array.from({ length: 8 }, () => withdraw(earner, { key })))
  expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
  expect((await withdraw(earner, { key, account: 'somebody.else@example.com' })).code).toBe('request.key_reused')
  expect(await summary(earner)).toMatchObject({ confirmedFen: 3000, heldFen: 2000 })
})

test('seals the payee at rest and keeps it out of the log', async () => {
  const earner = await buildEarner()
  await withdraw(earner)
  for (const hidden of [PAYOUT.account, PAYOUT.name]) {
    expect(await dumpEveryRow(db)).not.toContain(hidden)
    expect(logged.join('\n')).not.toContain(hidden)
  }
})

describe('paid by the reseller with its own money', () => {
  const LATE_MS = limits.withdrawMissedMs
  const fenOf = ({ account }: Earner, kind: 'reseller' | 'receivable') =>
    loadBalanceFen({ db }, { kind, resellerId: account.resellerId })
  const report = ({ token }: Pick<Earner, 'token'>, withdrawalId: string) =>
    call(api.invites.missed, { withdrawalId }, { token })
  const ctx = () => ({ db, now: clock.now(), config })

  test('adds the full amount to its balance regardless of the fee, and tells the user amount and method', async () => {
    const earner = await buildEarner(5000, 260, 'pocket@example.com')
    const { withdrawalId } = (await withdraw(earner)).data
    const before = await fenOf(earner, 'reseller')
    expect(await settle(earner, withdrawalId, { state: 'paid', by: 'reseller' })).toBe(2000)
    expect([(await fenOf(earner, 'reseller')) - before, await sumPaidLatelyFen(ctx(), 260)]).toEqual([2000, 2000])
    expect(await mailsOf(db, earner.account)).toMatchObject([
      { template: 'withdrawal_paid', params: { amount: '¥20.00', way: 'alipay' } },
    ])
    clock.shift(LATE_MS)
    expect(await sumPaidLatelyFen(ctx(), 260)).toBe(0)
  })

  test("a reseller's staff may not say that the platform paid", async () => {
    const earner = await buildEarner()
    const { withdrawalId } = (await withdraw(earner)).data
    const name = { resellerId: earner.account.resellerId, withdrawalId }
    const staff = { actor: 'staff:7', isPlatform: false }
    await expect(settleWithdrawal(ctx(), name, { state: 'paid', by: 'platform' }, staff)).rejects.toThrow(
      'staff.forbidden',
    )
    await restPayees(db)
    await settleWithdrawal(ctx(), name, { state: 'paid', by: 'reseller' }, staff)
  })

  test('没有收到: the user reports a miss to the operator once, within fourteen days', async () => {
    const [earner, other] = [await buildEarner(), await buildEarner()]
    const { withdrawalId } = (await withdraw(earner)).data
    expect((await report(earner, withdrawalId)).code).toBe('withdrawal.too_late')
    await settle(earner, withdrawalId, { state: 'paid', by: 'reseller' })
    expect(await summary(earner)).toMatchObject({ withdrawals: [{ canReport: true, missedAt: null }] })
    expect((await report(other, withdrawalId)).code).toBe('object.unknown')
    expect((await report(other, randomUUID())).code).toBe('object.unknown')
    const answers = await Promise.all([1, 2, 3].map(() => report(earner, withdrawalId)))
    expect(new Set(answers.map(({ data }) => data.missedAt)).size).toBe(1)
    expect(await summary(earner)).toMatchObject({ withdrawals: [{ canReport: false, missedAt: expect.any(String) }] })
    const alerts = db.kysely
      .selectFrom('alerts')
      .select(['kind', 'times'])
      .where('subject', '=', `withdrawal:${withdrawalId}`)
    expect(await alerts.execute()).toEqual([{ kind: 'withdrawal.missed', times: 1 }])
    const second = (await withdraw(other)).data.withdrawalId
    await settle(other, second, { state: 'paid', by: 'platform' })
    expect(await summary(other)).toMatchObject({ withdrawals: [{ canReport: true }] })
    clock.shift(LATE_MS)
    const later = { ...other, token: await buildSession(db, other.account) }
    expect(await summary(later)).toMatchObject({ withdrawals: [{ canReport: false }] })
    expect((await report(later, second)).code).toBe('withdrawal.too_late')
  })

  test('shows the payee to the deciding staff member and audits each look', async () => {
    const earner = await buildEarner()
    const { withdrawalId } = (await withdraw(earner)).data
    const name = { resellerId: earner.account.resellerId, withdrawalId }
    expect(await showPayee(ctx(), name, 'staff:7')).toEqual(PAYOUT)
    await expect(showPayee(ctx(), { ...name, resellerId: 260 }, 'staff:7')).rejects.toThrow('object.unknown')
    const looks = db.kysely.selectFrom('auditLog').select('actor').where('action', '=', 'withdrawal.payee_shown')
    expect(await looks.where('subject', '=', `withdrawal:${withdrawalId}`).execute()).toEqual([{ actor: 'staff:7' }])
  })

  test('M32: the check of the books finds a payer that differs from the books', async () => {
    const earner = await buildEarner()
    const { withdrawalId } = (await withdraw(earner)).data
    await settle(earner, withdrawalId, { state: 'paid', by: 'reseller' })
    const payer = (who: string) =>
      db.pool.query('update withdrawals set paid_by = $2 where id = $1', [withdrawalId, who])
    await payer('platform')
    const { problems } = await checkBooks(db)
    await payer('reseller')
    expect(problems).toEqual([
      `M32: withdrawal:${withdrawalId}:paid was not paid by the side that the withdrawal names`,
    ])
  })
})
