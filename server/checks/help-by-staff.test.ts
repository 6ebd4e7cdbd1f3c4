import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'

import { api } from '../../contract/api.ts'
import { HOUR_MS } from '../../contract/durations.ts'
import { limits } from '../../contract/limits.ts'
import { withdrawNotice } from '../domains/notices/operator.ts'
import { askDeletionByStaff } from '../domains/personal-data/deletion/ask-deletion-by-staff.ts'
import { blockUser, unblockUser } from '../domains/sessions/operator/block-user.ts'
import { createUser } from '../domains/sessions/operator/create-user.ts'
import { getUser } from '../domains/sessions/operator/find-users.ts'
import type { Helper } from '../domains/sessions/operator/give-help.ts'
import { giveResetCode } from '../domains/sessions/operator/reset-code.ts'
import { resetTotp } from '../domains/sessions/operator/reset-totp.ts'
import { unlockUser } from '../domains/sessions/operator/unlock-user.ts'
import { clock } from '../platform/clock.ts'
import { Refusal } from '../platform/errors.ts'
import { fundCommission } from '../test/attack/commission-races.ts'
import { buildSession } from '../test/build/build-session.ts'
import { buildAccount, buildReseller, PASSWORD } from '../test/build/factories.ts'
import { dumpEveryRow } from '../test/look/every-row.ts'
import { appCode } from '../test/outside/authenticator-app.ts'
import { mailsOf } from '../test/outside/mails-of.ts'
import { makeApp } from '../test/run/make-app.ts'

const { call, db, config } = await makeApp()
await buildReseller(db, { id: 0 })
beforeEach(() => clock.reset())

const ANNA = { actor: 'staff:1', isOperator: false }
const BERT = { actor: 'staff:2', isOperator: false }
const OPERATOR = { actor: 'staff:9', isOperator: true }

type Account = Awaited<ReturnType<typeof buildAccount>>
const ctx = () => ({ db, config, now: clock.now() })
const named = ({ userName }: Account) => getUser({ db }, 0, userName)
const outcome = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: unknown) => (error instanceof Refusal ? error.code : String(error)),
  )
const giveCode = async (account: Account, helper: Helper) => giveResetCode(ctx(), await named(account), helper)
const clearFactor = async (account: Account, helper: Helper) => resetTotp(ctx(), await named(account), helper)

async function buildWithTotp(email?: string) {
  const account = await buildAccount(db, email ? { email } : {})
  const token = await buildSession(db, account)
  const { secret } = (await call(api.factors.totpBegin, { passWord: PASSWORD }, { token })).data
  expect((await call(api.factors.totpConfirm, { code: appCode(secret) }, { token })).status).toBe(200)
  return { account, token }
}

async function buildAgencyOwner(): Promise<Account> {
  const account = await buildAccount(db)
  const owner = { ownerResellerId: account.resellerId, ownerAccountId: account.id, agencyName: '蓝鲸网络' }
  await db.kysely
    .insertInto('resellers')
    .values({ id: 10_000 + account.id, ...owner })
    .execute()
  return account
}

describe('a reset code', () => {
  test('goes to the verified address, and its issuer never sees it', async () => {
    const account = await buildAccount(db, { email: 'helped@example.com' })
    expect(await giveCode(account, ANNA)).toEqual({ sentTo: 'h***@example.com', code: null, link: null })
    const [mail] = await mailsOf(db, account)
    expect(mail).toMatchObject({ template: 'code_staff', toAddress: 'helped@example.com', params: {} })
  })

  test('is shown once if there is no address, sets a password and ends every session', async () => {
    const account = await buildAccount(db)
    const token = await buildSession(db, account)
    const { code } = await giveCode(account, ANNA)
    expect(code).toMatch(/^\d{12}$/)
    expect(await dumpEveryRow(db)).not.toContain(code)
    const change = { dailiKey: 0, userName: account.userName, code: code!, newPass: 'a new horse 43' }
    expect((await call(api.emails.findPass, change)).status).toBe(200)
    expect((await call(api.accounts.info, { dailiKey: 0 }, { token })).status).toBe(401)
  })
})

describe('two kinds of help within three days', () => {
  test('need two members', async () => {
    const { account } = await buildWithTotp()
    await giveCode(account, ANNA)
    expect(await outcome(clearFactor(account, ANNA))).toBe('staff.second_member')
    expect((await named(account)).hasTotp).toBe(true)
    expect(await outcome(giveCode(account, ANNA)), 'the same kind again').toBe('done')
    expect(await outcome(clearFactor(account, BERT))).toBe('done')
    expect((await named(account)).hasTotp).toBe(false)
  })

  test('need them in either order, also at once, and unlocking counts', async () => {
    const { account } = await buildWithTotp()
    const both = await Promise.all([outcome(clearFactor(account, ANNA)), outcome(giveCode(account, ANNA))])
    expect(both.toSorted()).toEqual(['done', 'staff.second_member'])
    await db.kysely.updateTable('accounts').set({ lockedAt: clock.now() }).where('id', '=', account.id).execute()
    const unlock = async (helper: Helper) => unlockUser(ctx(), await named(account), helper)
    expect(await outcome(unlock(ANNA))).toBe('staff.second_member')
    expect(await outcome(unlock(BERT))).toBe('done')
  })

  test('only the operator may give by itself; after three days anybody may', async () => {
    const first = await buildWithTotp()
    await giveCode(first.account, OPERATOR)
    expect(await outcome(clearFactor(first.account, OPERATOR))).toBe('done')
    const second = await buildWithTotp()
    await giveCode(second.account, ANNA)
    clock.shift(limits.helpWaitMs - HOUR_MS)
    expect(await outcome(clearFactor(second.account, ANNA))).toBe('staff.second_member')
    clock.shift(2 * HOUR_MS)
    expect(await outcome(clearFactor(second.account, ANNA))).toBe('done')
  })
})

