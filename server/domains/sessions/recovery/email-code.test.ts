import { beforeEach, describe, expect, test } from 'vitest'

import { api } from '../../../../contract/api.ts'
import { clock } from '../../../platform/clock.ts'
import { forgetCount } from '../../../platform/limits/limits.ts'
import { hashCount } from '../../../platform/secrets/passwords.ts'
import { buildSession } from '../../../test/build/build-session.ts'
import { buildAccount, buildReseller, PASSWORD } from '../../../test/build/factories.ts'
import { statementsOf } from '../../../test/look/statements.ts'
import { makeCaptcha } from '../../../test/outside/captcha.ts'
import { makeApp } from '../../../test/run/make-app.ts'
import { bindTarget, perMinute } from './mail-limits.ts'

// No job runner here: the test examines each statement of a call.
const { call, db, config } = await makeApp()
await buildReseller(db)
let made = 0
const freshName = () => `nobody-${(made += 1)}`
const freshAddress = () => `10.1.${Math.floor((made += 1) / 250)}.${made % 250}`
const forgetMinute = (target: string) => forgetCount({ db, config }, perMinute, target)

beforeEach(() => clock.reset())

function ask(purpose: 'reset' | 'unlock', userName: string, more: object = {}, address = freshAddress()) {
  const input = { purpose, userName, dailiKey: 0, captcha: makeCaptcha(config), ...more }
  return call(api.emails.code, input, { address })
}

function tryCode(path: 'findPass' | 'unlock', userName: string, code = '000000') {
  const input = { userName, dailiKey: 0, code, newPass: 'a brand new secret 7' }
  return call(api.emails[path], input, { address: freshAddress() })
}

type Kind = 'bound' | 'unbound' | 'locked' | 'nobody'
async function buildName(kind: Kind): Promise<string> {
  if (kind === 'nobody') return freshName()
  const email = `owner${(made += 1)}@mail.example`
  const { userName, id } = await buildAccount(db, kind === 'unbound' ? {} : { email })
  if (kind === 'locked') {
    await db.kysely.updateTable('accounts').set({ lockedAt: new Date() }).where('id', '=', id).execute()
  }
  return userName
}

const KINDS: Kind[] = ['bound', 'unbound', 'locked', 'nobody']

describe('nobody learns which accounts exist', () => {
  test.each(['reset', 'unlock'] as const)('from asking for a code to %s', async (purpose) => {
    // The first call prepares statements and opens connections.
    await ask(purpose, freshName())
    const seen = []
    for (const kind of KINDS) {
      const userName = await buildName(kind)
      const hashes = hashCount.value
      const { result, statements } = await statementsOf(() => ask(purpose, userName))
      seen.push({ status: result.status, body: result.text, statements, hashes: hashCount.value - hashes })
    }
    expect(seen[0]).toMatchObject({ status: 200, body: '{"success":true,"data":{"resendAfterS":60}}', hashes: 0 })
    expect(seen[0]!.statements.length).toBeGreaterThan(5)
    for (const other of seen.slice(1)) expect(other).toEqual(seen[0])
  })

  test.each(['findPass', 'unlock'] as const)('from trying a code at %s', async (path) => {
    const seen = []
    for (const kind of KINDS) {
      const userName = await buildName(kind)
      await ask(path === 'findPass' ? 'reset' : 'unlock', userName)
      for (let round = 0; round < 2; round += 1) {
        const hashes = hashCount.value
        const { result, statements } = await statementsOf(() => tryCode(path, userName))
        seen.push({ status: result.status, body: result.text, statements, hashes: hashCount.value - hashes })
      }
    }
    expect(seen[0]).toMatchObject({ status: 422, hashes: 0 })
    expect(seen[0]!.body).toContain('email.code_wrong')
    for (const other of seen.slice(1)) expect(other).toEqual(seen[0])
  })

  test('counts a guess at an unknown name like any other', async () => {
    const userName = freshName()
    await ask('reset', userName)
    await tryCode('findPass', userName)
    const row = await db.kysely
      .selectFrom('mailCodes')
      .selectAll()
      .orderBy('createdAt', 'desc')
      .executeTakeFirstOrThrow()
    expect(row).toMatchObject({ accountId: null, email: '', guessesLeft: 24 })
  })

  test('nor from the limits', async () => {
    for (const kind of KINDS) {
      const userName = await buildName(kind)
      const caller = freshAddress()
      expect((await ask('reset', userName, {}, caller)).status).toBe(200)
      const again = await ask('reset', userName.toUpperCase(), {}, caller)
      expect([again.status, again.code]).toEqual([429, 'request.too_many'])
      expect(Number(again.response.headers['retry-after'])).toBeGreaterThan(50)
    }
  })
})

