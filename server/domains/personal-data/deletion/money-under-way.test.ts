import { randomBytes, randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { api } from '../../../../contract/api.ts'
import { limits } from '../../../../contract/limits.ts'
import { jobs } from '../../../jobs.ts'
import { clock } from '../../../platform/clock.ts'
import { createLog } from '../../../platform/log.ts'
import { fundCommission } from '../../../test/attack/commission-races.ts'
import { buildSession } from '../../../test/build/build-session.ts'
import { buildAccount, buildReseller, PASSWORD } from '../../../test/build/factories.ts'
import { fund } from '../../../test/build/money-factories.ts'
import { checkBooksAfterEach } from '../../../test/look/books.ts'
import { makeApp } from '../../../test/run/make-app.ts'
import { loadBalanceFen } from '../../ledger/load-balance.ts'

const { call, db, config } = await makeApp()
checkBooksAfterEach(db)
beforeAll(() => buildReseller(db))
beforeEach(() => clock.reset())

type Account = Awaited<ReturnType<typeof buildAccount>>

const runJob = () =>
  jobs['accounts.delete_due']({ db, config, log: createLog('silent'), now: clock.now(), isLastAttempt: false }, {})
const rowOf = ({ id }: Account) =>
  db.kysely.selectFrom('accounts').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

describe('money under way', () => {
  async function openPayment(account: Account) {
    const merchant = await buildMerchant()
    const id = randomUUID()
    const hash = randomBytes(32)
    await db.kysely
      .insertInto('payments')
      .values({
        id,
        outTradeNo: `T${id.replaceAll('-', '')}`,
        purpose: 'user',
        resellerId: 0,
        accountId: account.id,
        merchantId: merchant,
        merchantOwnerKey: -1,
        channel: 'alipay',
        amountFen: 500,
        keyHash: hash,
        askedHash: hash,
        createdAt: clock.now(),
        expiresAt: new Date(clock.now().getTime() + 900_000),
      })
      .execute()
    return id
  }
  async function buildMerchant() {
    const id = randomBytes(6).toString('hex')
    const keys = { sealedSecret: randomBytes(40), alipayPublicKey: 'key', sellerId: '2088' }
    await db.kysely
      .insertInto('merchants')
      .values({
        id,
        provider: 'alipay',
        name: id,
        appId: id,
        ...keys,
        gatewayUrl: 'https://a.example',
        channels: ['alipay'],
        devices: ['pc'],
        createdAt: clock.now(),
      })
      .execute()
    return id
  }
  const close = (id: string) =>
    db.kysely.updateTable('payments').set({ state: 'closed' }).where('id', '=', id).execute()
  const waive = (token: string) => call(api.accounts.remove, { passWord: PASSWORD, waiveBalance: true }, { token })

  test('an open payment refuses the request and postpones the day until the payment is closed', async () => {
    const account = await buildAccount(db)
    const token = await buildSession(db, account)
    const first = await openPayment(account)
    const refused = await waive(token)
    expect([refused.status, refused.code]).toEqual([409, 'account.money_under_way'])
    await close(first)
    expect((await waive(token)).status).toBe(200)
    const second = await openPayment(account)
    clock.shift(limits.deletionDelayMs + 1)
    await runJob()
    expect((await rowOf(account)).deletedAt).toBeNull()
    await close(second)
    await runJob()
    expect((await rowOf(account)).deletedAt).not.toBeNull()
  })

  test('a withdrawal under way refuses the request, waived or not', async () => {
    const account = await buildAccount(db)
    const token = await buildSession(db, account)
    await fundCommission(db, account, 2000)
    const wish = { amountFen: 2000, method: 'alipay' as const, account: 'a@example.com', key: randomUUID() }
    expect((await call(api.invites.withdraw, wish, { token })).status).toBe(200)
    expect((await waive(token)).code).toBe('account.money_under_way')
  })

  test('M28: money that arrives after a waiver ends it: the day is postponed and the owner is told', async () => {
    const account = await buildAccount(db, { email: 'later@example.com' })
    const token = await buildSession(db, account)
    await fund(db, account, 500)
    expect((await waive(token)).status).toBe(200)
    await fund(db, account, 1)
    clock.shift(limits.deletionDelayMs + 1)
    await runJob()
    await runJob()
    expect(await rowOf(account)).toMatchObject({ deletedAt: null, waivesBalance: false, waivedFen: null })
    expect(await loadBalanceFen({ db }, { kind: 'user', resellerId: 0, accountId: account.id })).toBe(501)
    const mails = await db.kysely.selectFrom('mails').select('template').where('accountId', '=', account.id).execute()
    expect(mails.map(({ template }) => template)).toEqual(['deletion_asked', 'deletion_put_off'])
    expect((await waive(await buildSession(db, account))).status).toBe(200)
    await runJob()
    expect((await rowOf(account)).deletedAt).not.toBeNull()
  })

  test('M27: money that arrives for a deleted user waits for a person, and so does money left behind', async () => {
    const account = await buildAccount(db)
    const owner = { resellerId: 0, accountId: account.id }
    await fund(db, account, 300)
    await db.kysely.updateTable('accounts').set({ deletedAt: clock.now() }).where('id', '=', account.id).execute()
    await fund(db, account, 200)
    const fen = async () => [
      await loadBalanceFen({ db }, { kind: 'user', ...owner }),
      await loadBalanceFen({ db }, { kind: 'unclaimed', ...owner }),
    ]
    expect(await fen()).toEqual([300, 200])
    await runJob()
    await runJob()
    expect(await fen()).toEqual([0, 500])
    const alerts = await db.kysely
      .selectFrom('alerts')
      .select('kind')
      .where('subject', '=', `account:${account.id}`)
      .execute()
    expect(alerts).toEqual([{ kind: 'money.unclaimed' }])
  })
})
