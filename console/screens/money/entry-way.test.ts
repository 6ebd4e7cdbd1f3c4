import { expect, it } from 'vitest'

import { entryWay } from './entry-way.ts'

const nothing = { orderId: null, bulkId: null, accountId: null }
const may =
  (...permissions: string[]) =>
  (wanted: string) =>
    permissions.includes(wanted)

it('leads to the order before the bulk run, and to the run before the user', () => {
  const all = { orderId: '1', bulkId: '2', accountId: 3 } as never
  expect(entryWay(all, may())).toEqual({ path: '/orders/1', word: 'toOrder' })
  const gift = { ...nothing, bulkId: '2', accountId: 3 } as never
  expect(entryWay(gift, may('bulk.run', 'users.read'))).toEqual({ path: '/bulk/2', word: 'toRun' })
  expect(entryWay(gift, may('users.read'))).toEqual({ path: '/users/3?tab=gifts', word: 'toGift' })
})

it('leads nowhere that the member may not go', () => {
  expect(entryWay({ ...nothing, bulkId: '2' } as never, may('users.read'))).toBeNull()
  expect(entryWay({ ...nothing, accountId: 3 } as never, may('bulk.run'))).toBeNull()
  expect(entryWay(nothing, may('bulk.run', 'users.read'))).toBeNull()
})
