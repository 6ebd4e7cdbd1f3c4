import { expect, test } from 'vitest'

import { api } from '../../../../contract/api.ts'
import { consoleApi } from '../../../../contract/console/api.ts'
import { clock } from '../../../platform/clock.ts'
import { buildKey } from '../../../test/build/build-key.ts'
import { buildSession } from '../../../test/build/build-session.ts'
import { buildStaff, staffCalls } from '../../../test/build/build-staff.ts'
import { buildAccount } from '../../../test/build/factories.ts'
import { checkBooksAfterEach } from '../../../test/look/books.ts'
import { mailsOf } from '../../../test/outside/mails-of.ts'
import { makeApp } from '../../../test/run/make-app.ts'
import { handOverReseller } from './hand-over-reseller.ts'

const made = await makeApp()
const { app, db, config, call } = made
checkBooksAfterEach(db)

test('a reseller that changes hands keeps its users and lets no former staff in', async () => {
  const [old, next] = [
    await buildAccount(db, { email: 'old@owner.example' }),
    await buildAccount(db, { email: 'new@owner.example' }),
  ]
  const owner = await buildStaff(made, { resellerId: 6001 })
  const helper = await buildStaff(made, { resellerId: 6001, role: 'support' })
  const other = await buildStaff(made, { resellerId: 6002 })
  const key = await buildKey(made, { resellerId: 6001 })
  expect((await key.call(consoleApi.users.list, {})).status).toBe(200)
  const { link } = (await owner.call(consoleApi.staff.invite, { role: { name: 'owner' } })).data
  await db.kysely
    .updateTable('resellers')
    .set({ ownerResellerId: 0, ownerAccountId: old.id, agencyName: 'Crane' })
    .where('id', '=', 6001)
    .execute()
  const user = await buildAccount(db, { resellerId: 6001 })
  const to = { resellerId: 0, accountId: next.id }
  await handOverReseller({ db, config, now: clock.now() }, 6001, to, 'operator:test')
  for (const { token } of [owner, helper]) {
    expect((await staffCalls(app, token).call(consoleApi.session.show, {})).status).toBe(401)
  }
  expect((await key.call(consoleApi.users.list, {})).status).toBe(401)
  const kept = db.kysely.selectFrom('apiKeys').select('id').where('resellerId', '=', 6001)
  expect(await kept.where('revokedAt', 'is', null).execute()).toEqual([])
  const again = { name: owner.name, passWord: owner.password }
  expect((await staffCalls(app, null).call(consoleApi.session.signIn, again)).code).toBe('auth.bad_credentials')
  const token = link!.split('#')[1]!
  expect((await staffCalls(app, null).call(consoleApi.join.show, { token })).code).toBe('staff.invitation_gone')
  expect((await other.call(consoleApi.session.show, {})).status).toBe(200)
  const session = await buildSession(db, user)
  expect((await call(api.accounts.info, { dailiKey: 6001 }, { token: session })).status).toBe(200)
  expect((await mailsOf(db, old)).map(({ template }) => template)).toEqual(['agency_given_away'])
  expect((await mailsOf(db, next)).map(({ template }) => template)).toEqual(['agency_received'])
  // The new owner gets in the same way as every owner.
  const bearer = { token: await buildSession(db, next) }
  expect((await call(api.agencies.console, { passWord: next.password }, bearer)).status).toBe(200)
})
