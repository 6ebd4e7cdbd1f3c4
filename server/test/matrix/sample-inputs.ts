import { randomUUID } from 'node:crypto'

import type { Route } from '../../../contract/route.ts'
import { PASSWORD } from '../build/factories.ts'
import { thingOf, type ThingKind, type Things } from './object-fields.ts'

/** JSON schema as far as the contract uses it. */
type Schema = {
  type?: string
  const?: unknown
  enum?: unknown[]
  anyOf?: Schema[]
  required?: string[]
  properties?: Record<string, Schema>
  items?: Schema
  minItems?: number
  minimum?: number
  minLength?: number
  pattern?: string
  format?: string
}
/** Whose callers the matrix has. */
export const OWN_RESELLER = 7001

type Slot = { slot: ThingKind; isNumber: boolean; field: string }
/** One way to call: its input with holes where a thing is named. */
export type Sample = { input: unknown; fields: string[] }

/** Rules between fields, which no schema tells. */
const together: Record<string, object> = {
  '/api/console/brand/save': { accent: '#123456' },
  // At another price than that of the sample nothing is bought.
  '/api/console/cards/buy': { totalFen: 7 },
  '/api/console/prices/add-coupon': { percent: 10 },
  '/api/console/prices/preview': { percent: 10 },
}
/** Of ways that name the same things: the first ones, in the order of the schema. */
const ALIKE_MAX = 7
/** Of calls that a limit would end. */
const FEW: Record<string, number> = { '/api/user/alipay/pay': 4 }
const words = [
  'word',
  '123456',
  '2026-11',
  '2026-11-14',
  randomUUID(),
  'word@mail.example',
  'a'.repeat(43),
  'sample-words',
  'HK',
  'sample.yxb',
  '#123456',
  'new.example',
]

/** Every way to name a thing in a call, and every choice it must make. */
export function samplesOf(route: Pick<Route, 'path' | 'scope' | 'input'>): Sample[] {
  const kept = new Map<string, number>()
  return ways(route, route.input as Schema, '').flatMap((input) => {
    const fields = slotsIn(input).map(({ field }) => field)
    const count = (kept.get(fields.join()) ?? 0) + 1
    kept.set(fields.join(), count)
    return count > (FEW[route.path] ?? ALIKE_MAX)
      ? []
      : [{ input: { ...(input as object), ...together[route.path] }, fields }]
  })
}

/** The holes filled, each with a thing of whom `whose` says; a key that is to be used once is new each time. */
export function fill(value: unknown, whose: (field: string) => Things): unknown {
  if (isSlot(value)) return value.isNumber ? Number(whose(value.field)[value.slot]) : whose(value.field)[value.slot]
  if (Array.isArray(value)) return value.map((one) => fill(one, whose))
  if (typeof value !== 'object' || value === null) return value === KEY ? randomUUID() : value
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, fill(one, whose)]))
}

const KEY = 'a new key each time'
/** Right ones, so that a call is not refused before it looks at the thing. */
const known: Record<string, unknown> = {
  key: KEY,
  passWord: PASSWORD,
  // Of a node's call: how long it would hang.
  wait: 0,
  dailiKey: OWN_RESELLER,
  daili: OWN_RESELLER,
  daili_id: OWN_RESELLER,
}
const isSlot = (value: unknown): value is Slot => typeof value === 'object' && value !== null && 'slot' in value

function slotsIn(value: unknown): Slot[] {
  if (isSlot(value)) return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(slotsIn) : []
}

function ways(route: Pick<Route, 'path' | 'scope'>, schema: Schema, field: string): unknown[] {
  const isPlain = schema.properties || schema.items || field === '' || field in known
  const kind = isPlain ? null : thingOf(route, field)
  if (kind) return [{ slot: kind, isNumber: schema.type === 'integer', field }]
  if (schema.anyOf) return schema.anyOf.flatMap((one) => ways(route, one, field))
  if ('const' in schema) return [schema.const]
  if (schema.enum) return schema.enum
  if (schema.properties) return objectWays(route, schema, field)
  if (schema.type === 'array') {
    const items = ways(route, schema.items ?? {}, field)
    return (schema.minItems ?? 0) > 0 || items.some((one) => slotsIn(one).length > 0) ? items.map((one) => [one]) : [[]]
  }
  return [plain(schema, field)]
}

/** All required fields, and beside that each optional one that names a thing. */
function objectWays(
  route: Pick<Route, 'path' | 'scope'>,
  { properties = {}, required = [] }: Schema,
  field: string,
): unknown[] {
  const waysOf = (name: string) => ways(route, properties[name]!, field === '' ? name : `${field}.${name}`)
  let bases: object[] = [{}]
  for (const name of required) {
    bases = waysOf(name).flatMap((value) => bases.map((base) => ({ ...base, [name]: value })))
  }
  const optional = Object.keys(properties).filter((name) => !required.includes(name))
  const naming = optional.flatMap((name) =>
    waysOf(name)
      .filter((value) => slotsIn(value).length > 0)
      .flatMap((value) => bases.map((base) => ({ ...base, [name]: value }))),
  )
  return [...bases, ...naming]
}

function plain(schema: Schema, field: string): unknown {
  if (field in known) return known[field]
  // What a node calls its own report: each is another.
  if (field === 'batchId') return KEY
  if (schema.type === 'boolean') return true
  if (schema.type === 'integer') return Math.max(schema.minimum ?? 1, 1)
  if (schema.type !== 'string') return {}
  if (schema.format === 'date-time') return '2026-11-14T00:00:00.000Z'
  if (schema.format === 'email') return 'word@mail.example'
  const pattern = new RegExp(schema.pattern ?? '', 'u')
  const found = words.find((word) => pattern.test(word) && word.length >= (schema.minLength ?? 0))
  if (found === undefined) throw new Error(`No sample for "${field}": ${JSON.stringify(schema)}`)
  return found
}
