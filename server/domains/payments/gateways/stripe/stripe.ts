import type { ProviderSide } from '../provider.ts'
import { stripeBill } from './stripe-bill.ts'
import { stripeGateway } from './stripe-gateway.ts'
import { checkStripe } from './stripe-keys.ts'
import { readStripeNotify } from './stripe-notify.ts'

export type StripeShop = { accountId: string; stripeKey: string; hookSecret: string }

export const stripe: ProviderSide<StripeShop> = {
  gateway: stripeGateway,
  check: checkStripe,
  notify: {
    method: 'POST',
    contentType: 'application/json',
    read: readStripeNotify,
    taken: 'success',
    refused: { code: 400, text: 'fail' },
  },
  flowNumber: /^pi_\w+$/,
  canRepeatRefund: true,
  bill: stripeBill,
  sandbox: {
    page: '/c',
    account: ({ accountId, stripeKey, hookSecret }) => {
      const secret = JSON.stringify({ key: stripeKey, hookSecret })
      return {
        name: '沙箱 Stripe',
        appId: accountId,
        channels: ['card'],
        path: '',
        secret,
        settings: { currency: 'cny' },
      }
    },
  },
}
