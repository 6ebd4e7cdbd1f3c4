import Type, { type Static } from 'typebox'

import { Done, Instant, Nothing, Nullable } from '../fields.ts'
import { route } from '../route.ts'

const Provider = Type.Enum(['alipay', 'epay'])
const Channel = Type.Enum(['alipay', 'wxpay', 'qqpay'])
const Key = Type.String({ minLength: 1, maxLength: 8000 })
const MerchantId = Type.String({ pattern: '^[a-z0-9]{12}$' })

/** Everything but the keys: those go in and never come out. */
const MerchantRow = Type.Object({
  merchantId: MerchantId,
  provider: Provider,
  name: Type.String(),
  appId: Type.String(),
  gatewayHost: Type.String(),
  channels: Type.Array(Channel),
  isOn: Type.Boolean(),
  /** When its keys last answered; null: set by the operator without a test. */
  testedAt: Nullable(Instant),
  createdAt: Instant,
})
export type MerchantRow = Static<typeof MerchantRow>

const write = { method: 'POST', access: 'staff', permission: 'merchants.write', stepUp: true } as const

export const merchants = {
  list: route({
    method: 'GET',
    path: '/api/console/merchants/list',
    access: 'staff',
    permission: 'merchants.write',
    summary: 'Own payment accounts in the order users see them, without their keys',
    input: Nothing,
    output: Type.Object({
      rows: Type.Array(MerchantRow),
      /** What users are offered while no own one is on. */
      platformWays: Type.Array(Channel),
      /** The operator lets this reseller take payments online. */
      isOnline: Type.Boolean(),
    }),
    errors: [],
  }),
  add: route({
    ...write,
    path: '/api/console/merchants/add',
    summary:
      'An own account at Alipay or EPay. Its keys are tried at the gateway first; what does not answer is not kept',
    input: Type.Object(
      {
        provider: Provider,
        name: Type.String({ minLength: 1, maxLength: 40 }),
        appId: Type.String({ minLength: 1, maxLength: 64 }),
        sellerId: Type.Optional(Type.String({ maxLength: 16 })),
        secret: Key,
        alipayPublicKey: Type.Optional(Key),
        /** Of EPay. Alipay's is fixed; on loopback platform staff alone may name one. */
        gatewayUrl: Type.Optional(Type.String({ maxLength: 300 })),
        channels: Type.Optional(Type.Array(Channel, { maxItems: 3 })),
        isKeyNamed: Type.Optional(Type.Boolean()),
      },
      { additionalProperties: false },
    ),
    output: Type.Object({ merchantId: MerchantId }),
    errors: ['merchant.taken', 'merchant.test_failed', 'reseller.suspended', 'request.too_many'],
  }),
  replaceKeys: route({
    ...write,
    path: '/api/console/merchants/replace-keys',
    summary: 'New keys of an account, tried first',
    input: Type.Object(
      { merchantId: MerchantId, secret: Key, alipayPublicKey: Type.Optional(Key) },
      { additionalProperties: false },
    ),
    output: Done,
    errors: ['object.unknown', 'merchant.test_failed', 'reseller.suspended', 'request.too_many'],
  }),
  switch: route({
    ...write,
    path: '/api/console/merchants/switch',
    summary: 'Offer an account to users or no more; on, it is tried first. Payments under way are settled either way',
    input: Type.Object({ merchantId: MerchantId, on: Type.Boolean() }, { additionalProperties: false }),
    output: Done,
    errors: ['object.unknown', 'merchant.test_failed', 'reseller.suspended', 'request.too_many'],
  }),
  order: route({
    ...write,
    path: '/api/console/merchants/order',
    summary: 'In which order users see the ways to pay: all own accounts, first one first',
    input: Type.Object(
      { merchantIds: Type.Array(MerchantId, { minItems: 1, maxItems: 50, uniqueItems: true }) },
      { additionalProperties: false },
    ),
    output: Done,
    errors: ['object.unknown', 'reseller.suspended'],
  }),
}
