import { expect, it } from 'vitest'

import { ApiError } from '../http/api-error.ts'
import { passkeyFailure } from './passkey-failure.ts'

it.each([
  ['InvalidStateError', 'passkeyTwice'],
  ['NotAllowedError', 'passkeyStopped'],
  ['AbortError', 'passkeyStopped'],
  ['SecurityError', 'passkeyFailed'],
  ['NotSupportedError', 'passkeyFailed'],
])('%s from the device means %s', (name, word) => {
  expect(passkeyFailure(new DOMException('for programmers', name))).toBe(word)
})

it.each([
  new ApiError({ code: 'auth.totp_wrong', status: 422, message: 'x' }),
  new TypeError('our own mistake'),
  'no error at all',
])('%s was not the device', (error) => {
  expect(passkeyFailure(error)).toBeNull()
})
