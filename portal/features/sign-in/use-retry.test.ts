import { expect, it } from 'vitest'

import { ApiError } from '../../../ui/http/api-error.ts'
import { waitAfter } from './use-retry.ts'

const refusal = (status: number, retryAfterS: number | null) =>
  new ApiError({ code: 'request.too_many', status, message: '', retryAfterS })

it.each([
  ['a short wait is waited', refusal(429, 8), 0, 8],
  ['up to half a minute', refusal(429, 30), 0, 30],
  ['a longer one is told instead', refusal(429, 31), 0, null],
  ['at once is still a second', refusal(429, 0), 0, 1],
  ['no time given', refusal(429, null), 0, null],
  ['another refusal', refusal(422, 8), 0, null],
  ['the third in a row', refusal(429, 8), 2, 8],
  ['enough is enough', refusal(429, 8), 3, null],
  ['not an answer at all', new Error('x'), 0, null],
])('%s', (_name, error, waitsBefore, expected) => {
  expect(waitAfter(error, waitsBefore)).toBe(expected)
})
