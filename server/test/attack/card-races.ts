import type { CardPurchase } from '../../domains/cards/buy-card-batch.ts'
import { buildCards } from '../build/build-cards.ts'
import type { TestApp } from '../run/make-app.ts'
import { raceCode } from './redeem-race.ts'

/** One card and fifty users. Returns each answer. */
export async function raceCard(
  testApp: TestApp,
  bought: Partial<CardPurchase>,
): Promise<{ statuses: number[]; accountIds: number[] }> {
  const { code } = await buildCards(testApp.db, bought)
  return raceCode(testApp, code)
}

/** How many of the accounts have a package now. */
export async function countSubscribers({ db }: TestApp, accountIds: number[]): Promise<number> {
  const rows = await db.kysely
    .selectFrom('subscriptions')
    .select('accountId')
    .where('accountId', 'in', accountIds)
    .where('packageId', 'is not', null)
    .execute()
  return rows.length
}
