import { beforeEach, expect, test } from 'vitest'

import { api } from '../../../../contract/api.ts'
import { limits } from '../../../../contract/limits.ts'
import { clock } from '../../../platform/clock.ts'
import { Refusal } from '../../../platform/errors.ts'
import { createLog } from '../../../platform/log.ts'
import { fundCommission } from '../../../test/attack/commission-races.ts'
import { buildSession } from '../../../test/build/build-session.ts'
import { buildAccount } from '../../../test/build/factories.ts'
import { fund } from '../../../test/build/money-factories.ts'
import { mailsOf } from '../../../test/outside/mails-of.ts'
import { makeApp } from '../../../test/run/make-app.ts'
import { askDeletionByStaff } from './ask-deletion-by-staff.ts'
import { deleteDueAccounts } from './delete-due-accounts.ts'

const { call, db, config } = await makeApp()
beforeEach(() => clock.reset())

const ANNA = { actor: 'staff:1', isOperator: false }
type Account = Awaited<ReturnType<typeof buildAccount>>
const ask = ({ resellerId, id }: Account) =>
  askDeletionByStaff({ db, now: clock.now() }, { resellerId, accountId: id }, ANNA).then(
    () => 'done',
    (error: unknown) => (error instanceof Refusal ? error.code : String(error)),
  )
const runJob = () => deleteDueAccounts({ db, config, now: clock.now(), log: createLog('silent'), isLastAttempt: false })
const rowOf = ({ id }: Account) =>
  db.kysely.selectFrom('accounts').select(['deleteAfter', 'deletedAt']).where('id', '=', id).executeTakeFirstOrThrow()

async function subscribe({ resellerId, id: accountId }: Account): Promise<void> {
  const expiresAt = new Date(clock.now().getTime() + 60 * 86_400_000)
  const { id: packageId } = await db.kysely
    .insertInto('packages')
    .values({ kind: 'plan', name: `P${accountId}`, trafficBytes: 1, deviceLimit: 1, lineLimit: 1 })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db.kysely.insertInto('subscriptions').values({ resellerId, accountId, packageId, expiresAt }).execute()
}

test('refuses an account with money, a package or a payment under way', async () => {
  const rich = await buildAccount(db)
  await fund(db, rich, 1)
  const earner = await buildAccount(db)
  await fundCommission(db, earner, 1)
  const running = await buildAccount(db)
  await subscribe(running)
  for (const account of [rich, earner, running]) {
    expect(await ask(account)).toBe('account.not_empty')
    expect((await rowOf(account)).deleteAfter).toBeNull()
  }
})

test('deletes an empty account after 14 days and tells its user', async () => {
  const account = await buildAccount(db, { email: 'leaving@example.com' })
  expect(await ask(account)).toBe('done')
  expect((await mailsOf(db, account)).map(({ template }) => template)).toEqual(['deletion_by_staff'])
  clock.shift(limits.deletionDelayMs - 60_000)
  await runJob()
  expect((await rowOf(account)).deletedAt).toBeNull()
  clock.shift(120_000)
  await runJob()
  expect((await rowOf(account)).deletedAt).not.toBeNull()
})

test('the user can take it back', async () => {
  const account = await buildAccount(db)
  await ask(account)
  const token = await buildSession(db, account)
  expect((await call(api.accounts.keep, {}, { token })).status).toBe(200)
  clock.shift(limits.deletionDelayMs + 60_000)
  await runJob()
  expect(await rowOf(account)).toEqual({ deleteAfter: null, deletedAt: null })
})

test('keeps an account that buys a package meanwhile', async () => {
  const account = await buildAccount(db)
  await ask(account)
  await subscribe(account)
  clock.shift(limits.deletionDelayMs + 60_000)
  await runJob()
  expect(await rowOf(account)).toEqual({ deleteAfter: null, deletedAt: null })
})
