import { beforeAll, expect, test } from 'vitest'

import { raceCommission } from '../../test/attack/commission-races.ts'
import { checkBooksAfterEach } from '../../test/look/books.ts'
import { makeApp } from '../../test/run/make-app.ts'
import { loadBalanceFen } from '../ledger/load-balance.ts'

const testApp = await makeApp()
checkBooksAfterEach(testApp.db)

beforeAll(async () => {
  await testApp.app.listen({ port: 0, host: '127.0.0.1' })
})

test('M4: of fifty requests for the same commission, to the balance or paid out, one gets it', async () => {
  for (let round = 0; round < 3; round += 1) {
    const { statuses, account } = await raceCommission(testApp, 2000)
    expect(statuses.filter((status) => status === 200)).toHaveLength(1)
    expect(statuses.filter((status) => status === 422)).toHaveLength(49)
    const fen = (kind: 'user' | 'hold' | 'commission') =>
      loadBalanceFen(testApp, { kind, resellerId: account.resellerId, accountId: account.id })
    expect([await fen('commission'), (await fen('user')) + (await fen('hold'))]).toEqual([0, 2000])
  }
})
