import { randomUUID } from 'node:crypto'
import { afterEach, expect, test } from 'vitest'

import { api } from '../../../../contract/api.ts'
import { consoleApi } from '../../../../contract/console/api.ts'
import { limits } from '../../../../contract/limits.ts'
import { clock } from '../../../platform/clock.ts'
import { buildSession } from '../../../test/build/build-session.ts'
import { staffCalls } from '../../../test/build/build-staff.ts'
import { buildAccount, PASSWORD } from '../../../test/build/factories.ts'
import { fund } from '../../../test/build/money-factories.ts'
import { appCode } from '../../../test/outside/authenticator-app.ts'
import { makeApp } from '../../../test/run/make-app.ts'

/** Without a mail server no code is asked for: fewer steps, same rules. */
const made = await makeApp({ MODE: 'production', PUBLIC_URL: 'https://portal.example', AGENCY_FEE_FEN: '1000' })
const { app, db, call } = made
const visitor = staffCalls(app, null)

afterEach(() => clock.reset())

async function buildOwner() {
  const account = await buildAccount(db)
  await fund(db, account, 1000)
  const token = await buildSession(db, account)
  const wish = {
    name: `Agency ${randomUUID().slice(0, 6)}`,
    contact: 'wx: x',
    payBy: 'balance',
    key: randomUUID(),
  } as const
  const { daili_id } = (await call(api.agencies.create, wish, { token })).data
  const ask = (input: { passWord: string; totp?: string } = { passWord: PASSWORD }) =>
    call(api.agencies.console, input, { token })
  const hasConsole = async () => (await call(api.agencies.own, {}, { token })).data.beginning?.hasConsole
  return { name: wish.name, account, token, resellerId: daili_id!, ask, hasConsole }
}
const tokenOf = (link: string) => link.split('#')[1]!
const join = (link: string, name = `boss-${randomUUID().slice(0, 8)}`) =>
  visitor.call(consoleApi.join.accept, {
    token: tokenOf(link),
    name,
    email: `${name}@agency.example`,
    passWord: 'quiet river 77',
  })

test('a user who paid for an agency enters its console before any approval, once, and becomes its owner', async () => {
  const { name, resellerId, ask, hasConsole } = await buildOwner()
  expect(await hasConsole()).toBe(false)
  const { link, expiresAt } = (await ask()).data
  expect(link).toMatch(/^https:\/\/portal\.example\/console\/join#/)
  expect(Date.parse(expiresAt) - clock.now().getTime()).toBeLessThanOrEqual(86_400_000)
  const { reseller } = (await visitor.call(consoleApi.join.show, { token: tokenOf(link) })).data
  expect(reseller?.title, 'its own name, before the shop has one').toBe(name)
  const answer = await join(link)
  expect(answer.status).toBe(200)
  const seen = (await staffCalls(app, answer.token!).call(consoleApi.session.show, {})).data
  expect(seen).toMatchObject({
    member: { role: 'owner' },
    reseller: { id: resellerId, title: name },
    factor: { required: true },
  })
  expect(await hasConsole()).toBe(true)
  expect((await ask()).code).toBe('agency.has_owner')
  expect((await join(link)).code).toBe('staff.invitation_gone')
})

test('a newer link voids the one before, and a link ends after a day', async () => {
  const { ask } = await buildOwner()
  const first = (await ask()).data.link
  const second = (await ask()).data.link
  expect((await join(first)).code).toBe('staff.invitation_gone')
  clock.shift(86_400_000)
  expect((await join(second)).code).toBe('staff.invitation_gone')
})

test('asks for the password, and for the factor if there is one', async () => {
  const { ask, token } = await buildOwner()
  expect((await ask({ passWord: 'wrong' })).code).toBe('auth.wrong_password')
  const { secret } = (await call(api.factors.totpBegin, { passWord: PASSWORD }, { token })).data
  await call(api.factors.totpConfirm, { code: appCode(secret) }, { token })
  expect((await ask()).code).toBe('auth.totp_required')
  clock.shift(60_000)
  expect((await ask({ passWord: PASSWORD, totp: appCode(secret) })).status).toBe(200)
})

test.each(['reset_code', 'factor'] as const)('gives no link for three days after help by %s', async (kind) => {
  const { ask, account } = await buildOwner()
  const help = { resellerId: 0, accountId: account.id, kind, actor: 'staff:1', createdAt: clock.now() }
  await db.kysely.insertInto('accountHelps').values(help).execute()
  clock.shift(limits.helpWaitMs - 60_000)
  expect((await ask()).code).toBe('account.helped_lately')
  clock.shift(61_000)
  expect((await ask()).status).toBe(200)
})

test('gives no link to a user who runs no agency', async () => {
  const account = await buildAccount(db)
  const token = await buildSession(db, account)
  expect((await call(api.agencies.console, { passWord: PASSWORD }, { token })).code).toBe('object.unknown')
})
