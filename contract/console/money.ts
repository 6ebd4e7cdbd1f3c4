import Type, { type Static } from 'typebox'

import { Instant, Nothing, Nullable, RequestKey, Strict } from '../fields.ts'
import { limits } from '../limits.ts'
import { OpenPayment, OutTradeNo, PayDevice, PaymentState, PayType, PayTypeId } from '../payments.ts'
import { route } from '../route.ts'
import { entryKinds, payeeMethods } from './choices.ts'
import { CsvFile, Day, listInput, listOutput } from './list.ts'

const Fen = Type.Integer()

const Pocket = Type.Object({
  /** Balance and debt; one of them is always 0. */
  balanceFen: Fen,
  owedFen: Fen,
  creditLimitFen: Fen,
  /** Cost of its unused card keys. */
  cardsFen: Fen,
  /** Payouts that are on their way to the reseller. */
  payoutHoldFen: Fen,
  /** Set aside for running bulk gifts. */
  bulkHoldFen: Fen,
  /** Money that its own merchant took and users have not spent yet. */
  liabilityFen: Fen,
})
export type Pocket = Static<typeof Pocket>

const EntryRow = Type.Object({
  entryId: Type.String(),
  at: Instant,
  kind: Type.String(),
  amountFen: Fen,
  /** Balance minus debt. */
  afterFen: Fen,
  about: Nullable(Type.String()),
  orderId: Nullable(Type.String()),
  /** The bulk run that set money aside, spent or returned it. */
  bulkId: Nullable(Type.String()),
  /** The user who got a gift. */
  accountId: Nullable(Type.Integer()),
})
export type EntryRow = Static<typeof EntryRow>

const EntryFilter = listInput(['at'], {
  kind: Type.Optional(Type.Enum([...entryKinds])),
  from: Type.Optional(Day),
  to: Type.Optional(Day),
})

/** For example `2026-11`, in the business's time zone. */
const Month = Type.String({ pattern: '^20\\d\\d-(0[1-9]|1[0-2])$' })
const MonthWish = Strict({ month: Type.Optional(Month) })

const Span = Type.Object({ openingFen: Fen, changeFen: Fen, closingFen: Fen })
const Statement = Type.Object({
  month: Month,
  /** The months to choose from, newest first. */
  months: Type.Array(Month),
  from: Instant,
  until: Instant,
  isFinal: Type.Boolean(),
  ...Span.properties,
  kinds: Type.Array(Type.Object({ kind: Type.String(), amountFen: Fen })),
  sales: Type.Object({
    count: Type.Integer(),
    priceFen: Fen,
    liabilitySettledFen: Fen,
    wholesaleFen: Fen,
    commissionFen: Fen,
  }),
  beside: Type.Object({ cards: Span, payout_hold: Span, bulk_hold: Span, liability: Span }),
})
export type Statement = Static<typeof Statement>

const Method = Type.Enum([...payeeMethods])

const PayoutRow = Type.Object({
  payoutId: Type.String(),
  amountFen: Fen,
  method: Method,
  state: Type.Enum(['open', 'paid', 'rejected']),
  reason: Nullable(Type.String()),
  createdAt: Instant,
  settledAt: Nullable(Instant),
})
export type PayoutRow = Static<typeof PayoutRow>

const Payee = Type.Object({
  method: Method,
  accountMasked: Type.String(),
  nameMasked: Type.String(),
  changedAt: Instant,
  /** Payouts to this account are possible from then on. */
  payableFrom: Instant,
})
export type Payee = Static<typeof Payee>

const PayoutTerms = Type.Object({
  payableFen: Fen,
  /** The calculation from the balance to the payable amount, line by line. */
  balanceFen: Fen,
  /** As the overview has it for these seven days, without card keys: below zero when losses are greater. */
  marginFen: Type.Integer(),
  /** What losses took off that margin, since the other sales may still be refunded whole. */
  lossFen: Fen,
  topUpsFen: Fen,
  liabilityFen: Fen,
  withdrawalsFen: Fen,
  minFen: Fen,
  payee: Nullable(Payee),
})
export type PayoutTerms = Static<typeof PayoutTerms>

