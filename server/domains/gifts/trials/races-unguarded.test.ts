import { beforeAll, expect, test, vi } from 'vitest'

import { api } from '../../../../contract/api.ts'
import { buildSession } from '../../../test/build/build-session.ts'
import { buildAccount } from '../../../test/build/factories.ts'
import { buildTrial, fundReseller } from '../../../test/build/money-factories.ts'
import { makeApp } from '../../../test/run/make-app.ts'
import type * as queries from './queries.ts'

// The race of trials.test.ts without its guard: ask whether the mailbox had a trial, then write. If this test did not
// break, that race would prove nothing.
vi.mock('./queries.ts', async (importOriginal) => {
  const original = await importOriginal<typeof queries>()
  const insertClaim: typeof queries.insertClaim = async (db, claim) => {
    if (await original.isMailboxUsed(db, claim.resellerId, claim.mailHash)) return false
    await db.kysely.insertInto('trialClaims').values(claim).execute()
    return true
  }
  return { ...original, insertClaim }
})

const RESELLER = 8900
const testApp = await makeApp()
const { db, call } = testApp
let nextAddress = 0

beforeAll(async () => {
  await db.pool.query('alter table trial_claims drop constraint trial_claims_reseller_id_mail_hash_key')
})

test('without the unique key one mailbox has several trials', async () => {
  const trial = await buildTrial(db, { resellerId: RESELLER, days: 3, paidBy: 'reseller', wholesaleFen: 100 })
  await fundReseller(db, RESELLER, 100_000)
  let most = 0
  // Whether two requests collide is chance on a busy machine: several rounds make it likely enough.
  for (let round = 0; round < 8 && most < 2; round += 1) {
    const tokens: string[] = []
    for (let index = 0; index < 20; index += 1) {
      const email = `mei.li+${index}@mail${round}.example`
      tokens.push(await buildSession(db, await buildAccount(db, { resellerId: RESELLER, email })))
    }
    const answers = await Promise.all(
      tokens.map((token) => {
        const address = `203.0.${round}.${(nextAddress += 1)}`
        return call(api.packages.trial, { packageId: trial.wireId }, { token, address })
      }),
    )
    most = Math.max(most, answers.filter(({ status }) => status === 200).length)
  }
  expect(most).toBeGreaterThan(1)
})
