import Type, { type Static } from 'typebox'

import { Done, Instant, Nothing, Nullable, RowId, Strict } from '../fields.ts'
import { payChannels, providerIds } from '../providers.ts'
import { route } from '../route.ts'
import { Day } from './list.ts'

/** In base64, inside JSON. */
const BODY_MAX_BYTES = 14_100_000

const BillMerchant = Type.Object({
  merchantId: Type.String(),
  name: Type.String(),
  provider: Type.Enum([...providerIds]),
  /** Its provider has a call for the bill of a day. */
  isDaily: Type.Boolean(),
  /** Where its days begin. */
  zone: Type.Enum(['beijing', 'utc']),
  /** Of its last bill. */
  lastDay: Nullable(Type.String()),
  readAt: Nullable(Instant),
})
export type BillMerchant = Static<typeof BillMerchant>

/** What a bill and we disagree about, and the one thing to do about it. */
const BillRow = Type.Object({
  rowId: Type.Integer(),
  merchantId: Type.String(),
  merchantName: Type.String(),
  provider: Type.Enum([...providerIds]),
  day: Type.String(),
  /** `there`: in the bill only. `here`: with us only. `refund`: paid back there, not here. */
  kind: Type.Enum(['there', 'here', 'differs', 'refund']),
  deed: Type.Enum(['ask', 'confirm', 'credit', 'refund', 'note']),
  outTradeNo: Nullable(Type.String()),
  tradeNo: Nullable(Type.String()),
  /** What the bill says, in its own money; null if it says nothing. */
  amount: Nullable(Type.String()),
  unit: Nullable(Type.String()),
  /** What we have. */
  amountFen: Nullable(Type.Integer()),
  happenedAt: Nullable(Instant),
  paymentId: Nullable(Type.String()),
  resellerId: Nullable(Type.Integer()),
  channel: Nullable(Type.Enum([...payChannels])),
  accountId: Nullable(Type.Integer()),
  userName: Nullable(Type.String()),
})
export type BillRow = Static<typeof BillRow>

const MerchantId = Type.String({ pattern: '^[a-z0-9]{12}$' })
const Base64 = Type.String({ minLength: 4, maxLength: BODY_MAX_BYTES - 1000, pattern: '^[A-Za-z0-9+/]+={0,2}$' })

const calls = {
  list: { input: Nothing },
  read: {
    bodyMaxBytes: BODY_MAX_BYTES,
    input: Strict({ merchantId: MerchantId, day: Day, bytes: Base64 }),
    output: Type.Object({
      paid: Type.Integer(),
      refunds: Type.Integer(),
      /** Payments of other shops under the same account. */
      others: Type.Integer(),
      /** What is open of this merchant now. */
      differences: Type.Integer(),
    }),
    errors: [
      'object.unknown',
      'bill.unreadable',
      'bill.columns',
      'bill.line',
      'bill.other_merchant',
      'bill.other_day',
      'bill.too_large',
      'bill.none',
      'request.too_many',
    ],
  },
  ask: {
    input: Strict({ rowId: RowId }),
    output: Type.Object({
      found: Type.Enum(['settled', 'repeated', 'mismatch', 'open', 'seen', 'closed', 'unsaid', 'soon']),
    }),
    errors: ['object.unknown'],
  },
  note: {
    input: Strict({ rowId: RowId, text: Type.String({ minLength: 1, maxLength: 200 }) }),
    output: Done,
    errors: ['object.unknown'],
  },
} as const

const staff = { access: 'staff', permission: 'payments.confirm' } as const
const Listed = Type.Object({ merchants: Type.Array(BillMerchant), rows: Type.Array(BillRow) })

export const bills = {
  list: route('GET /api/console/bills/list', {
    ...staff,
    ...calls.list,
    summary: 'What the bills of own merchants and we disagree about, and up to which day each was compared',
    output: Listed,
  }),
  read: route('POST /api/console/bills/read', {
    ...staff,
    ...calls.read,
    summary: 'Compare the bill of a day of an own merchant, a file of its provider. Moves no money',
  }),
  ask: route('POST /api/console/bills/ask', {
    ...staff,
    ...calls.ask,
    summary: 'Ask the gateway of an own merchant about a payment that its bill has; what it says is paid is credited',
  }),
  note: route('POST /api/console/bills/note', {
    ...staff,
    ...calls.note,
    summary: 'Note why a bill of an own merchant differs: the row is then off the list',
  }),
}

const platform = { ...staff, scope: 'platform' } as const

/** The same for the platform's merchants. */
export const platformBills = {
  list: route('GET /api/console/platform-bills/list', {
    ...platform,
    ...calls.list,
    summary: "What the bills of the platform's merchants and we disagree about",
    output: Listed,
  }),
  read: route('POST /api/console/platform-bills/read', {
    ...platform,
    ...calls.read,
    summary: "Compare the bill of a day of the platform's merchant. Moves no money",
  }),
  ask: route('POST /api/console/platform-bills/ask', {
    ...platform,
    ...calls.ask,
    summary: "Ask the gateway of the platform's merchant about a payment that its bill has",
  }),
  note: route('POST /api/console/platform-bills/note', {
    ...platform,
    ...calls.note,
    summary: "Note why a bill of the platform's merchant differs: the row is then off the list",
  }),
}