describe('the user', () => {
  test('is told by mail and by a notice that nobody can withdraw and nobody else reads', async () => {
    const { account, token } = await buildWithTotp('told@example.com')
    const other = await buildSession(db, await buildAccount(db))
    await clearFactor(account, ANNA)
    expect((await mailsOf(db, account)).map(({ template }) => template)).toContain('totp_turned_off')
    const { items } = (await call(api.notices.list, {}, { token })).data
    expect(items).toMatchObject([{ title: '客服关闭了你的两步验证', isRead: false }])
    expect((await call(api.notices.list, {}, { token: other })).data.items).toEqual([])
    const foreign = await call(api.notices.read, { id: items[0]!.id }, { token: other })
    expect([foreign.status, foreign.code]).toEqual([422, 'object.unknown'])
    expect((await call(api.accounts.info, { dailiKey: 0 }, { token })).data.unread).toBe(1)
    expect(
      await outcome(
        withdrawNotice({ db, now: clock.now() }, { noticeId: Number(items[0]!.id), resellerId: null }, 'operator'),
      ),
    ).toBe('notice.kept')
    expect((await call(api.notices.read, { id: items[0]!.id }, { token })).data.unread).toBe(0)
  })

  test('can take no money out for three days, and then can', async () => {
    const account = await buildAccount(db)
    await fundCommission(db, account, 5000)
    await giveCode(account, ANNA)
    const withdraw = async () => {
      const token = await buildSession(db, account)
      const payout = { method: 'alipay', account: 'zhang@example.com', name: '张' } as const
      return call(api.invites.withdraw, { amountFen: 2000, key: randomUUID(), ...payout }, { token })
    }
    clock.shift(limits.helpWaitMs - HOUR_MS)
    const early = await withdraw()
    expect([early.status, early.code]).toEqual([403, 'account.helped_lately'])
    clock.shift(2 * HOUR_MS)
    expect((await withdraw()).status).toBe(200)
  })

  test('can neither change the address nor leave for three days', async () => {
    const account = await buildAccount(db)
    await giveCode(account, ANNA)
    const remove = async () =>
      call(api.accounts.remove, { passWord: PASSWORD }, { token: await buildSession(db, account) })
    expect((await remove()).code).toBe('account.helped_lately')
    expect(await outcome(askDeletionByStaff(ctx(), { resellerId: 0, accountId: account.id }, ANNA))).toBe(
      'account.helped_lately',
    )
    clock.shift(limits.helpWaitMs + HOUR_MS)
    expect((await remove()).status).toBe(200)
  })
})

describe('an account that runs an agency', () => {
  test('is off limits for the staff of the reseller above; the operator helps', async () => {
    const account = await buildAgencyOwner()
    const user = await named(account)
    const owner = { resellerId: 0, accountId: account.id }
    const tries = [
      giveCode(account, ANNA),
      blockUser(ctx(), user, 'spam', ANNA),
      askDeletionByStaff(ctx(), owner, ANNA),
    ]
    expect(await Promise.all(tries.map(outcome))).toEqual(Array(3).fill('staff.operator_only'))
    expect(await outcome(resetTotp(ctx(), { ...user, hasTotp: true }, ANNA))).toBe('staff.operator_only')
    expect(await outcome(blockUser(ctx(), user, 'spam', OPERATOR))).toBe('done')
    expect(await outcome(unblockUser(ctx(), user, ANNA))).toBe('staff.operator_only')
    expect(await outcome(giveCode(account, OPERATOR))).toBe('done')
  })
})

describe('a user made by staff', () => {
  test('sets the first password through a link that works once, months later too', async () => {
    const wanted = { resellerId: 0, userName: 'made.by.link', email: null, language: 'zh-CN' } as const
    const { link, sentTo } = await createUser(ctx(), wanted, ANNA)
    expect(sentTo).toBeNull()
    const { hash, pathname } = new URL(link!)
    const code = new URLSearchParams(hash.slice(1)).get('code')!
    expect(pathname).toBe('/find_pass')
    expect(await dumpEveryRow(db)).not.toContain(code)
    clock.shift(90 * 24 * HOUR_MS)
    const first = { dailiKey: 0, userName: 'made.by.link', code, newPass: 'a new horse 43' }
    expect((await call(api.emails.findPass, first)).status).toBe(200)
    expect((await call(api.emails.findPass, { ...first, newPass: 'a new horse 44' })).code).toBe('email.code_wrong')
    expect(await outcome(createUser(ctx(), wanted, ANNA))).toBe('account.taken')
  })

  test('or with the code in the mail, which proves the address', async () => {
    const email = 'made@example.com'
    const wanted = { resellerId: 0, userName: 'made.by.mail', email, language: 'en' } as const
    const { accountId, ...rest } = await createUser(ctx(), wanted, ANNA)
    expect(rest).toEqual({ sentTo: 'm***@example.com', link: null })
    const [mail] = await mailsOf(db, { resellerId: 0, id: accountId })
    expect(mail).toMatchObject({ template: 'code_welcome', toAddress: email, language: 'en' })
    const taken = { ...wanted, userName: 'another.one', email: 'taken@example.com' }
    await buildAccount(db, { email: 'taken@example.com' })
    expect(await outcome(createUser(ctx(), taken, ANNA))).toBe('email.taken')
  })
})
