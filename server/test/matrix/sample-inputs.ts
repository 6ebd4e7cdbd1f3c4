import { randomUUID } from 'node:crypto'

import type { Route } from '../../../contract/route.ts'
import { PASSWORD } from '../build/factories.ts'
import { thingOf, type ThingKind, type Things } from './object-fields.ts'

/** The parts of JSON schema that the contract uses. */
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
/** The reseller of the matrix's callers. */
export const OWN_RESELLER = 7001

type Slot = { slot: ThingKind; isNumber: boolean; field: string }
/** One way to make a call: its input with slots where it names a thing. */
export type Sample = { input: unknown; fields: string[] }

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

/** Rules between fields, which a schema does not express. */
const together: Record<string, object> = {
  '/api/console/webhooks/add': { url: 'https://1.1.1.1/hook' },
  '/api/console/webhooks/change': { url: 'https://1.1.1.1/hook' },
  '/api/console/brand/save': { accent: '#123456' },
  // The purchase is refused at any other price than the sample's.
  '/api/console/cards/buy': { totalFen: 7 },
  '/api/console/prices/add-coupon': { percent: 10 },
  '/api/console/prices/preview': { percent: 10 },
  '/api/console/prices/add-special': { retailFen: 2000, from: inDays(5), to: inDays(5) },
}
/** Keeps this many of the ways that name the same things, in the order of the schema. */
const ALIKE_MAX = 7
/** Fewer for calls that would hit a limit. */
const FEW: Record<string, number> = { '/api/user/alipay/pay': 4, '/api/tickets/open': 1 }
const words = [
  'word',
  '123456',
  '2026-11',
  '2026-11-14',
  randomUUID(),
  'word@mail.example',
  'a'.repeat(43),
  'a'.repeat(64),
  'sample-words',
  'HK',
  'sample.yxb',
  '#123456',
  'new.example',
  'package',
  'mihomo',
  `123456:${'a'.repeat(35)}`,
]

/** Every way to name a thing in a call, and every choice in its input. */
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

/** Fills the slots with the things that `whose` returns; a one-time key is new each time. */
export function fill(value: unknown, whose: (field: string) => Things): unknown {
  if (isSlot(value)) return value.isNumber ? Number(whose(value.field)[value.slot]) : whose(value.field)[value.slot]
  if (Array.isArray(value)) return value.map((one) => fill(one, whose))
  if (typeof value !== 'object' || value === null) return value === KEY ? randomUUID() : value
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, fill(one, whose)]))
}

const KEY = 'a new key each time'
/** Valid values, so that a call is not refused before it looks at the thing. */
const known: Record<string, unknown> = {
  key: KEY,
  passWord: PASSWORD,
  // For a node's call: how long it would wait.
  wait: 0,
  dailiKey: OWN_RESELLER,
  daili: OWN_RESELLER,
  daili_id: OWN_RESELLER,
  endpoint: 'https://1.1.1.1/push',
  p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
  auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  mark: 'A'.repeat(43),
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

/** All required fields, and additionally each optional one that names a thing. */
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
  // The node's own id for a report: each one differs.
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
