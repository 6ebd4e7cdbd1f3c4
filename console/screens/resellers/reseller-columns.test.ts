import { expect, it } from 'vitest'

import { say } from '../../../ui/test/say.ts'
import { resellerColumns } from './reseller-columns.tsx'

const MONEY = ['sales', 'margin', 'balance', 'owed', 'credit']
const shownTo = (...permissions: string[]) =>
  resellerColumns(say, (wanted) => permissions.includes(wanted))
    .map(({ key }) => key)
    .filter((key) => MONEY.includes(key))

it('shows money to members who may read it, and margin only beside prices', () => {
  expect(shownTo('prices.read')).toEqual([])
  expect(shownTo('money.read')).toEqual(MONEY.filter((key) => key !== 'margin'))
  expect(shownTo('money.read', 'prices.read')).toEqual(MONEY)
})
