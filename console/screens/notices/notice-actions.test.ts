import { expect, it } from 'vitest'

import { noticeStates } from '../../../contract/console/choices.ts'
import { canSendNow, canWithdraw } from './notice-actions.ts'

it('what has not gone out can be sent now, and what somebody reads or will read can be withdrawn', () => {
  expect(noticeStates.filter(canSendNow)).toEqual(['waiting', 'stopped'])
  expect(noticeStates.filter((state) => !canWithdraw(state)).toSorted()).toEqual(['over', 'withdrawn'])
})
