import Type, { type Static } from 'typebox'

import { Done, Nothing, Nullable, SomeBytes, Strict } from '../fields.ts'
import { limits } from '../limits.ts'
import { PackageId, Period } from '../packages.ts'
import { route } from '../route.ts'
import { packageKinds, speedClasses } from './choices.ts'
import { trialPayers } from './trial-payers.ts'

const Fen = Type.Integer({ minimum: 0, maximum: limits.moneyMaxFen })
const Text = Type.String({ minLength: 1, maxLength: 40 })
const Kind = Type.Enum([...packageKinds])
const Speed = Type.Enum([...speedClasses])
const Count = Type.Integer({ minimum: 0, maximum: 1000 })
/** Units left to sell; null: unlimited. */
const Stock = Nullable(Type.Integer({ minimum: 0, maximum: 1_000_000 }))

/** A trial: its days, and who bears its wholesale price. Null: sold as usual. */
const Trial = Nullable(
  Strict({
    days: Type.Integer({ minimum: 1, maximum: limits.trialDaysMax }),
    paidBy: Type.Enum([...trialPayers]),
  }),
)

const PackageRow = Type.Object({
  packageId: PackageId,
  kind: Kind,
  name: Type.String(),
  /** Names in other languages, where set. */
  nameZhTw: Nullable(Type.String()),
  nameEn: Nullable(Type.String()),
  note: Type.String(),
  /** The note in other languages, where set. */
  noteZhTw: Nullable(Type.String()),
  noteEn: Nullable(Type.String()),
  /** Per month; for a traffic pack, in total. */
  trafficBytes: Type.Integer(),
  deviceLimit: Type.Integer(),
  lineLimit: Type.Integer(),
  speedClass: Speed,
  stock: Stock,
  trial: Trial,
  /** True: the platform sells it. */
  isListed: Type.Boolean(),
  /** The periods that some price list has a price for. */
  periods: Type.Array(Period),
  /** Resellers that offer it now, and users that have it. */
  sellers: Type.Integer(),
  holders: Type.Integer(),
})
export type PackageRow = Static<typeof PackageRow>

const Fields = {
  name: Text,
  /** Empty: no own name in this language. */
  nameZhTw: Type.String({ maxLength: 40 }),
  nameEn: Type.String({ maxLength: 40 }),
  note: Type.String({ maxLength: 200 }),
  /** Left out: stays as it is. Empty: no own note in this language. */
  noteZhTw: Type.Optional(Type.String({ maxLength: 200 })),
  noteEn: Type.Optional(Type.String({ maxLength: 200 })),
  trafficBytes: SomeBytes,
  deviceLimit: Count,
  lineLimit: Count,
  speedClass: Speed,
  stock: Stock,
  trial: Type.Optional(Trial),
}
const NewPrice = Strict({
  period: Period,
  wholesaleFen: Fen,
  suggestedRetailFen: Type.Optional(Type.Integer({ minimum: 1, maximum: limits.moneyMaxFen })),
})

const write = { access: 'staff', permission: 'packages.write', scope: 'platform' } as const

export const packages = {
  list: route('GET /api/console/packages/list', {
    access: 'staff',
    permission: 'prices.read',
    scope: 'platform',
    summary: 'Every package in the order users see them, those that are sold no more too',
    input: Nothing,
    output: Type.Object({ rows: Type.Array(PackageRow) }),
  }),
  add: route('POST /api/console/packages/add', {
    ...write,
    summary: 'A plan, or a traffic pack, with its first prices on the list of everybody',
    input: Strict({ kind: Kind, ...Fields, prices: Type.Array(NewPrice, { maxItems: 5 }) }),
    output: Type.Object({ packageId: PackageId }),
    errors: ['name.taken'],
  }),
  change: route('POST /api/console/packages/change', {
    ...write,
    summary: 'Change a package. Who has bought it keeps what was bought until the next purchase',
    input: Strict({ packageId: PackageId, ...Fields }),
    output: Done,
    errors: ['name.taken', 'object.unknown'],
  }),
  switch: route('POST /api/console/packages/switch', {
    ...write,
    summary: 'Sell it no more, at any reseller, or again. Who has it keeps it to its end',
    input: Strict({ packageId: PackageId, on: Type.Boolean() }),
    output: Done,
    errors: ['object.unknown'],
  }),
  order: route('POST /api/console/packages/order', {
    ...write,
    summary: 'In which order users see them: all packages, first one first',
    input: Strict({ packageIds: Type.Array(PackageId, { minItems: 1, maxItems: 500, uniqueItems: true }) }),
    output: Done,
    errors: ['object.unknown'],
  }),
}
