import Type, { type Static } from 'typebox'

import { Fen, Instant, Nullable, RequestKey, RowId, Strict } from '../fields.ts'
import { limits } from '../limits.ts'
import { PackageId, Period } from '../packages.ts'
import { route } from '../route.ts'
import { CsvFile, Day, listInput, listOutput } from './list.ts'
import { staffLimits } from './staff-limits.ts'

export const cardKinds = ['balance', 'package', 'traffic', 'days'] as const
export const cardStates = ['unused', 'assigned', 'redeemed', 'void'] as const
const CardKind = Type.Enum([...cardKinds])

/** What one key gives. Fields that do not apply to its kind are null. */
const Worth = {
  kind: CardKind,
  amountFen: Nullable(Type.Integer()),
  packageName: Nullable(Type.String()),
  period: Nullable(Period),
  trafficBytes: Nullable(Type.Integer()),
  days: Nullable(Type.Integer()),
  /** The days begin with the first connection, not with redeeming. */
  startsAtUse: Type.Boolean(),
}

/** A gift code of the panel that the reseller came from: its cost is owed, and is no longer owed when it ends. */
const isImported = Type.Boolean()

const BatchRow = Type.Object({
  batchId: Type.Integer(),
  ...Worth,
  isImported,
  keyCount: Type.Integer(),
  /** Parts of `keyCount`: free, assigned to a user, used, and ended. */
  unused: Type.Integer(),
  assigned: Type.Integer(),
  redeemed: Type.Integer(),
  voided: Type.Integer(),
  /** Cost of one key; null for members who may not read prices. */
  costFen: Nullable(Type.Integer()),
  /** What the reseller takes for one key; null: not said yet, and it counts at its cost. */
  priceFen: Nullable(Type.Integer()),
  createdAt: Instant,
  expiresAt: Nullable(Instant),
  closedAt: Nullable(Instant),
  /** Until then its keys can be read; null once they are saved, and for members who may not buy keys. */
  keysUntil: Nullable(Instant),
})
export type BatchRow = Static<typeof BatchRow>

const StockRow = Type.Object({
  ...Worth,
  packageId: Nullable(PackageId),
  /** Keys that nobody used or was given. */
  left: Type.Integer(),
  /** Keys that were used or given in the last 30 days. */
  gone: Type.Integer(),
  /** Null: none went. */
  lastsDays: Nullable(Type.Integer()),
  /** The newest purchase of the same; null for keys from another panel. */
  last: Nullable(
    Type.Object({
      batchId: Type.Integer(),
      keyCount: Type.Integer(),
      /** Null: for ever. */
      goodDays: Nullable(Type.Integer()),
      priceFen: Nullable(Type.Integer()),
    }),
  ),
})
export type StockRow = Static<typeof StockRow>

const Person = Nullable(Type.Object({ accountId: Type.Integer(), userName: Type.String() }))
const CardRow = Type.Object({
  cardId: Type.Integer(),
  batchId: Type.Integer(),
  ...Worth,
  isImported,
  /** What it counts at once it is redeemed: the reseller's own price, else its cost. Null for members who may not read prices. */
  soldFen: Nullable(Type.Integer()),
  state: Type.Enum([...cardStates]),
  /** Null for keys bought before the last four symbols were stored. */
  lastFour: Nullable(Type.String()),
  assignedTo: Person,
  assignedAt: Nullable(Instant),
  redeemedBy: Person,
  redeemedAt: Nullable(Instant),
  expiresAt: Nullable(Instant),
})
export type CardRow = Static<typeof CardRow>

const Wanted = {
  kind: CardKind,
  packageId: Type.Optional(PackageId),
  /** Balance in fen, months of a package (0: a one-time plan), GB of traffic, or days. */
  value: Type.Integer({ minimum: 0, maximum: limits.moneyMaxFen }),
  count: Type.Integer({ minimum: 1, maximum: limits.cardBatchMax }),
}

const KeyPrice = Type.Integer({ minimum: 0, maximum: limits.moneyMaxFen })

const CardFilter = listInput(['id'], {
  state: Type.Optional(Type.Enum([...cardStates])),
  batchId: Type.Optional(RowId),
  accountId: Type.Optional(RowId),
  /** Redeemed on these days, both included. */
  redeemedFrom: Type.Optional(Day),
  redeemedTo: Type.Optional(Day),
})

