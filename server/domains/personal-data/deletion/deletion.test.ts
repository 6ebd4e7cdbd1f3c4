import { beforeEach, describe, expect, test } from 'vitest'

import { api } from '../../../../contract/api.ts'
import { limits } from '../../../../contract/limits.ts'
import { cronItems, jobs } from '../../../jobs.ts'
import { clock } from '../../../platform/clock.ts'
import { inTransaction } from '../../../platform/db/db.ts'
import { createLog } from '../../../platform/log.ts'
import { buildSession } from '../../../test/build/build-session.ts'
import { buildAccount, buildReseller, PASSWORD } from '../../../test/build/factories.ts'
import { checkBooksAfterEach } from '../../../test/look/books.ts'
import { dumpEveryRow } from '../../../test/look/every-row.ts'
import { appCode, wrongAppCode } from '../../../test/outside/authenticator-app.ts'
import { makeApp } from '../../../test/run/make-app.ts'
import { pseudonymise } from '../../accounts/pseudonymise.ts'
import { loadBalanceFen } from '../../ledger/load-balance.ts'
import { post, type Entry, type Leg } from '../../ledger/post.ts'

const { call, db, config, logged } = await makeApp()

const PLATFORM_RESELLER = { kind: 'reseller', resellerId: 0 } as const
checkBooksAfterEach(db)
beforeEach(() => clock.reset())

type Account = Awaited<ReturnType<typeof buildAccount>>

const ask = (token: string, passWord = PASSWORD, totp?: string) =>
  call(api.accounts.remove, { passWord, ...(totp === undefined ? {} : { totp }) }, { token })

const deletionOf = async (token: string) => (await call(api.accounts.deletion, {}, { token })).data.deleteAfter

async function runJob() {
  const log = createLog('info', { write: (line) => void logged.push(line) })
  await jobs['accounts.delete_due']({ db, config, log, now: clock.now(), isLastAttempt: false }, {})
}

const rowOf = ({ id }: Account) =>
  db.kysely.selectFrom('accounts').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

describe('asking for deletion', () => {
  test('sets a day fourteen days ahead, says so by mail, and changes nothing else', async () => {
    const account = await buildAccount(db, { email: 'leaving@example.com' })
    const token = await buildSession(db, account)
    expect(await deletionOf(token)).toBeNull()
    const before = clock.now().getTime()
    const answer = await ask(token)
    expect(answer.status, answer.text).toBe(200)
    const inMs = Date.parse(answer.data.deleteAfter) - before
    expect(inMs).toBeGreaterThanOrEqual(limits.deletionDelayMs)
    expect(inMs).toBeLessThan(limits.deletionDelayMs + 60_000)
    expect(await deletionOf(token)).toBe(answer.data.deleteAfter)
    const mails = await db.kysely.selectFrom('mails').selectAll().where('accountId', '=', account.id).execute()
    expect(mails).toMatchObject([
      { template: 'deletion_asked', toAddress: 'leaving@example.com', params: { until: answer.data.deleteAfter } },
    ])
    expect((await call(api.accounts.info, { dailiKey: 0 }, { token })).status).toBe(200)
  })

  test('asking again keeps the first day and sends no second mail', async () => {
    const account = await buildAccount(db, { email: 'twice@example.com' })
    const token = await buildSession(db, account)
    const first = await ask(token)
    clock.shift(86_400_000)
    expect((await ask(token)).data.deleteAfter).toBe(first.data.deleteAfter)
    const mails = await db.kysely.selectFrom('mails').select('id').where('accountId', '=', account.id).execute()
    expect(mails).toHaveLength(1)
  })

  test('needs the password and, if it is on, the second factor', async () => {
    const account = await buildAccount(db)
    const token = await buildSession(db, account, 'remembered')
    expect((await ask(token, 'not the password')).code).toBe('auth.wrong_password')
    const { secret } = (await call(api.factors.totpBegin, { passWord: PASSWORD }, { token })).data
    await call(api.factors.totpConfirm, { code: appCode(secret) }, { token })
    clock.shift(60_000)
    expect((await ask(token)).code).toBe('auth.totp_required')
    expect((await ask(token, PASSWORD, wrongAppCode(secret))).code).toBe('auth.totp_wrong')
    expect(await deletionOf(token)).toBeNull()
    expect((await ask(token, PASSWORD, appCode(secret))).status).toBe(200)
  })

  test('is refused with its own code for an account that runs an agency, and changes nothing', async () => {
    const account = await buildAccount(db, { email: 'agent@example.com' })
    const token = await buildSession(db, account)
    await giveAgency(account)
    await topUp(account, 500)
    const before = await rowOf(account)
    // Refuse because of the agency first: nobody should waive money for a deletion that is impossible.
    for (const waiveBalance of [false, true]) {
      const refused = await call(api.accounts.remove, { passWord: PASSWORD, waiveBalance }, { token })
      expect([refused.status, refused.code]).toEqual([409, 'account.has_agency'])
      expect(refused.text).toContain('联系客服')
    }
    expect(await deletionOf(token)).toBeNull()
    expect(await rowOf(account)).toEqual(before)
    expect(await db.kysely.selectFrom('mails').where('accountId', '=', account.id).selectAll().execute()).toEqual([])
    expect(await actionsOn(account)).toEqual([])
    expect((await call(api.accounts.info, { dailiKey: 0 }, { token })).status).toBe(200)
  })

  test('is refused while money is left, unless it is waived', async () => {
    const account = await buildAccount(db)
    const token = await buildSession(db, account)
    await topUp(account, 500)
    const resellerFen = await loadBalanceFen({ db }, PLATFORM_RESELLER)
    const refused = await ask(token)
    expect([refused.status, refused.code]).toEqual([422, 'account.has_balance'])
    expect(await deletionOf(token)).toBeNull()
    const waived = await call(api.accounts.remove, { passWord: PASSWORD, waiveBalance: true }, { token })
    expect(waived.status, waived.text).toBe(200)
    clock.shift(limits.deletionDelayMs + 1)
    await runJob()
    expect((await rowOf(account)).deletedAt).not.toBeNull()
    expect(await loadBalanceFen({ db }, { kind: 'user', resellerId: 0, accountId: account.id })).toBe(0)
    expect((await loadBalanceFen({ db }, PLATFORM_RESELLER)) - resellerFen).toBe(500)
    const [last] = await db.kysely.selectFrom('ledgerTransactions').selectAll().orderBy('id', 'desc').limit(1).execute()
    expect(last).toMatchObject({ kind: 'waiver', key: `account:${account.id}:waiver` })
  })

  test('works without a verified address and sends nothing', async () => {
    const account = await buildAccount(db)
    expect((await ask(await buildSession(db, account))).status).toBe(200)
    const mails = await db.kysely.selectFrom('mails').select('id').where('accountId', '=', account.id).execute()
    expect(mails).toEqual([])
  })
})

