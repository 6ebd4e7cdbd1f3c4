import type Stripe from 'stripe'

import { providers } from '../../../../../contract/providers.ts'
import type { OpenMerchant } from '../../merchants/merchant.ts'
import { readStripeAccount } from './stripe-keys.ts'

/** The shape of answers and events changes with it: an endpoint for events is made with the same one. */
const STRIPE_VERSION = '2026-10-28.endive'

/** The official library for one account, imported on first use. Without `limitMs` it only verifies events. */
export async function openStripe(merchant: OpenMerchant, limitMs = 1000): Promise<Stripe> {
  const { default: Library } = await import('stripe')
  return new Library(readStripeAccount(merchant).key, {
    apiVersion: STRIPE_VERSION,
    telemetry: false,
    // Only what got no answer, with the same key of the call.
    maxNetworkRetries: 1,
    timeout: Math.max(1, limitMs),
    ...placeOf(merchant.gatewayUrl),
  })
}

/** Another place than Stripe's own is a cashier on this machine. */
function placeOf(gatewayUrl: string) {
  if (gatewayUrl === providers.stripe.gatewayUrl) return {}
  const { protocol, hostname, port } = new URL(gatewayUrl)
  return { protocol: protocol === 'http:' ? 'http' : 'https', host: hostname, ...(port ? { port } : {}) } as const
}
