import { beforeAll, expect, test, vi } from 'vitest'

import { fail } from '../../platform/errors.ts'
import { raceCommission } from '../../test/attack/commission-races.ts'
import { checkBooks } from '../../test/look/books.ts'
import { makeApp } from '../../test/run/make-app.ts'
import type * as holding from '../accounts/lock-account-row.ts'
import { loadBalanceFen } from '../ledger/load-balance.ts'
import type * as posting from '../ledger/post.ts'

// The race of races.test.ts without its guards: nobody waits for the account, and a post reads the balance, then writes
// it. If this test did not break, that race would prove nothing.
vi.mock('../accounts/lock-account-row.ts', async (importOriginal) => ({
  ...(await importOriginal<typeof holding>()),
  claimAccount: async () => {},
}))
vi.mock('../ledger/post.ts', async (importOriginal) => {
  const original = await importOriginal<typeof posting>()
  const post: typeof posting.post = async (ctx, entry) => {
    if (entry.kind === 'adjustment') return original.post(ctx, entry)
    for (const leg of entry.legs) {
      const balanceFen = (await loadBalanceFen(ctx, leg)) + leg.amountFen
      if (balanceFen < 0) fail('commission.short')
      const { kind, resellerId, accountId } = leg
      const row = { kind, resellerId, accountId: accountId ?? null, balanceFen }
      await ctx.db.kysely
        .insertInto('ledgerAccounts')
        .values(row)
        .onConflict((conflict) => conflict.column('code').doUpdateSet({ balanceFen }))
        .execute()
    }
    return { transactionId: 0, repeated: false }
  }
  return { ...original, post }
})

const testApp = await makeApp()

beforeAll(async () => {
  await testApp.app.listen({ port: 0, host: '127.0.0.1' })
})

test('without the guards the same commission is used several times, and the book check finds it', async () => {
  // Whether two requests collide is chance on a busy machine: several rounds make it likely enough.
  let mostWinners = 0
  for (let round = 0; round < 8 && mostWinners < 2; round += 1) {
    const { statuses } = await raceCommission(testApp, 2000)
    mostWinners = Math.max(mostWinners, statuses.filter((status) => status === 200).length)
  }
  expect(mostWinners).toBeGreaterThan(1)
  expect((await checkBooks(testApp.db)).problems).not.toEqual([])
})
