import Type, { type Static } from 'typebox'

import { Done, Instant, Nothing, Nullable, ResellerKey, Strict } from '../fields.ts'
import { limits } from '../limits.ts'
import { PackageId, Period } from '../packages.ts'
import { route } from '../route.ts'
import { listInput, listOutput } from './list.ts'
import { trialPayers } from './trial-payers.ts'

const Fen = Type.Integer({ minimum: 0, maximum: limits.moneyMaxFen })
/** 0 is the default list, for resellers without another one. */
const ListId = Type.Integer({ minimum: 0, maximum: 999_999_999 })

const EXAMPLE_MAX = 500
const Example = Type.String({ maxLength: EXAMPLE_MAX })
const OtherExamples = Strict({ 'zh-TW': Type.Optional(Example), en: Type.Optional(Example) })

const PriceList = Type.Object({
  listId: ListId,
  name: Type.String(),
  entries: Type.Integer(),
  resellers: Type.Integer(),
  /** On the default list: what a new agency may earn, in the operator's words. Shown before its fee is asked for. */
  earningsExample: Nullable(Type.String()),
  /** In other languages; readers of a missing one get the first. */
  earningsExamples: OtherExamples,
})
export type PriceList = Static<typeof PriceList>

const ListEntry = Type.Object({
  packageId: PackageId,
  packageName: Type.String(),
  kind: Type.Enum(['plan', 'pack']),
  isListed: Type.Boolean(),
  /** For a trial: its days, and who bears its wholesale price. */
  trialDays: Nullable(Type.Integer()),
  trialPaidBy: Nullable(Type.Enum([...trialPayers])),
  period: Period,
  wholesaleFen: Type.Integer(),
  /** First retail price of a new agency. */
  suggestedRetailFen: Nullable(Type.Integer()),
  /** An announced higher price, and its start. */
  nextWholesaleFen: Nullable(Type.Integer()),
  nextFrom: Nullable(Instant),
})
export type ListEntry = Static<typeof ListEntry>

const ListReseller = Type.Object({
  resellerId: ResellerKey,
  title: Type.String(),
  listId: ListId,
  listName: Type.String(),
  /** Number of prices that only this reseller has. */
  ownPrices: Type.Integer(),
  /** An announced change to another list, delayed because some price rises. */
  nextListName: Nullable(Type.String()),
  nextFrom: Nullable(Instant),
})
export type ListReseller = Static<typeof ListReseller>

const OwnPrice = Type.Object({
  packageId: PackageId,
  packageName: Type.String(),
  kind: Type.Enum(['plan', 'pack']),
  period: Period,
  wholesaleFen: Type.Integer(),
  isOwn: Type.Boolean(),
  retailFen: Nullable(Type.Integer()),
  nextWholesaleFen: Nullable(Type.Integer()),
  nextFrom: Nullable(Instant),
})
export type OwnPrice = Static<typeof OwnPrice>

const EntryName = { packageId: PackageId, period: Period }
/** Names either a list or one reseller. */
const Whose = { listId: Type.Optional(ListId), resellerId: Type.Optional(ResellerKey) }
const Entry = Strict({
  ...EntryName,
  /** Null for one reseller: drops its own price, so its list's price applies. */
  wholesaleFen: Nullable(Fen),
  suggestedRetailFen: Type.Optional(Nullable(Type.Integer({ minimum: 1, maximum: limits.moneyMaxFen }))),
})
const Change = Strict({
  ...Whose,
  entries: Type.Array(Entry, { minItems: 1, maxItems: 100 }),
  /** Price rises start no earlier than this, and never earlier than a week after the mail. */
  from: Type.Optional(Instant),
})

const Planned = Type.Object({
  ...EntryName,
  nowFen: Nullable(Type.Integer()),
  newFen: Type.Integer(),
  /** Null: immediately. */
  from: Nullable(Instant),
})
const Below = Type.Object({
  resellerId: ResellerKey,
  title: Type.String(),
  ...EntryName,
  packageName: Type.String(),
  retailFen: Type.Integer(),
  newWholesaleFen: Type.Integer(),
  /** Users whose package would stop renewing by itself. */
  renewers: Type.Integer(),
})
const Effect = Type.Object({
  changes: Type.Array(Planned),
  /** Number of resellers that sell it now. */
  sellers: Type.Integer(),
  /** Those that no mail about a rise reaches: nobody in the team has a verified address. Without SMTP, all of them. */
  unreached: Type.Array(Type.Object({ resellerId: ResellerKey, title: Type.String() })),
  /** Resellers that would sell below cost: they stop selling, unless they raise the price or confirm it. */
  below: Type.Array(Below),
})
export type PriceEffect = Static<typeof Effect>

