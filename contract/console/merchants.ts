import Type, { type Static, type TBoolean, type TOptional, type TSchema, type TString } from 'typebox'

import { Done, Instant, Nothing, Nullable, Strict } from '../fields.ts'
import { wayTerms } from '../payments.ts'
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

/** An empty name is the usual one. */
const Way = Strict({ channel: Channel, name: Type.String({ maxLength: 20 }), ...wayTerms })

/** Everything but the keys: they can be written, never read. */
const MerchantRow = Type.Object({
  merchantId: MerchantId,
  provider: Provider,
  name: Type.String(),
  appId: Type.String(),
  gatewayHost: Type.String(),
  channels: Type.Array(Channel),
  /** In the order of `channels`. */
  ways: Type.Array(Way),
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

const NewMerchant = Strict({
  provider: Provider,
  name: Type.String({ minLength: 1, maxLength: 40 }),
  appId: Type.String({ minLength: 1, maxLength: 64 }),
  ...keysWhere(() => true),
  secret: Key,
  /** Where the provider has a fixed address, nobody names another; only platform staff one on loopback. */
  gatewayUrl: Type.Optional(Type.String({ maxLength: 300 })),
  channels: Type.Optional(Type.Array(Channel, { maxItems: payChannels.length })),
})
const Added = Type.Object({ merchantId: MerchantId })
const NewKeys = Strict({ merchantId: MerchantId, ...keysWhere(isKeyReplaced) })
const Switch = Strict({ merchantId: MerchantId, on: Type.Boolean() })
const Ways = Strict({
  merchantId: MerchantId,
  ways: Type.Array(Way, { minItems: 1, maxItems: payChannels.length }),
})
const Order = Strict({ merchantIds: Type.Array(MerchantId, { minItems: 1, maxItems: 50, uniqueItems: true }) })

const write = { access: 'staff', permission: 'merchants.write', stepUp: true } as const

export const merchants = {
  list: route('GET /api/console/merchants/list', {
    access: 'staff',
    permission: 'merchants.write',
    summary: 'Own payment accounts in the order users see them, without their keys',
    input: Nothing,
    output: List,
  }),
  add: route('POST /api/console/merchants/add', {
    ...write,
    summary:
      'An own account at a payment provider. Its keys are tried at the gateway first; what does not answer is not kept',
    input: NewMerchant,
    output: Added,
    errors: ['merchant.taken', 'merchant.test_failed', 'reseller.suspended', 'request.too_many'],
  }),
  replaceKeys: route('POST /api/console/merchants/replace-keys', {
    ...write,
    summary: 'New keys of an account, tried first',
    input: NewKeys,
    output: Done,
    errors: ['object.unknown', 'merchant.test_failed', 'reseller.suspended', 'request.too_many'],
  }),
  switch: route('POST /api/console/merchants/switch', {
    ...write,
    summary: 'Offer an account to users or no more; on, it is tried first. Payments under way are settled either way',
    input: Switch,
    output: Done,
    errors: ['object.unknown', 'merchant.test_failed', 'reseller.suspended', 'request.too_many'],
  }),
  order: route('POST /api/console/merchants/order', {
    ...write,
    summary: 'In which order users see the ways to pay: all own accounts, first one first',
    input: Order,
    output: Done,
    errors: ['object.unknown', 'reseller.suspended'],
  }),
  setWays: route('POST /api/console/merchants/set-ways', {
    ...write,
    summary: 'Names of the ways of an account, their smallest amounts and the fees that payers add',
    input: Ways,
    output: Done,
    errors: ['object.unknown', 'reseller.suspended'],
  }),
}

const platform = { ...write, scope: 'platform' } as const

/** The platform's own merchants. Users of a reseller without an own merchant pay through them. */
export const platformMerchants = {
  list: route('GET /api/console/platform-merchants/list', {
    access: 'staff',
    permission: 'merchants.write',
    scope: 'platform',
    summary: "The platform's payment accounts in the order users see them, without their keys",
    input: Nothing,
    output: List,
  }),
  add: route('POST /api/console/platform-merchants/add', {
    ...platform,
    summary: 'An account of the platform at a payment provider; tried first. On loopback where the settings allow it',
    input: NewMerchant,
    output: Added,
    errors: ['merchant.taken', 'merchant.test_failed', 'request.too_many'],
  }),
  replaceKeys: route('POST /api/console/platform-merchants/replace-keys', {
    ...platform,
    summary: "New keys of the platform's account, tried first",
    input: NewKeys,
    output: Done,
    errors: ['object.unknown', 'merchant.test_failed', 'request.too_many'],
  }),
  switch: route('POST /api/console/platform-merchants/switch', {
    ...platform,
    summary: "Offer the platform's account or no more; on, it is tried first",
    input: Switch,
    output: Done,
    errors: ['object.unknown', 'merchant.test_failed', 'request.too_many'],
  }),
  order: route('POST /api/console/platform-merchants/order', {
    ...platform,
    summary: "In which order users see the platform's ways to pay",
    input: Order,
    output: Done,
    errors: ['object.unknown'],
  }),
  setWays: route('POST /api/console/platform-merchants/set-ways', {
    ...platform,
    summary: "Names, smallest amounts and fees of the ways of the platform's account",
    input: Ways,
    output: Done,
    errors: ['object.unknown'],
  }),
}
