import type { Static } from 'typebox'

import { api } from '../../../contract/api.ts'
import type { Quote } from '../../../contract/packages.ts'
import { makeIntentKey } from '../../../ui/forms/use-intent-key.ts'
import { ApiError } from '../../../ui/http/api-error.ts'
import { call } from '../../../ui/http/client.ts'
import type { Picked } from '../../features/buying/use-pay-choice.ts'
import type { PurchaseChoice } from './catalogue.ts'

export type Bought = Static<typeof api.packages.buy.output>

export type Attempt = {
  /** The quote of a purchase without an answer; buying it again is the same purchase. */
  unanswered: () => Quote | null
  buy: (quote: Quote, payBy: Picked['by']) => Promise<Bought>
}

/**
 * One attempt per wish. Attempts outlive the sheet: closing it after a lost answer and reopening must not buy twice.
 */
export function makeAttempts(): (wish: PurchaseChoice) => Attempt {
  const attempts = new Map<string, Attempt>()
  return (wish) => {
    const name = wishKey(wish)
    const attempt = attempts.get(name) ?? makeAttempt()
    attempts.set(name, attempt)
    return attempt
  }
}

export function wishKey({ action, packageId, period }: PurchaseChoice): string {
  return `${action}:${packageId}:${period}`
}

function makeAttempt(): Attempt {
  const key = makeIntentKey()
  let sent: Quote | null = null
  return {
    unanswered: () => sent,
    async buy(quote, payBy) {
      const wanted = { quoteId: quote.quoteId, payBy }
      sent = quote
      try {
        const bought = await call(api.packages.buy, { ...wanted, key: key.of(wanted) })
        key.settle()
        sent = null
        return bought
      } catch (error) {
        if (isAnswer(error)) sent = null
        throw error
      }
    },
  }
}

/** After "too many requests" or "signed out" nobody has checked the purchase, so an earlier try is still open. */
function isAnswer(error: unknown): boolean {
  return error instanceof ApiError && error.isRefusal && error.status !== 429 && !error.isExpired
}
