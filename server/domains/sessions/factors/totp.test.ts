import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'

import { api } from '../../../../contract/api.ts'
import { clock } from '../../../platform/clock.ts'
import type { Ctx } from '../../../platform/context.ts'
import { Refusal } from '../../../platform/errors.ts'
import { buildSession } from '../../../test/build/build-session.ts'
import { buildAccount, PASSWORD } from '../../../test/build/factories.ts'
import { dumpEveryRow } from '../../../test/look/every-row.ts'
import { appCode, wrongAppCode } from '../../../test/outside/authenticator-app.ts'
import { mailsOf } from '../../../test/outside/mails-of.ts'
import { makeApp } from '../../../test/run/make-app.ts'
import { hashRecoveryCode } from '../../sign-in/recovery-codes.ts'
import { openSession } from '../open-session.ts'
import { checkSecondFactor } from './check-second-factor.ts'
import type { Shown } from './wrong-codes.ts'

const { call, db, config, logged } = await makeApp()

// Start each test a second into a step, so that no step ends in the middle of a test.
beforeEach(() => {
  clock.reset()
  clock.shift(1_000 - (Date.now() % 30_000))
})

type Account = Awaited<ReturnType<typeof buildAccount>>

async function begin(token: string): Promise<string> {
  const answer = await call(api.factors.totpBegin, { passWord: PASSWORD }, { token })
  expect(answer.status, answer.text).toBe(200)
  return answer.data.secret
}

/** An account with TOTP on. The code that turned it on is used up, so the clock moves on by a step. */
async function buildProtected() {
  const account = await buildAccount(db)
  const token = await buildSession(db, account)
  const secret = await begin(token)
  const answer = await call(api.factors.totpConfirm, { code: appCode(secret) }, { token })
  expect(answer.status, answer.text).toBe(200)
  clock.shift(60_000)
  return { account, token, secret, recoveryCodes: answer.data.recoveryCodes }
}

const HOME = '198.51.100.7'
function check(
  account: Account,
  code: string | undefined,
  { address = HOME, ...shown }: Partial<Shown> & { address?: string } = {},
) {
  const owner = { resellerId: account.resellerId, accountId: account.id }
  const client = { address, userAgent: 'test', host: 'portal.example', appKey: null, isLocal: false }
  const ctx = { db, config, now: clock.now(), client, actor: { kind: 'public' } as const, resellerId: null }
  return checkSecondFactor(ctx, owner, code, { first: 'password', ...shown }).then(
    () => 'passed',
    (error: unknown) => (error instanceof Refusal ? error.code : Promise.reject(error)),
  )
}

