import { expect, it } from 'vitest'

import { ApiError } from '../../../ui/http/api-error.ts'
import { isForPlatform } from './is-for-platform.ts'

const refused = (code: ConstructorParameters<typeof ApiError>[0]['code']) =>
  isForPlatform(new ApiError({ code, status: 403, message: '' }))

it('only what the rules leave to the platform leads there', () => {
  expect([refused('staff.second_member'), refused('staff.operator_only')]).toEqual([true, true])
  expect([refused('staff.forbidden'), isForPlatform(new Error('staff.operator_only'))]).toEqual([false, false])
})