const Assignment = Strict({ resellerId: ResellerKey, listId: ListId })
const AssignEffect = Type.Object({
  /** Null: immediately. */
  from: Nullable(Instant),
  /** False: no mail about the change reaches the reseller. */
  isReached: Type.Boolean(),
  dearer: Type.Array(
    Type.Object({
      ...EntryName,
      packageName: Type.String(),
      nowFen: Type.Integer(),
      /** Null: not on that list, so it could no longer be sold. */
      newFen: Nullable(Type.Integer()),
    }),
  ),
})
export type AssignEffect = Static<typeof AssignEffect>

const read = { access: 'staff', permission: 'prices.read', scope: 'platform' } as const
const write = { access: 'staff', permission: 'price-lists.write', scope: 'platform' } as const

export const priceLists = {
  list: route('GET /api/console/price-lists/list', {
    ...read,
    summary: 'All price lists, with how many prices and resellers each has',
    input: Nothing,
    output: Type.Object({ rows: Type.Array(PriceList) }),
  }),
  entries: route('GET /api/console/price-lists/entries', {
    ...read,
    summary: 'What is on a list, with rises that are coming',
    input: Strict({ listId: ListId }),
    output: Type.Object({ rows: Type.Array(ListEntry) }),
    errors: ['object.unknown'],
  }),
  resellers: route('GET /api/console/price-lists/resellers', {
    ...read,
    summary: 'Who is on which list. Searched by number or a part of the title',
    input: listInput(['resellerId'], { listId: Type.Optional(ListId) }),
    output: listOutput(ListReseller),
  }),
  own: route('GET /api/console/price-lists/own', {
    ...read,
    summary: 'What one reseller pays for everything, and which prices it alone has',
    input: Strict({ resellerId: ResellerKey }),
    output: Type.Object({ title: Type.String(), rows: Type.Array(OwnPrice) }),
    errors: ['object.unknown'],
  }),
  preview: route('POST /api/console/price-lists/preview', {
    ...write,
    summary: 'What a change of wholesale would do: from when, and who would sell below cost. Changes nothing',
    input: Change,
    output: Effect,
    errors: ['object.unknown', 'package.not_for_sale', 'reseller.unknown'],
  }),
  set: route('POST /api/console/price-lists/set', {
    ...write,
    summary:
      'Wholesale and suggested retail: lower at once, higher a week after the mail or later; all of them or none',
    input: Change,
    output: Effect,
    errors: ['object.unknown', 'package.not_for_sale', 'reseller.unknown'],
  }),
  add: route('POST /api/console/price-lists/add', {
    ...write,
    summary: 'A new list, empty or with the prices of another',
    input: Strict({ name: Type.String({ minLength: 1, maxLength: 40 }), copyOf: Type.Optional(ListId) }),
    output: Type.Object({ listId: ListId }),
    errors: ['name.taken', 'object.unknown'],
  }),
  rename: route('POST /api/console/price-lists/rename', {
    ...write,
    summary: 'Another name of a list; nothing else changes',
    input: Strict({ listId: ListId, name: Type.String({ minLength: 1, maxLength: 40 }) }),
    output: Done,
    errors: ['name.taken', 'object.unknown'],
  }),
  setExample: route('POST /api/console/price-lists/set-example', {
    ...write,
    summary: 'What a new agency may earn, for those who think of opening one; empty: nothing is shown',
    input: Strict({ text: Example, others: Type.Optional(OtherExamples) }),
    output: Done,
  }),
  removeEntry: route('POST /api/console/price-lists/remove-entry', {
    ...write,
    summary: 'Take a price off a list. Refused while somebody sells by it',
    input: Strict({ listId: ListId, ...EntryName }),
    output: Done,
    errors: ['object.unknown', 'price_list.in_use'],
  }),
  previewAssign: route('POST /api/console/price-lists/preview-assign', {
    ...write,
    summary: 'What another list would make dearer for a reseller. Changes nothing',
    input: Assignment,
    output: AssignEffect,
    errors: ['object.unknown', 'reseller.unknown'],
  }),
  assign: route('POST /api/console/price-lists/assign', {
    ...write,
    summary: 'Another list for a reseller: at once, or a week after the mail if anything gets dearer',
    input: Assignment,
    output: AssignEffect,
    errors: ['object.unknown', 'reseller.unknown'],
  }),
}