export const cards = {
  batches: route('GET /api/console/cards/batches', {
    access: 'staff',
    permission: 'cards.read',
    summary: 'Purchases of card keys and what became of the keys',
    input: listInput(['id'], { kind: Type.Optional(CardKind), open: Type.Optional(Type.Boolean()) }),
    output: listOutput(BatchRow),
  }),
  stock: route('GET /api/console/cards/stock', {
    access: 'staff',
    permission: 'cards.read',
    summary: 'What is left of each sort of key, and how long that lasts at the pace of the last 30 days; soonest first',
    input: Strict({}),
    output: Type.Object({ rows: Type.Array(StockRow) }),
  }),
  list: route('GET /api/console/cards/list', {
    access: 'staff',
    permission: 'cards.read',
    summary: 'Card keys. Searched by the last four or the beginning of a user name',
    input: CardFilter,
    output: listOutput(CardRow),
  }),
  export: route('GET /api/console/cards/export', {
    access: 'staff',
    permission: 'cards.read',
    summary: 'What the list shows, as CSV; no key is in it',
    input: CardFilter,
    output: CsvFile,
  }),
  find: route('POST /api/console/cards/find', {
    // POST keeps the key out of the address: a card key is as good as money.
    access: 'staff',
    permission: 'cards.read',
    whenSuspended: true,
    summary: 'One card key by its text',
    input: Strict({ code: Type.String({ minLength: 1, maxLength: limits.cardCodeTypedMax }) }),
    output: CardRow,
    errors: ['card.unknown'],
  }),
  choices: route('GET /api/console/cards/choices', {
    access: 'staff',
    permission: 'cards.write',
    summary: 'What keys can be bought of, and what there is to pay with',
    input: Strict({}),
    output: Type.Object({
      packages: Type.Array(
        Type.Object({
          packageId: PackageId,
          name: Type.String(),
          kind: Type.Enum(['plan', 'pack']),
          trafficBytes: Type.Integer(),
          periods: Type.Array(Period),
        }),
      ),
      /** Null for members who may not read money. */
      balanceFen: Nullable(Type.Integer()),
    }),
  }),
  quote: route('GET /api/console/cards/quote', {
    access: 'staff',
    permission: 'cards.write',
    summary: 'What so many keys cost. For who may read prices',
    input: Strict(Wanted),
    output: Type.Object({
      costFen: Type.Integer(),
      totalFen: Type.Integer(),
      /** What the same costs in the shop: an own price to begin with. */
      retailFen: Type.Integer(),
    }),
    errors: ['package.not_for_sale', 'staff.forbidden'],
  }),
  buy: route('POST /api/console/cards/buy', {
    access: 'staff',
    once: true,
    permission: 'cards.write',
    stepUp: true,
    byKey: 'spends',
    summary: 'Buy card keys from the balance. The keys are in this answer, and can be shown until they are saved',
    input: Strict({
      ...Wanted,
      startsAtUse: Type.Optional(Type.Boolean()),
      expiresDays: Type.Optional(Type.Integer({ minimum: 1, maximum: staffLimits.grantDaysMax })),
      /** The total that the buyer saw: at another price nothing is bought. */
      totalFen: Fen,
      /** What the reseller will take for one key. */
      priceFen: Type.Optional(KeyPrice),
      key: RequestKey,
    }),
    output: Type.Object({
      batchId: Type.Integer(),
      costFen: Type.Integer(),
      totalFen: Type.Integer(),
      /** True: this request came before. Its keys are in the answer again until they are saved, for a day at most. */
      isRepeated: Type.Boolean(),
      codes: Type.Array(Type.String()),
    }),
    errors: [
      'package.not_for_sale',
      'package.sold_out',
      'balance.short',
      'order.price_changed',
      'request.key_reused',
      'reseller.suspended',
      'reseller.limit',
      'staff.forbidden',
      'staff.step_up',
      'key.limit',
    ],
  }),
  showKeys: route('POST /api/console/cards/show-keys', {
    access: 'staff',
    permission: 'cards.write',
    stepUp: true,
    whenSuspended: true,
    summary:
      'The keys of a purchase, until they are confirmed as saved and for a day at most. Each look is written down',
    input: Strict({ batchId: RowId }),
    output: Type.Object({
      batchId: Type.Integer(),
      ...Worth,
      /** Without keys that were made void meanwhile. */
      codes: Type.Array(Type.String()),
      keysUntil: Instant,
      expiresAt: Nullable(Instant),
      /** The redeem page, for the printed sheet. */
      redeemUrl: Type.String(),
    }),
    errors: ['object.unknown'],
  }),
  confirmSaved: route('POST /api/console/cards/confirm-saved', {
    access: 'staff',
    permission: 'cards.write',
    whenSuspended: true,
    summary: 'The keys of a purchase are saved: from now on nobody can read them',
    input: Strict({ batchId: RowId }),
    output: Type.Object({}),
    errors: ['object.unknown'],
  }),
  setPrice: route('POST /api/console/cards/set-price', {
    access: 'staff',
    permission: 'cards.write',
    summary: 'What the reseller takes for one key of a purchase. Figures of past days follow',
    input: Strict({ batchId: RowId, priceFen: KeyPrice }),
    output: Type.Object({}),
    errors: ['object.unknown', 'reseller.suspended'],
  }),
  assign: route('POST /api/console/cards/assign', {
    access: 'staff',
    permission: 'cards.write',
    summary: "Put unused keys into a user's list, where they can be copied",
    input: Strict({
      userName: Type.String({ minLength: 1, maxLength: limits.userNameMax }),
      codes: Type.Array(Type.String({ minLength: 1, maxLength: limits.cardCodeTypedMax }), {
        minItems: 1,
        maxItems: 100,
      }),
    }),
    output: Type.Object({ assigned: Type.Integer() }),
    errors: ['object.unknown', 'card.unknown', 'card.used', 'card.expired', 'reseller.suspended'],
  }),
  voidCard: route('POST /api/console/cards/void-card', {
    access: 'staff',
    once: true,
    permission: 'cards.write',
    summary: 'Make one key void that is unused and nobody was given; its cost comes back',
    input: Strict({ cardId: RowId }),
    output: Type.Object({ voided: Type.Integer(), refundFen: Nullable(Type.Integer()) }),
    errors: ['object.unknown', 'card.used', 'reseller.suspended'],
  }),
  voidBatch: route('POST /api/console/cards/void-batch', {
    access: 'staff',
    once: true,
    permission: 'cards.write',
    summary: 'Make the keys of a purchase void that are unused and nobody was given; their cost comes back',
    input: Strict({ batchId: RowId }),
    output: Type.Object({ voided: Type.Integer(), refundFen: Nullable(Type.Integer()) }),
    errors: ['object.unknown', 'reseller.suspended'],
  }),
}