export const money = {
  show: route('GET /api/console/money/show', {
    access: 'staff',
    permission: 'money.read',
    summary: "The reseller's balance or debt, and what lies beside it",
    input: Nothing,
    output: Pocket,
  }),
  entries: route('GET /api/console/money/entries', {
    access: 'staff',
    permission: 'money.read',
    summary: 'Every change of the balance, each with the balance after it',
    input: EntryFilter,
    output: listOutput(EntryRow),
  }),
  exportEntries: route('GET /api/console/money/export-entries', {
    access: 'staff',
    permission: 'money.read',
    summary: 'What the list of entries shows, as CSV',
    input: EntryFilter,
    output: CsvFile,
  }),
  statement: route('GET /api/console/money/statement', {
    access: 'staff',
    permission: 'statements.read',
    summary: 'A business month: opening, the sum of each kind, closing. Without a month: the running one',
    input: MonthWish,
    output: Statement,
  }),
  exportStatement: route('GET /api/console/money/export-statement', {
    access: 'staff',
    permission: 'statements.read',
    summary: 'The statement as CSV',
    input: MonthWish,
    output: CsvFile,
  }),
  topUpWays: route('GET /api/console/money/top-up-ways', {
    access: 'staff',
    permission: 'money.top-up',
    summary: 'How the balance can be topped up online: always through the platform',
    input: Nothing,
    output: Type.Object({ ways: Type.Array(PayType), minFen: Fen, maxFen: Fen }),
  }),
  topUp: route('POST /api/console/money/top-up', {
    access: 'staff',
    once: true,
    permission: 'money.top-up',
    whenSuspended: true,
    summary: 'Begin a payment to the balance, or go on with the one that this key already has',
    input: Strict({
      payType: PayTypeId,
      key: RequestKey,
      device: PayDevice,
      amountFen: Type.Integer({ minimum: limits.payMinFen, maximum: limits.agentPayMaxFen }),
    }),
    output: OpenPayment,
    errors: ['pay.type_unknown', 'pay.unavailable', 'request.key_reused', 'request.too_many'],
  }),
  followTopUp: route('POST /api/console/money/follow-top-up', {
    access: 'staff',
    permission: 'money.top-up',
    whenSuspended: true,
    polls: true,
    summary: 'What became of a payment to the balance; what was paid is credited',
    input: Strict({ out_trade_no: OutTradeNo }),
    output: PaymentState,
    errors: ['object.unknown'],
  }),
  payouts: route('GET /api/console/money/payouts', {
    access: 'staff',
    permission: 'money.read',
    summary: 'Payouts that were asked for, the newest first',
    input: Nothing,
    output: Type.Object({ rows: Type.Array(PayoutRow) }),
  }),
  payoutTerms: route('GET /api/console/money/payout-terms', {
    access: 'staff',
    permission: 'money.pay-out',
    summary: 'What of the balance may be paid out, why not more, and to which account',
    input: Nothing,
    output: PayoutTerms,
  }),
  setPayee: route('POST /api/console/money/set-payee', {
    access: 'staff',
    permission: 'money.pay-out',
    stepUp: true,
    summary: 'Where payouts go. A changed account rests three days before anything is paid to it',
    input: Strict({
      method: Method,
      account: Type.String({ minLength: 3, maxLength: limits.payoutAccountMax }),
      name: Type.String({ minLength: 1, maxLength: limits.payoutNameMax }),
    }),
    output: Payee,
    errors: ['reseller.suspended'],
  }),
  askPayout: route('POST /api/console/money/ask-payout', {
    access: 'staff',
    permission: 'money.pay-out',
    stepUp: true,
    summary: 'Ask for a payout of the balance: it is set aside until the operator has decided',
    input: Strict({ amountFen: Type.Integer({ minimum: limits.payoutMinFen, maximum: 100_000_000_000 }) }),
    output: Type.Object({ payoutId: Type.String(), amountFen: Fen }),
    errors: ['payout.account_fresh', 'payout.no_account', 'payout.open', 'payout.too_much', 'reseller.suspended'],
  }),
}
