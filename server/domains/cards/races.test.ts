import { beforeAll, expect, test } from 'vitest'

import { countSubscribers, raceCard } from '../../test/attack/card-races.ts'
import { buildReseller } from '../../test/build/factories.ts'
import { buildPackage } from '../../test/build/money-factories.ts'
import { checkBooksAfterEach } from '../../test/look/books.ts'
import { makeApp } from '../../test/run/make-app.ts'

const testApp = await makeApp()
const { db } = testApp
checkBooksAfterEach(db)

beforeAll(async () => {
  await buildReseller(testApp.db)
  await testApp.app.listen({ port: 0, host: '127.0.0.1' })
})

const ROUNDS = 3
const winners = (statuses: number[]) => statuses.filter((status) => status === 200)

test('M21: of fifty users redeeming one balance card, one gets the money', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const { statuses, accountIds } = await raceCard(testApp, { value: 700 })
    expect(winners(statuses)).toHaveLength(1)
    expect(statuses.filter((status) => status === 409)).toHaveLength(49)
    const rich = await db.kysely
      .selectFrom('ledgerAccounts')
      .select('balanceFen')
      .where('kind', '=', 'user')
      .where('accountId', 'in', accountIds)
      .where('balanceFen', '>', 0)
      .execute()
    expect(rich).toEqual([{ balanceFen: 700 }])
  }
})

test('M21: of fifty users redeeming one package card, one gets the package', async () => {
  const plan = await buildPackage(db)
  for (let round = 0; round < ROUNDS; round += 1) {
    const { statuses, accountIds } = await raceCard(testApp, { kind: 'package', packageId: plan.id, value: 1 })
    expect(winners(statuses)).toHaveLength(1)
    expect(await countSubscribers(testApp, accountIds)).toBe(1)
  }
})
