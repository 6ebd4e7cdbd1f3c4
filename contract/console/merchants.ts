import Type, { type Static, type TBoolean, type TOptional, type TSchema, type TString } from 'typebox'

import { Done, Instant, Nothing, Nullable } from '../fields.ts'
import {
  isKeyReplaced,
  keysOf,
  payChannels,
  providerIds,
  type KeyKind,
  type KeyName,
  type MerchantKeys,
} from '../providers.ts'
import { route } from '../route.ts'

const Provider = Type.Enum([...providerIds])
const Channel = Type.Enum([...payChannels])
const Key = Type.String({ minLength: 1, maxLength: 8000 })
const MerchantId = Type.String({ pattern: '^[a-z0-9]{12}$' })

/** Everything but the keys: they can be written, never read. */
const MerchantRow = Type.Object({
  merchantId: MerchantId,
  provider: Provider,
  name: Type.String(),
  appId: Type.String(),
  gatewayHost: Type.String(),
  channels: Type.Array(Channel),
  isOn: Type.Boolean(),
  /** To be set at the provider, where that is done there. */
  hookUrl: Nullable(Type.String()),
  /** When the keys last worked in a test; null: the operator set them without a test. */
  testedAt: Nullable(Instant),
  createdAt: Instant,
})
export type MerchantRow = Static<typeof MerchantRow>

const List = Type.Object({
  rows: Type.Array(MerchantRow),
  /** Payment methods for users as long as no own merchant is on. */
  platformWays: Type.Array(Channel),
  /** True: the operator allows this reseller to take payments online. */
  isOnline: Type.Boolean(),
})
function shapeOf(kind: KeyKind): TSchema {
  if (typeof kind !== 'string') return Type.Enum([...kind])
  if (kind === 'flag') return Type.Boolean()
  return kind === 'digits' ? Type.String({ maxLength: 16 }) : Key
}
type Keys = { [K in KeyName]: TOptional<NonNullable<MerchantKeys[K]> extends boolean ? TBoolean : TString> }

/** Keys of all providers: each takes its own and says what it misses. */
function keysWhere(isWanted: (kind: KeyKind) => boolean): Keys {
  const wanted = providerIds.flatMap(keysOf).filter(([, kind]) => isWanted(kind))
  return Object.fromEntries(wanted.map(([name, kind]) => [name, Type.Optional(shapeOf(kind))])) as Keys
}

const NewMerchant = Type.Object(
  {
    provider: Provider,
    name: Type.String({ minLength: 1, maxLength: 40 }),
    appId: Type.String({ minLength: 1, maxLength: 64 }),
    ...keysWhere(() => true),
    secret: Key,
    /** Where the provider has a fixed address, nobody names another; only platform staff one on loopback. */
    gatewayUrl: Type.Optional(Type.String({ maxLength: 300 })),
    channels: Type.Optional(Type.Array(Channel, { maxItems: payChannels.length })),
  },
  { additionalProperties: false },
)
const Added = Type.Object({ merchantId: MerchantId })
const NewKeys = Type.Object({ merchantId: MerchantId, ...keysWhere(isKeyReplaced) }, { additionalProperties: false })
const Switch = Type.Object({ merchantId: MerchantId, on: Type.Boolean() }, { additionalProperties: false })
const Order = Type.Object(
  { merchantIds: Type.Array(MerchantId, { minItems: 1, maxItems: 50, uniqueItems: true }) },
  { additionalProperties: false },
)

const write = { method: 'POST', access: 'staff', permission: 'merchants.write', stepUp: true } as const

export const merchants = {
  list: route({
    method: 'GET',
    path: '/api/console/merchants/list',
    access: 'staff',
    permission: 'merchants.write',
    summary: 'Own payment accounts in the order users see them, without their keys',
    input: Nothing,
    output: List,
    errors: [],
  }),
  add: route({
    ...write,
    path: '/api/console/merchants/add',
    summary:
      'An own account at a payment provider. Its keys are tried at the gateway first; what does not answer is not kept',
    input: NewMerchant,
    output: Added,
    errors: ['merchant.taken', 'merchant.test_failed', 'reseller.suspended', 'request.too_many'],
  }),
  replaceKeys: route({
    ...write,
    path: '/api/console/merchants/replace-keys',
    summary: 'New keys of an account, tried first',
    input: NewKeys,
    output: Done,
    errors: ['object.unknown', 'merchant.test_failed', 'reseller.suspended', 'request.too_many'],
  }),
  switch: route({
    ...write,
    path: '/api/console/merchants/switch',
    summary: 'Offer an account to users or no more; on, it is tried first. Payments under way are settled either way',
    input: Switch,
    output: Done,
    errors: ['object.unknown', 'merchant.test_failed', 'reseller.suspended', 'request.too_many'],
  }),
  order: route({
    ...write,
    path: '/api/console/merchants/order',
    summary: 'In which order users see the ways to pay: all own accounts, first one first',
    input: Order,
    output: Done,
    errors: ['object.unknown', 'reseller.suspended'],
  }),
}

const platform = { ...write, scope: 'platform' } as const

/** The platform's own merchants. Users of a reseller without an own merchant pay through them. */
export const platformMerchants = {
  list: route({
    method: 'GET',
    path: '/api/console/platform-merchants/list',
    access: 'staff',
    permission: 'merchants.write',
    scope: 'platform',
    summary: "The platform's payment accounts in the order users see them, without their keys",
    input: Nothing,
    output: List,
    errors: [],
  }),
  add: route({
    ...platform,
    path: '/api/console/platform-merchants/add',
    summary: 'An account of the platform at a payment provider; tried first. On loopback where the settings allow it',
    input: NewMerchant,
    output: Added,
    errors: ['merchant.taken', 'merchant.test_failed', 'request.too_many'],
  }),
  replaceKeys: route({
    ...platform,
    path: '/api/console/platform-merchants/replace-keys',
    summary: "New keys of the platform's account, tried first",
    input: NewKeys,
    output: Done,
    errors: ['object.unknown', 'merchant.test_failed', 'request.too_many'],
  }),
  switch: route({
    ...platform,
    path: '/api/console/platform-merchants/switch',
    summary: "Offer the platform's account or no more; on, it is tried first",
    input: Switch,
    output: Done,
    errors: ['object.unknown', 'merchant.test_failed', 'request.too_many'],
  }),
  order: route({
    ...platform,
    path: '/api/console/platform-merchants/order',
    summary: "In which order users see the platform's ways to pay",
    input: Order,
    output: Done,
    errors: ['object.unknown'],
  }),
}