describe('turning TOTP on', () => {
  test('needs the password', async () => {
    const token = await buildSession(db, await buildAccount(db))
    const answer = await call(api.factors.totpBegin, { passWord: 'not the password' }, { token })
    expect([answer.status, answer.code]).toEqual([422, 'auth.wrong_password'])
    expect(answer.text).not.toContain('otpauth')
    expect(answer.response.json()).toMatchObject({ message: '密码不正确' })
    expect((await call(api.factors.totpConfirm, { code: '123456' }, { token })).code).toBe('factor.missing')
  })

  test('a new secret protects nothing until it is confirmed', async () => {
    const account = await buildAccount(db)
    const token = await buildSession(db, account)
    const secret = await begin(token)
    expect((await call(api.factors.state, {}, { token })).data.totp).toBe(false)
    expect(await check(account, undefined)).toBe('passed')
    expect((await call(api.factors.totpConfirm, { code: wrongAppCode(secret) }, { token })).code).toBe(
      'auth.totp_wrong',
    )
    expect((await call(api.factors.state, {}, { token })).data.totp).toBe(false)
  })

  test('beginning again replaces the secret; the otpauth address names brand and account', async () => {
    const account = await buildAccount(db, { resellerId: 260 })
    const token = await buildSession(db, account)
    const first = await begin(token)
    const again = await call(api.factors.totpBegin, { passWord: PASSWORD }, { token })
    const uri = new URL(again.data.uri)
    expect(decodeURIComponent(uri.pathname)).toContain(account.userName)
    expect(uri.searchParams.get('issuer')).toBe('海豚加速用户中心')
    expect(uri.searchParams.get('secret')).toBe(again.data.secret)
    expect((await call(api.factors.totpConfirm, { code: appCode(first) }, { token })).code).toBe('auth.totp_wrong')
    expect((await call(api.factors.totpConfirm, { code: appCode(again.data.secret) }, { token })).status).toBe(200)
  })

  test('shows ten recovery codes once, and cannot be done twice', async () => {
    const { token, secret, recoveryCodes } = await buildProtected()
    expect(new Set(recoveryCodes).size).toBe(10)
    expect((await call(api.factors.state, {}, { token })).data).toMatchObject({ totp: true, recoveryCodesLeft: 10 })
    expect((await call(api.factors.totpBegin, { passWord: PASSWORD }, { token })).code).toBe('factor.exists')
    expect((await call(api.factors.totpConfirm, { code: appCode(secret) }, { token })).code).toBe('factor.exists')
  })

  test('of two confirmations at once one wins, and only its recovery codes work', async () => {
    const account = await buildAccount(db)
    const token = await buildSession(db, account)
    const secret = await begin(token)
    const answers = await Promise.all(
      [0, 1].map(() => call(api.factors.totpConfirm, { code: appCode(secret) }, { token })),
    )
    const won = answers.filter((answer) => answer.status === 200)
    expect(won).toHaveLength(1)
    expect(await check(account, won[0]!.data.recoveryCodes[0])).toBe('passed')
  })
})

describe('the code', () => {
  test('is asked for, and wrong codes are refused', async () => {
    const { account, secret } = await buildProtected()
    expect(await check(account, undefined)).toBe('auth.totp_required')
    expect(await check(account, wrongAppCode(secret))).toBe('auth.totp_wrong')
    expect(await check(account, appCode(secret, 2))).toBe('auth.totp_wrong')
    expect(await check(account, appCode(secret, -2))).toBe('auth.totp_wrong')
  })

  test('is accepted one step early or late and with a space inside, never for another account', async () => {
    const one = await buildProtected()
    const other = await buildProtected()
    expect(await check(one.account, appCode(one.secret, -1))).toBe('passed')
    const spaced = `${appCode(one.secret, 1).slice(0, 3)} ${appCode(one.secret, 1).slice(3)}`
    expect(await check(one.account, spaced)).toBe('passed')
    expect(await check(other.account, appCode(one.secret))).toBe('auth.totp_wrong')
  })

  test('works once, also in parallel, and an older one fails after a newer one', async () => {
    const { account, secret } = await buildProtected()
    const code = appCode(secret)
    const outcomes = await Promise.all(Array.from({ length: 8 }, () => check(account, code)))
    expect(outcomes.filter((outcome) => outcome === 'passed')).toHaveLength(1)
    expect(outcomes.filter((outcome) => outcome === 'auth.totp_wrong')).toHaveLength(7)
    expect(await check(account, appCode(secret, -1))).toBe('auth.totp_wrong')
    clock.shift(30_000)
    expect(await check(account, appCode(secret))).toBe('passed')
  })

  test('that turned TOTP on does not sign in', async () => {
    const account = await buildAccount(db)
    const token = await buildSession(db, account)
    const secret = await begin(token)
    const code = appCode(secret)
    await call(api.factors.totpConfirm, { code }, { token })
    expect(await check(account, code)).toBe('auth.totp_wrong')
  })

  test('cannot be guessed without end; right codes do not count', async () => {
    const { account, secret } = await buildProtected()
    for (let round = 0; round < 12; round += 1) {
      clock.shift(30_000)
      expect(await check(account, appCode(secret))).toBe('passed')
    }
    const guesses = await Promise.all(Array.from({ length: 14 }, () => check(account, wrongAppCode(secret))))
    expect(guesses.filter((outcome) => outcome === 'auth.totp_wrong')).toHaveLength(10)
    expect(guesses.filter((outcome) => outcome === 'request.too_many')).toHaveLength(4)
    clock.shift(30_000)
    expect(await check(account, appCode(secret))).toBe('request.too_many')
  })
})

