import Type, { type Static } from 'typebox'

import { Done, Instant, Nothing, Nullable, ResellerKey, RowId, Strict, Uuid } from '../fields.ts'
import { payChannels, providerIds } from '../providers.ts'
import { route } from '../route.ts'
import { GatewayWord } from './payments.ts'

/** What money came under: a gateway's flow number, or with `chain` a transaction of a chain. */
const ConfirmProof = Strict({
  number: Type.String({ minLength: 6, maxLength: 128 }),
  chain: Type.Optional(Type.String({ minLength: 2, maxLength: 32, pattern: '^[a-z0-9-]+$' })),
})
export type ConfirmProof = Static<typeof ConfirmProof>

const Reason = Type.String({ minLength: 1, maxLength: 200 })
const Fen = Type.Integer({ minimum: 1, maximum: 100_000_000 })
const Confirmation = Type.Object({ confirmationId: Type.Integer(), state: Type.Enum(['asked', 'done']) })

const said = ['open', 'seen', 'absent', 'closed', 'paid', 'silent', 'mismatch', 'nothing'] as const
const StuckPayment = Type.Object({
  /** Null for money without an order that waits for a second person. */
  paymentId: Nullable(Type.String()),
  outTradeNo: Nullable(Type.String()),
  resellerId: Type.Integer(),
  provider: Type.Enum([...providerIds]),
  channel: Type.Enum([...payChannels]),
  merchantName: Type.String(),
  isOwnMerchant: Type.Boolean(),
  userName: Nullable(Type.String()),
  amountFen: Type.Integer(),
  state: Nullable(Type.Enum(['pending', 'closed'])),
  /** What the gateway last said. */
  said: Type.Enum([...said]),
  saidAt: Nullable(Instant),
  createdAt: Instant,
  /** Somebody confirmed it, and a second person has to. */
  confirmationId: Nullable(Type.Integer()),
  askedBy: Nullable(Type.String()),
  /** By which number and why, for the second person to check. */
  number: Nullable(Type.String()),
  reason: Nullable(Type.String()),
})
export type StuckPayment = Static<typeof StuckPayment>
const StuckMerchant = Type.Object({ merchantId: Type.String(), name: Type.String() })
export type StuckMerchant = Static<typeof StuckMerchant>
const Stuck = Type.Object({
  rows: Type.Array(StuckPayment),
  /** To which money may have come without an order. */
  merchants: Type.Array(StuckMerchant),
})

/** The transaction under which another payment came, where nobody knows it and it could be the same: `confirm.unclear`. */
const OtherNumber = Type.Optional(Type.String({ minLength: 16, maxLength: 128, pattern: '^\\S+$' }))
const Confirm = { paymentId: Uuid, proof: ConfirmProof, reason: Reason, otherNumber: OtherNumber }
const Loose = {
  accountId: RowId,
  merchantId: Type.String({ pattern: '^[a-z0-9]{12}$' }),
  amountFen: Fen,
  proof: ConfirmProof,
  reason: Reason,
  otherNumber: OtherNumber,
}
const Second = Strict({ confirmationId: RowId, isRight: Type.Boolean() })
const closed = { additionalProperties: false }

const look = {
  access: 'staff',
  permission: 'orders.read',
  input: Nothing,
  output: Stuck,
  errors: [],
} as const
const write = { access: 'staff', permission: 'payments.confirm', stepUp: true } as const
const ask = { access: 'staff', permission: 'orders.ask', output: GatewayWord } as const
const refusals = ['object.unknown', 'confirm.used', 'confirm.paid', 'confirm.not_yours', 'confirm.unclear'] as const

export const stuckPayments = {
  list: route('GET /api/console/stuck-payments/list', {
    ...look,
    summary: 'What was paid or is held and has brought no goods yet, oldest first, with what the gateway last said',
  }),
  confirm: route('POST /api/console/stuck-payments/confirm', {
    ...write,
    summary: 'Credit a payment to an own merchant by hand; above a sum a second person has to say so too',
    input: Type.Object(Confirm, closed),
    output: Confirmation,
    errors: [...refusals, 'reseller.suspended'],
  }),
  credit: route('POST /api/console/stuck-payments/credit', {
    ...write,
    summary: 'Credit money that came to an own merchant without an order to the balance of its user',
    input: Type.Object(Loose, closed),
    output: Confirmation,
    errors: [...refusals, 'reseller.suspended'],
  }),
  answer: route('POST /api/console/stuck-payments/answer', {
    ...write,
    summary: 'The second person: credits what another confirmed, or drops it',
    input: Second,
    output: Done,
    errors: [...refusals, 'approval.same', 'reseller.suspended'],
  }),
  cancel: route('POST /api/console/stuck-payments/cancel', {
    ...ask,
    summary:
      'End a payment that nobody will finish, at the gateway too; what it held is free, what was paid is credited',
    input: Strict({ paymentId: Uuid }),
    errors: ['object.unknown', 'reseller.suspended'],
  }),
}

const platform = { ...write, scope: 'platform' } as const
const ResellerId = { resellerId: ResellerKey }

/** The same for what came to the platform's merchants. */
export const platformStuckPayments = {
  list: route('GET /api/console/platform-stuck-payments/list', {
    ...look,
    scope: 'platform',
    summary: 'What was paid or is held and has brought no goods yet, at every reseller',
  }),
  confirm: route('POST /api/console/platform-stuck-payments/confirm', {
    ...platform,
    summary: "Credit a payment to the platform's merchant by hand; above a sum a second person has to say so too",
    input: Type.Object({ ...ResellerId, ...Confirm }, closed),
    output: Confirmation,
    errors: refusals,
  }),
  credit: route('POST /api/console/platform-stuck-payments/credit', {
    ...platform,
    summary: "Credit money that came to the platform's merchant without an order",
    input: Type.Object({ ...ResellerId, ...Loose }, closed),
    output: Confirmation,
    errors: refusals,
  }),
  answer: route('POST /api/console/platform-stuck-payments/answer', {
    ...platform,
    summary: 'The second person: credits what another confirmed, or drops it',
    input: Second,
    output: Done,
    errors: [...refusals, 'approval.same'],
  }),
  ask: route('POST /api/console/platform-stuck-payments/ask', {
    ...ask,
    scope: 'platform',
    summary: 'Ask the gateway again what became of a payment of any reseller; what was paid is credited',
    input: Strict({ ...ResellerId, paymentId: Uuid }),
    errors: ['object.unknown'],
  }),
  cancel: route('POST /api/console/platform-stuck-payments/cancel', {
    ...ask,
    scope: 'platform',
    summary: 'The same for a payment of any reseller that nobody will finish',
    input: Strict({ ...ResellerId, paymentId: Uuid }),
    errors: ['object.unknown'],
  }),
}
