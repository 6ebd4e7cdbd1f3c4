import { expect, it } from 'vitest'

import { keyPermissions } from '../../../contract/permissions.ts'
import { NEW_KEY, wishOf } from './key-wish.ts'

it('a key that nobody changed may do nothing and spend nothing, for three months', () => {
  expect(wishOf(NEW_KEY)).toEqual({ permissions: [], days: 90, networks: [], callsPerMinute: 60, dailyFen: 0 })
})

it('gives the ticked permissions, and none that a key cannot have', () => {
  const [first] = keyPermissions
  expect(wishOf({ ...NEW_KEY, chosen: new Set([first!, 'staff.write']) }).permissions).toEqual([first])
})

it('reads yuan as fen, no days as for ever, and addresses however they are separated', () => {
  const draft = { ...NEW_KEY, daily: 12.5, days: '', networks: ' 203.0.113.0/24,198.51.100.7；\n2001:db8::/32 ' }
  expect(wishOf(draft)).toMatchObject({
    dailyFen: 1250,
    days: null,
    networks: ['203.0.113.0/24', '198.51.100.7', '2001:db8::/32'],
  })
})

it('falls back to the slowest rate', () => {
  const { callsPerMinute } = wishOf({ ...NEW_KEY, rate: '1000000' })
  expect(callsPerMinute).toBe(30)
})
