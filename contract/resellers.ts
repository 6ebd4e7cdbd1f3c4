import Type, { type Static } from 'typebox'

import { Nothing, Nullable, ResellerKey, Strict } from './fields.ts'
import { route } from './route.ts'

const DailiConfig = Type.Object({
  daili_id: ResellerKey,
  title: Type.String(),
  icon: Type.String(),
  accent: Type.String(),
  balanceName: Type.String(),
  kf_url: Nullable(Type.String()),
  jc_url: Nullable(Type.String()),
  agreement_url: Type.String(),
  message_url: Type.String(),
  usage_url: Type.String(),
  features: Type.Object({
    onlinePay: Type.Boolean(),
    openAgency: Type.Boolean(),
    mail: Type.Boolean(),
    sandbox: Type.Boolean(),
  }),
  suspended: Type.Boolean(),
  /** Contact for users: the reseller's own, else the operator's; for a suspended reseller always the operator's. */
  contact: Nullable(Type.String()),
  /** Contact for users of a suspended reseller. */
  operatorContact: Nullable(Type.String()),
})
export type DailiConfig = Static<typeof DailiConfig>

export const resellers = {
  config: route('POST /api/daili/dailiConfig', {
    access: 'public',
    summary: 'Brand and links of a reseller',
    input: Strict({ daili_id: ResellerKey }),
    output: DailiConfig,
    errors: ['reseller.unknown'],
  }),
  info: route('POST /api/daili/info', {
    access: 'public',
    summary: 'Public card of a reseller',
    input: Strict({ daili_id: ResellerKey }),
    output: Type.Object({
      daili_id: ResellerKey,
      title: Type.String(),
      icon: Type.String(),
      accent: Type.String(),
      ownerMasked: Nullable(Type.String()),
      acceptsPayment: Type.Boolean(),
    }),
    errors: ['reseller.unknown'],
  }),
  whitelist: route('GET /api/daili/notCheck/whitelist', {
    access: 'public',
    summary: 'Keys of the resellers that sell online',
    input: Nothing,
    output: Type.Array(ResellerKey),
  }),
  keyByHost: route('GET /api/daili/notCheck/dailiKey', {
    access: 'public',
    summary: 'Reseller key that owns the host of this request, 0 when none does',
    input: Nothing,
    output: ResellerKey,
  }),
}