describe('somebody who knows the password and guesses codes', () => {
  const outcomesOf = (outcomes: string[]) => [
    outcomes.filter((outcome) => outcome === 'auth.totp_wrong').length,
    outcomes.filter((outcome) => outcome === 'request.too_many').length,
  ]
  /** Tries from this many addresses, ten times each. */
  async function storm({ account, secret }: Awaited<ReturnType<typeof buildProtected>>, addresses: number) {
    const outcomes: string[] = []
    for (let number = 0; number < addresses; number += 1) {
      const address = `10.77.${number}.1`
      for (let turn = 0; turn < 10; turn += 1) {
        outcomes.push(await check(account, wrongAppCode(secret), { address }))
      }
    }
    return outcomes
  }

  test('is stopped at one address, and the owner at another is not', async () => {
    const guarded = await buildProtected()
    await storm(guarded, 1)
    const stranger = { address: '10.77.0.1' }
    expect(await check(guarded.account, appCode(guarded.secret), stranger)).toBe('request.too_many')
    expect(await check(guarded.account, appCode(guarded.secret))).toBe('passed')
  })

  test('is stopped from many addresses too, and every way of the owner stays open', async () => {
    const guarded = await buildProtected()
    const { account, secret, recoveryCodes, token } = guarded
    const familyId = randomUUID()
    // Thirty tries in all, one more in its own turn, and from then on every unknown caller waits.
    expect(outcomesOf(await storm(guarded, 20))).toEqual([31, 169])
    expect(await check(account, appCode(secret), { address: '10.78.0.1' })).toBe('request.too_many')
    const owners: [string, () => string, Parameters<typeof check>[2]][] = [
      ['a known device', () => appCode(secret), { address: '10.77.0.1', familyId }],
      ['the address of a session', () => appCode(secret), { address: '127.0.0.1' }],
      ['who reads the mail', () => appCode(secret), { address: '10.77.0.1', first: 'mail' }],
      ['a recovery code', () => recoveryCodes[0]!, { address: '10.77.0.1' }],
    ]
    for (const [who, code, from] of owners) {
      expect([who, await check(account, code(), from)]).toEqual([who, 'passed'])
      clock.shift(30_000)
    }
    const removed = await call(api.factors.totpRemove, { passWord: PASSWORD, code: appCode(secret) }, { token })
    expect(removed.status).toBe(200)
  })

  test('has ten tries each with a known device, in a session, by mail or with recovery codes', async () => {
    const { account, secret, token } = await buildProtected()
    const familyId = randomUUID()
    const remove = async () =>
      (await call(api.factors.totpRemove, { passWord: PASSWORD, code: wrongAppCode(secret) }, { token })).code!
    const ways: [string, () => Promise<string>][] = [
      ['device', () => check(account, wrongAppCode(secret), { familyId })],
      ['mail', () => check(account, wrongAppCode(secret), { first: 'mail' })],
      ['recovery codes', () => check(account, 'ABCDEF-GHJKMN')],
      ['session', remove],
    ]
    for (const [way, guess] of ways) {
      const outcomes: string[] = []
      for (let turn = 0; turn < 11; turn += 1) outcomes.push(await guess())
      expect([way, ...outcomesOf(outcomes)]).toEqual([way, 10, 1])
    }
  })
})