describe('what is asked for', () => {
  test('a public purpose needs a captcha, a new one each time', async () => {
    const userName = await buildName('bound')
    const input = { purpose: 'reset', userName, dailiKey: 0 } as const
    expect((await call(api.emails.code, input)).code).toBe('auth.captcha_required')
    expect((await call(api.emails.code, { ...input, captcha: 'img.made.up' })).code).toBe('auth.captcha_wrong')
    const captcha = makeCaptcha(config)
    expect((await call(api.emails.code, { ...input, captcha })).status).toBe(200)
    expect((await call(api.emails.code, { ...input, captcha })).code).toBe('auth.captcha_wrong')
  })

  test("a refused captcha does not count against the account's limit", async () => {
    const userName = await buildName('bound')
    for (let round = 0; round < 8; round += 1) await ask('reset', userName, { captcha: 'img.made.up' })
    expect((await ask('reset', userName)).status).toBe(200)
  })

  test('binding needs a token of this reseller, and an address', async () => {
    await buildReseller(db, { id: 260 })
    const account = await buildAccount(db)
    const token = await buildSession(db, account)
    const input = { purpose: 'bind', email: 'me@mail.example', dailiKey: 0 } as const
    const refusals = [
      await call(api.emails.code, input),
      await call(api.emails.code, input, { token: 'made-up' }),
      await call(api.emails.code, { ...input, dailiKey: 260 }, { token }),
    ]
    expect(refusals.map(({ status, code }) => [status, code])).toEqual(refusals.map(() => [401, 'auth.required']))
    const noAddress = await call(api.emails.code, { purpose: 'bind', dailiKey: 0 }, { token })
    expect([noAddress.status, noAddress.response.json()]).toMatchObject([
      400,
      { data: { fields: { email: 'required' } } },
    ])
    const noName = await call(api.emails.code, { purpose: 'reset', dailiKey: 0, captcha: 'x' })
    expect([noName.status, noName.code]).toEqual([400, 'request.invalid'])
  })

  test('names an unknown reseller as such', async () => {
    const answer = await ask('reset', freshName(), { dailiKey: 4040 })
    expect([answer.status, answer.code]).toEqual([422, 'reseller.unknown'])
  })

  test('sends nothing to a typed address that is not the bound one', async () => {
    const email = 'right@mail.example'
    const { userName, id } = await buildAccount(db, { email })
    await ask('reset', userName, { email: 'wrong@mail.example' })
    await ask('reset', userName, { email: email.toUpperCase() })
    const mails = await db.kysely.selectFrom('mails').select('toAddress').where('accountId', '=', id).execute()
    expect(mails).toEqual([{ toAddress: email }])
  })

  test('sends nothing to an unverified address', async () => {
    const { userName, id } = await buildAccount(db, { email: 'unproved@mail.example' })
    await db.kysely.updateTable('accounts').set({ emailVerifiedAt: null }).where('id', '=', id).execute()
    expect((await ask('reset', userName)).status).toBe(200)
    const mails = await db.kysely.selectFrom('mails').select('id').where('accountId', '=', id).execute()
    expect(mails).toEqual([])
  })
})

