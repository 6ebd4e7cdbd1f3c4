import { beforeAll, expect, test, vi } from 'vitest'

import { countSubscribers, raceCard } from '../../test/attack/card-races.ts'
import { buildReseller } from '../../test/build/factories.ts'
import { buildPackage } from '../../test/build/money-factories.ts'
import { makeApp } from '../../test/run/make-app.ts'
import type * as queries from './queries.ts'

// The race of races.test.ts without its guards: read the card, then write it, and no unique key on what a card paid for.
// If this test did not break, that race would prove nothing.
vi.mock('./queries.ts', async (importOriginal) => {
  const original = await importOriginal<typeof queries>()
  const claimCard: typeof queries.claimCard = async (db, { resellerId, accountId, codeHash, lastFour, now }) => {
    const card = await original.loadCard(db, resellerId, codeHash)
    if (card?.state !== 'unused') return false
    await db.kysely
      .updateTable('cards')
      .set({ state: 'redeemed', redeemedBy: accountId, redeemedAt: now, lastFour, sealedCode: null })
      .where('id', '=', card.id)
      .execute()
    return true
  }
  return { ...original, claimCard }
})

const testApp = await makeApp()

beforeAll(async () => {
  await buildReseller(testApp.db)
  await testApp.db.pool.query('alter table subscription_pieces drop constraint subscription_pieces_card_id_key')
  await testApp.app.listen({ port: 0, host: '127.0.0.1' })
})

test('without the condition one package card serves several users', async () => {
  const plan = await buildPackage(testApp.db)
  // Whether two requests collide is chance on a busy machine: several rounds make it likely enough.
  let mostWinners = 0
  let mostSubscribers = 0
  for (let round = 0; round < 8 && mostSubscribers < 2; round += 1) {
    const { statuses, accountIds } = await raceCard(testApp, { kind: 'package', packageId: plan.id, value: 1 })
    mostWinners = Math.max(mostWinners, statuses.filter((status) => status === 200).length)
    mostSubscribers = Math.max(mostSubscribers, await countSubscribers(testApp, accountIds))
  }
  expect(mostWinners).toBeGreaterThan(1)
  expect(mostSubscribers).toBeGreaterThan(1)
})