describe('recovery codes', () => {
  test('each works once, in upper or lower case and without its dash, also in parallel', async () => {
    const { account, token, recoveryCodes } = await buildProtected()
    const [first = '', second = ''] = recoveryCodes
    const outcomes = await Promise.all(Array.from({ length: 6 }, () => check(account, first)))
    expect(outcomes.filter((outcome) => outcome === 'passed')).toHaveLength(1)
    expect(await check(account, second.replace('-', '').toLowerCase())).toBe('passed')
    expect(await check(account, second)).toBe('auth.totp_wrong')
    expect((await call(api.factors.state, {}, { token })).data.recoveryCodesLeft).toBe(8)
  })

  test('work only for their own account', async () => {
    const one = await buildProtected()
    const other = await buildProtected()
    expect(await check(other.account, one.recoveryCodes[0])).toBe('auth.totp_wrong')
    expect(await check(one.account, one.recoveryCodes[0])).toBe('passed')
    const hashes = [one, other].map(({ account }) =>
      hashRecoveryCode(config, { resellerId: 0, accountId: account.id }, 'ABCDEF-GHJKMN').toString('hex'),
    )
    expect(new Set(hashes).size).toBe(2)
  })
})

describe('the owner is told by mail', () => {
  test('when it is turned on and off, without a secret', async () => {
    const account = await buildAccount(db, { email: 'guarded@example.com' })
    const token = await buildSession(db, account)
    const secret = await begin(token)
    expect((await call(api.factors.totpConfirm, { code: wrongAppCode(secret) }, { token })).status).toBe(422)
    expect(await mailsOf(db, account)).toEqual([])
    const code = appCode(secret)
    const { recoveryCodes } = (await call(api.factors.totpConfirm, { code }, { token })).data
    clock.shift(60_000)
    await call(api.factors.totpRemove, { passWord: PASSWORD, code: wrongAppCode(secret) }, { token })
    await call(api.factors.totpRemove, { passWord: PASSWORD, code: recoveryCodes[0]! }, { token })
    const mails = await mailsOf(db, account)
    const to = { toAddress: 'guarded@example.com', language: 'zh-CN', params: { at: expect.any(String) } }
    expect(mails).toEqual([
      { template: 'totp_turned_on', ...to },
      { template: 'totp_turned_off', ...to },
    ])
    for (const hidden of [secret, code, ...recoveryCodes]) expect(JSON.stringify(mails)).not.toContain(hidden)
  })

  test('only at a verified address', async () => {
    const account = await buildAccount(db, { email: 'unproved@example.com' })
    await db.kysely.updateTable('accounts').set({ emailVerifiedAt: null }).where('id', '=', account.id).execute()
    const token = await buildSession(db, account)
    const code = appCode(await begin(token))
    expect((await call(api.factors.totpConfirm, { code }, { token })).status).toBe(200)
    expect(await mailsOf(db, account)).toEqual([])
  })

  test('or nothing changes: mail and factor share one transaction', async () => {
    const account = await buildAccount(db, { email: 'both@example.com' })
    const token = await buildSession(db, account)
    const code = appCode(await begin(token))
    await db.pool.query(
      `create function refuse_mail() returns trigger language plpgsql as $$ begin raise 'refused'; end $$;
       create trigger refuse_mail before insert on mails for each row execute function refuse_mail()`,
    )
    try {
      expect((await call(api.factors.totpConfirm, { code }, { token })).status).toBe(500)
    } finally {
      await db.pool.query('drop trigger refuse_mail on mails; drop function refuse_mail')
    }
    expect((await call(api.factors.state, {}, { token })).data.totp).toBe(false)
  })
})

