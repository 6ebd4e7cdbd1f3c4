import { expect, it, vi } from 'vitest'

import { ApiError, type ClientErrorCode } from './api-error.ts'
import { makeQueryClient } from './query-client.ts'

const refusal = (status: number) => new ApiError({ code: 'request.forbidden', status, message: 'x' })
const silence = (code: ClientErrorCode) => new ApiError({ code, status: 0, message: code })

async function countTries(error: Error): Promise<number> {
  const queries = makeQueryClient()
  const ask = vi.fn(() => Promise.reject(error))
  await expect(
    queries.fetchQuery({ queryKey: ['x'], queryFn: ask, retry: retryOf(queries), retryDelay: 0 }),
  ).rejects.toBe(error)
  return ask.mock.calls.length
}

/** A manual fetch does not retry, so the test takes the retry rule itself. */
function retryOf(queries: ReturnType<typeof makeQueryClient>) {
  return queries.getDefaultOptions().queries!.retry!
}

it.each([400, 401, 403, 404, 409, 422, 429])('a refusal with %i is final', async (status) => {
  expect(await countTries(refusal(status))).toBe(1)
})

it.each([silence('client.timeout'), silence('client.network'), refusal(500), refusal(503), new Error('strange')])(
  '%s is tried once more',
  async (error) => {
    expect(await countTries(error)).toBe(2)
  },
)

it('keeps nothing of one visit for the next', () => {
  const first = makeQueryClient()
  first.setQueryData(['x'], 'of the first user')
  expect(makeQueryClient().getQueryData(['x'])).toBeUndefined()
})