describe('limits', () => {
  const statusOf = ({ status }: { status: number }) => status
  test('five an hour by one caller for one name, in any spelling; twenty for the name in all', async () => {
    const userName = await buildName('bound')
    const askAs = async (caller: string, name = userName) => {
      const status = statusOf(await ask('reset', name, {}, caller))
      await forgetMinute(`0/name/${userName.toLowerCase()} ${caller}`)
      return status
    }
    const stranger = freshAddress()
    const statuses = []
    for (let round = 0; round < 6; round += 1) {
      statuses.push(await askAs(stranger, round % 2 ? userName : userName.toUpperCase()))
    }
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
    // The stranger used up only their own limit.
    const others = []
    for (let round = 0; round < 16; round += 1) others.push(await askAs(freshAddress()))
    expect(others).toEqual([...Array(15).fill(200), 429])
  })

  test('strangers who ask do not block a known device or a caller who types the bound address, and learn neither', async () => {
    const email = `asked${(made += 1)}@mail.example`
    const account = await buildAccount(db, { email })
    const { userName } = account
    const login = { userName, passWord: PASSWORD, dailiKey: 0, remember: true }
    const { device } = (await call(api.sessions.login, login)).data
    const stranger = freshAddress()
    for (let round = 0; round < 21; round += 1) await ask('reset', userName, {}, freshAddress())
    for (let round = 0; round < 21; round += 1) await ask('reset', freshName(), {}, stranger)
    expect(statusOf(await ask('reset', userName, {}, freshAddress()))).toBe(429)
    const sent = async () =>
      (await db.kysely.selectFrom('mails').select('id').where('accountId', '=', account.id).execute()).length
    const before = await sent()
    // Even from an address that has used up its own mails.
    expect(statusOf(await ask('reset', userName, { device: device! }, stranger))).toBe(200)
    expect(statusOf(await ask('reset', userName, { email: email.toUpperCase() }, stranger))).toBe(200)
    expect((await sent()) - before).toBe(2)
    // A guessed address gets the same answer, so nobody learns which one is bound.
    expect(statusOf(await ask('reset', userName, { email: 'guessed@mail.example' }, stranger))).toBe(200)
    expect(await sent()).toBe(before + 2)
    expect(statusOf(await ask('reset', userName, { device: 'dc1.garbage' }, freshAddress()))).toBe(429)
  })

  test('a caller who types the address is limited too', async () => {
    const email = `typed${(made += 1)}@mail.example`
    const { userName } = await buildAccount(db, { email })
    const caller = freshAddress()
    const statuses = []
    for (let round = 0; round < 6; round += 1) {
      statuses.push(statusOf(await ask('reset', userName, { email }, caller)))
      await forgetMinute(`0/name/${userName.toLowerCase()}/to/${email} ${caller}`)
    }
    expect(statuses).toEqual([...Array(5).fill(200), 429])
    const others = []
    for (let round = 0; round < 16; round += 1) others.push(statusOf(await ask('reset', userName, { email })))
    expect(others).toEqual([...Array(15).fill(200), 429])
  })

  test('one a minute and five an hour to one address, from all callers; twenty an hour by one account', async () => {
    const tokens = []
    for (let index = 0; index < 7; index += 1) tokens.push(await buildSession(db, await buildAccount(db)))
    const bind = async (token: string, email: string) =>
      statusOf(await call(api.emails.code, { purpose: 'bind', email, dailiKey: 0 }, { token, address: freshAddress() }))
    expect(await bind(tokens[0]!, 'one@mail.example')).toBe(200)
    expect(await bind(tokens[1]!, 'One@mail.example')).toBe(429)
    const statuses = []
    for (const token of tokens.slice(1)) {
      await forgetMinute(bindTarget({ resellerId: 0, email: 'one@mail.example' }))
      statuses.push(await bind(token, 'one@mail.example'))
    }
    expect(statuses).toEqual([200, 200, 200, 200, 429, 429])
    const many = []
    for (let index = 0; index < 21; index += 1) many.push(await bind(tokens[6]!, `many${index}@mail.example`))
    expect(many).toEqual([...Array(20).fill(200), 429])
  })

  test('twenty an hour from one client', async () => {
    const statuses = []
    for (let index = 0; index < 21; index += 1)
      statuses.push(statusOf(await ask('reset', freshName(), {}, '192.0.2.9')))
    expect(statuses).toEqual([...Array(20).fill(200), 429])
    expect(statusOf(await ask('reset', freshName(), {}, '192.0.2.10'))).toBe(200)
  })

  test('thirty code tries an hour from one client', async () => {
    const statuses = []
    for (let index = 0; index < 31; index += 1) {
      const path = index % 2 ? api.emails.findPass : api.emails.unlock
      const input = { userName: freshName(), dailiKey: 0, code: '000000', newPass: 'a brand new secret 7' }
      statuses.push(statusOf(await call(path, input, { address: '192.0.2.11' })))
    }
    expect(statuses).toEqual([...Array(30).fill(422), 429])
  })
})
