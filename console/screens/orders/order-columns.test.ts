import { expect, it } from 'vitest'

import { say } from '../../../ui/test/say.ts'
import { orderColumns } from './order-columns.tsx'

const keysFor = (seesPrices: boolean) => orderColumns(say, seesPrices).map(({ key }) => key)

it('shows wholesale and margin to members who may read prices, and to nobody else', () => {
  const plain = ['user', 'what', 'time', 'amount', 'state', 'paidBy', 'settled']
  expect(keysFor(false)).toEqual(plain)
  expect(keysFor(true)).toEqual([...plain.slice(0, -1), 'wholesale', 'margin', 'settled'])
})