describe('turning TOTP off', () => {
  test('needs the password and a code; if either is wrong nothing changes', async () => {
    const { token, secret } = await buildProtected()
    const remove = (passWord: string, code: string) => call(api.factors.totpRemove, { passWord, code }, { token })
    expect((await remove('not the password', appCode(secret))).code).toBe('auth.wrong_password')
    expect((await remove(PASSWORD, wrongAppCode(secret))).code).toBe('auth.totp_wrong')
    expect((await call(api.factors.state, {}, { token })).data).toMatchObject({ totp: true, recoveryCodesLeft: 10 })
    // The code sent with a wrong password was not used up.
    expect((await remove(PASSWORD, appCode(secret))).status).toBe(200)
    expect((await call(api.factors.state, {}, { token })).data).toMatchObject({ totp: false, recoveryCodesLeft: 0 })
    expect((await remove(PASSWORD, appCode(secret))).code).toBe('factor.missing')
  })

  test('works with a recovery code, and ends all of them', async () => {
    const { account, token, recoveryCodes } = await buildProtected()
    const input = { passWord: PASSWORD, code: recoveryCodes[3]! }
    expect((await call(api.factors.totpRemove, input, { token })).status).toBe(200)
    const left = await db.kysely.selectFrom('recoveryCodes').selectAll().where('accountId', '=', account.id).execute()
    expect(left).toEqual([])
  })

  test('is recorded without any secret', async () => {
    const { account, token, secret } = await buildProtected()
    await call(api.factors.totpRemove, { passWord: PASSWORD, code: appCode(secret) }, { token })
    const rows = await db.kysely
      .selectFrom('auditLog')
      .select(['resellerId', 'actor', 'action'])
      .where('subject', '=', `account:${account.id}`)
      .orderBy('id')
      .execute()
    const actor = `account:${account.id}`
    expect(rows).toEqual([
      { resellerId: 0, actor, action: 'totp.turned_on' },
      { resellerId: 0, actor, action: 'totp.removed' },
    ])
  })
})

test('a factor turned on during the password check is not bypassed', async () => {
  const { account } = await buildProtected()
  const owner = { resellerId: account.resellerId, accountId: account.id }
  const client = { address: HOME, userAgent: 'test', host: 'portal.example', appKey: null, isLocal: false }
  const ctx = { db, config, now: clock.now(), client } as unknown as Ctx<'public'>
  const stored = db.kysely.selectFrom('accounts').select('passwordHash').where('id', '=', account.id)
  const { passwordHash } = await stored.executeTakeFirstOrThrow()
  const open = (options: object) => openSession(ctx, owner, 'password', options)
  for (const password of [{}, { passwordHash }]) {
    await expect(open({ ...password, hasFactor: false })).rejects.toMatchObject({ code: 'auth.bad_credentials' })
    expect((await open({ ...password, hasFactor: true })).owner.sessionId).toMatch(/^[\da-f-]{36}$/)
  }
})

test('a stolen session cannot guess the password without end', async () => {
  const token = await buildSession(db, await buildAccount(db), 'remembered')
  const guess = (passWord: string) => call(api.factors.totpBegin, { passWord }, { token })
  for (let round = 0; round < 10; round += 1) expect((await guess(`guess number ${round}`)).status).toBe(422)
  const eleventh = await guess(PASSWORD)
  expect([eleventh.status, eleventh.code]).toEqual([429, 'request.too_many'])
  expect(Number(eleventh.response.headers['retry-after'])).toBeGreaterThan(0)
})

test('secret and recovery codes appear in no later answer, no log line and nowhere in the database', async () => {
  const { account, token, secret, recoveryCodes } = await buildProtected()
  const state = await call(api.factors.state, {}, { token })
  const info = await call(api.accounts.info, { dailiKey: account.resellerId }, { token })
  await call(api.factors.totpRemove, { passWord: PASSWORD, code: wrongAppCode(secret) }, { token })
  const everything = [state.text, info.text, logged.join(''), await dumpEveryRow(db)].join('\n')
  expect(everything).toContain(account.userName)
  const plain = recoveryCodes.flatMap((code) => [code, code.replace('-', '')])
  const raw = Buffer.from(base32Bytes(secret))
  for (const text of [secret, raw.toString('hex'), raw.toString('base64'), raw.toString('latin1'), ...plain]) {
    expect(everything.includes(text), text).toBe(false)
  }
})

function base32Bytes(text: string): number[] {
  const bits = [...text].map((letter) =>
    'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'),
  )
  return bits
    .join('')
    .match(/.{8}/g)!
    .map((byte) => Number.parseInt(byte, 2))
}