describe('taking it back', () => {
  test('works until the day, and then the account stays', async () => {
    const account = await buildAccount(db)
    const token = await buildSession(db, account)
    await ask(token)
    expect((await call(api.accounts.keep, {}, { token })).status).toBe(200)
    expect(await deletionOf(token)).toBeNull()
    clock.shift(limits.deletionDelayMs + 1)
    await runJob()
    expect((await rowOf(account)).deletedAt).toBeNull()
    const rows = await db.kysely
      .selectFrom('auditLog')
      .select('action')
      .where('subject', '=', `account:${account.id}`)
      .orderBy('id')
      .execute()
    expect(rows.map((row) => row.action)).toEqual(['account.deletion_asked', 'account.deletion_taken_back'])
  })

  test('is no error and leaves no trace when there is nothing to take back', async () => {
    const account = await buildAccount(db)
    const token = await buildSession(db, account)
    expect((await call(api.accounts.keep, {}, { token })).status).toBe(200)
    const rows = await db.kysely
      .selectFrom('auditLog')
      .where('subject', '=', `account:${account.id}`)
      .selectAll()
      .execute()
    expect(rows).toEqual([])
  })
})

describe('the daily job', () => {
  test('runs once a day', () => {
    expect(cronItems.filter((item) => item.task === 'accounts.delete_due').map((item) => item.match)).toEqual([
      expect.stringMatching(/^\d+ \d+ \* \* \*$/),
    ])
  })

  // What becomes of every column: server/checks/personal-columns.test.ts.
  test('does nothing before the day, and on that day removes the person', async () => {
    const account = await buildAccount(db, { userName: 'person-to-forget', email: 'forget-me@example.com' })
    const bystander = await buildAccount(db, { userName: 'bystander', email: 'stays@example.com' })
    const token = await buildSession(db, account)
    await buildSession(db, bystander)
    const code = appCode((await call(api.factors.totpBegin, { passWord: PASSWORD }, { token })).data.secret)
    await call(api.factors.totpConfirm, { code }, { token })
    clock.shift(60_000)
    const deleteAfter = new Date(clock.now().getTime() + limits.deletionDelayMs)
    await db.kysely.updateTable('accounts').set({ deleteAfter }).where('id', '=', account.id).execute()
    const invite = (await rowOf(account)).inviteCode

    clock.shift(limits.deletionDelayMs - 60_000)
    await runJob()
    expect((await rowOf(account)).userName).toBe('person-to-forget')

    clock.shift(60_001)
    await runJob()
    const row = await rowOf(account)
    expect(row).toMatchObject({
      userName: `deleted-${account.id}`,
      inviteCode: `deleted-${account.id}`,
      email: null,
      emailVerifiedAt: null,
      totpSecret: null,
      totpConfirmedAt: null,
    })
    expect(row.deletedAt).not.toBeNull()
    expect(row.passwordHash).toMatch(/^\$argon2id\$/)
    const everything = await dumpEveryRow(db)
    for (const trace of ['person-to-forget', 'forget-me@', invite])
      expect(everything.includes(trace), trace).toBe(false)
    expect((await call(api.accounts.info, { dailiKey: 0 }, { token })).status).toBe(401)
    const login = { userName: `deleted-${account.id}`, passWord: PASSWORD, dailiKey: 0 }
    expect((await call(api.sessions.login, login)).status).toBe(422)
    expect(await rowOf(bystander)).toMatchObject({ userName: 'bystander', email: 'stays@example.com', deletedAt: null })
    const sessions = await db.kysely.selectFrom('sessions').select('id').where('accountId', '=', bystander.id).execute()
    expect(sessions).toHaveLength(1)
  })

  test('leaves an account whose owner took it back after the job began', async () => {
    const account = await buildAccount(db)
    const before = await rowOf(account)
    const owner = { resellerId: 0, accountId: account.id }
    const given = { passwordHash: 'x', tail: 'y', now: clock.now() }
    expect(await inTransaction(db, (tx) => pseudonymise(tx, owner, given))).toBe(false)
    expect(await rowOf(account)).toEqual(before)
  })

  test('waits while money is left that nobody waived', async () => {
    const account = await buildAccount(db)
    const token = await buildSession(db, account)
    await ask(token)
    await topUp(account, 500)
    clock.shift(limits.deletionDelayMs + 1)
    await runJob()
    expect((await rowOf(account)).userName).toBe(account.userName)
    const input = { passWord: PASSWORD, waiveBalance: true }
    await call(api.accounts.remove, input, { token: await buildSession(db, account) })
    await runJob()
    expect((await rowOf(account)).deletedAt).not.toBeNull()
  })

  test('keeps an account that opened an agency after asking, and records that once', async () => {
    const account = await buildAccount(db)
    const token = await buildSession(db, account)
    await ask(token)
    await giveAgency(account)
    clock.shift(limits.deletionDelayMs + 1)
    await runJob()
    await runJob()
    expect(await rowOf(account)).toMatchObject({
      userName: account.userName,
      deletedAt: null,
      deleteAfter: null,
      waivesBalance: false,
    })
    expect(await actionsOn(account)).toMatchObject([
      { action: 'account.deletion_asked', actor: `account:${account.id}` },
      { action: 'account.deletion_dropped', actor: 'job', detail: { because: 'agency' } },
    ])
  })

  test('changes nothing more when it runs twice', async () => {
    const account = await buildAccount(db)
    await markDue(account)
    await runJob()
    const first = await rowOf(account)
    clock.shift(86_400_000)
    await runJob()
    expect(await rowOf(account)).toEqual(first)
  })

  test('finds another name when the name it would give is already registered', async () => {
    const account = await buildAccount(db)
    await buildAccount(db, { userName: `Deleted-${account.id}` })
    await markDue(account)
    await runJob()
    const row = await rowOf(account)
    expect(row.deletedAt).not.toBeNull()
    expect(row.userName).toMatch(new RegExp(`^deleted-${account.id}-[\\w-]{8}$`))
  })

  test('goes on after an account that it cannot delete, and fails so that it is retried', async () => {
    const [stuck, next] = [await buildAccount(db), await buildAccount(db)]
    await markDue(stuck)
    await markDue(next)
    // Later ledger tables will refer to accounts; this trigger stands for anything that refuses the change.
    await db.pool.query(
      `create function refuse_one() returns trigger language plpgsql as
         $$ begin if new.id = ${stuck.id} and new.deleted_at is not null then raise 'refused'; end if; return new; end $$;
       create trigger refuse_one before update on accounts for each row execute function refuse_one()`,
    )
    try {
      await expect(runJob()).rejects.toThrow(String(stuck.id))
      expect((await rowOf(next)).deletedAt).not.toBeNull()
      expect((await rowOf(stuck)).userName).toBe(stuck.userName)
    } finally {
      await db.pool.query('drop trigger refuse_one on accounts; drop function refuse_one')
    }
    await runJob()
    expect((await rowOf(stuck)).deletedAt).not.toBeNull()
  })
})

let agencies = 1000

async function giveAgency(account: Account) {
  const { id } = await buildReseller(db, { id: (agencies += 1), isWhitelisted: false })
  const owner = { ownerResellerId: account.resellerId, ownerAccountId: account.id, agencyName: '蓝鲸网络' }
  await db.kysely.updateTable('resellers').set(owner).where('id', '=', id).execute()
}

function actionsOn({ id }: Account) {
  const rows = db.kysely.selectFrom('auditLog').select(['action', 'actor', 'detail'])
  return rows.where('subject', '=', `account:${id}`).orderBy('id').execute()
}

function topUp({ id: accountId }: Account, amountFen: number) {
  const legs: Leg[] = [
    { kind: 'user', resellerId: 0, accountId, amountFen },
    { kind: 'outside', resellerId: null, amountFen: -amountFen },
  ]
  const entry: Entry = { key: `test:${accountId}`, kind: 'adjustment', resellerId: 0, legs }
  return inTransaction(db, (tx) => post({ db: tx, now: clock.now() }, entry))
}

async function markDue({ id }: Account) {
  await db.kysely.updateTable('accounts').set({ deleteAfter: clock.now() }).where('id', '=', id).execute()
}
