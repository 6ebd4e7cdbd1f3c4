import { randomBytes } from 'node:crypto'

const letters = (bytes: number) => randomBytes(bytes).toString('hex')

/** A shop at Stripe: one key for calls, one for events. */
export type StripeAccount = { accountId: string; stripeKey: string; hookSecret: string }

export const makeStripeAccount = (): StripeAccount => ({
  accountId: `acct_${letters(8)}`,
  stripeKey: `sk_test_${letters(16)}`,
  hookSecret: `whsec_${letters(16)}`,
})
