import { expect, it } from 'vitest'

import type { ResellerLimits } from '../../../contract/console/resellers.ts'
import { limitsDraft, limitsInput } from './limits-draft.ts'

const GB = 1024 ** 3
const limits = { usersMax: 50, trafficMaxBytes: 200 * GB, atLimit: 'stop_selling' } as ResellerLimits

it('sends back what it was given, when nothing is changed', () => {
  expect(limitsInput(limitsDraft(limits))).toEqual({
    usersMax: 50,
    trafficMaxBytes: 200 * GB,
    atLimit: 'stop_selling',
  })
  const none = { usersMax: null, trafficMaxBytes: null, atLimit: 'no_new_users' }
  expect(limitsInput(limitsDraft(null))).toEqual(none)
})

it('an empty field takes a limit away, and a half GB is whole bytes', () => {
  expect(limitsInput({ ...limitsDraft(limits), users: '', gb: 0.5 })).toMatchObject({
    usersMax: null,
    trafficMaxBytes: GB / 2,
  })
})
