import { afterEach, expect, it, vi } from 'vitest'

import type { Quote } from '../../../contract/packages.ts'
import { outcome } from '../../../ui/test/calls.ts'
import type { Reply } from '../../../ui/test/network.ts'
import { openPortal } from '../../test/portal.ts'

const renewal = { action: 'renew', packageId: 'p1', period: 'month' } as const
const pack = { action: 'pack', packageId: 'p2', period: 'once' } as const
const quoteOf = (quoteId: string) => ({ quoteId }) as Quote
const bought = { orderId: 'o1', amountFen: 100, needsPayment: false, payBefore: '2026-11-14T08:00:00Z' }

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

async function openShop() {
  const { browser } = await openPortal()
  const { makeAttempts } = await import('./attempts.ts')
  const attemptOf = makeAttempts()
  return {
    attemptOf,
    answer: (reply: Reply) => browser.answer('/api/tc/buy', reply),
    sent: () => browser.sent('/api/tc/buy').map(({ body }) => body as { quoteId: string; key: string }),
  }
}

it('after a lost answer the same wish keeps its price and key, whatever was opened in between', async () => {
  const { attemptOf, answer, sent } = await openShop()
  answer({ fails: 'network' })
  expect(await outcome(attemptOf(renewal).buy(quoteOf('q1'), 'balance'))).toEqual({ error: 'client.network' })
  expect(attemptOf(pack).unanswered()).toBeNull()
  expect(attemptOf(renewal).unanswered()).toEqual({ quoteId: 'q1' })

  answer({ data: bought })
  await attemptOf(renewal).buy(attemptOf(renewal).unanswered()!, 'balance')
  const [first, second] = sent()
  expect(second).toEqual(first)
})

it('after an answer the next purchase is a new one at a new price', async () => {
  const { attemptOf, answer, sent } = await openShop()
  answer({ data: bought })
  await attemptOf(renewal).buy(quoteOf('q1'), 'balance')
  expect(attemptOf(renewal).unanswered()).toBeNull()
  await attemptOf(renewal).buy(quoteOf('q2'), 'balance')
  const [first, second] = sent()
  expect(second?.key).not.toBe(first?.key)
})

it.each([
  ['balance.short', 422, true],
  ['order.price_changed', 409, true],
  ['request.too_many', 429, false],
  ['server.unavailable', 503, false],
])('%s after a lost answer: settled %s', async (code, status, isSettled) => {
  const { attemptOf, answer } = await openShop()
  answer({ fails: 'network' })
  await outcome(attemptOf(renewal).buy(quoteOf('q1'), 'balance'))
  answer({ code, status })
  await outcome(attemptOf(renewal).buy(quoteOf('q1'), 'balance'))
  expect(attemptOf(renewal).unanswered() === null).toBe(isSettled)
})
