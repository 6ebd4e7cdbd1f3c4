import fc from 'fast-check'
import type { TSchema } from 'typebox'

/** Real values by the name of a field, so that some bodies get past the first checks. */
export type Known = Record<string, fc.Arbitrary<unknown>>
type Schema = {
  type?: string
  const?: unknown
  anyOf?: Schema[]
  format?: string
  pattern?: string
  minimum?: number
  maximum?: number
  maxLength?: number
  properties?: Record<string, Schema>
}

/** No schema of ours allows these, or it should not matter that it does. */
const WRONG = [
  ...[null, true, false, '', ' ', 0, -1, -0, 0.5, 1e15, 2 ** 31, 2 ** 53, 1e308, [], {}, [[]], ['x', 'x']],
  ...['\0', 'a\0b', '\ud800', '\u202e', '\u0130', '😀'.repeat(50), 'e\u0301', '１２３', 'x'.repeat(5000), 'a\r\nb: c'],
  ...["' or 1=1 --", '<script>', '../../etc/passwd', '%00', '%', '${7*7}', '-1', '1e309', 'NaN', 'null', '0x10', '__proto__'],
  ...[{ $ne: null }, { toString: 1 }, { then: 1 }, { length: -1 }, nested(40)],
]
const EXTRA = ['admin', 'resellerId', 'accountId', 'constructor', 'toString', '__proto__', '']

function nested(depth: number): unknown {
  return depth === 0 ? 'deep' : { a: [nested(depth - 1)] }
}

const HEX = '123e4567-e89b-12d3-a456-426614174000'
/** Right by the letter of the schema, and strange. */
const ODD: Record<string, readonly unknown[]> = {
  uuid: [`urn:uuid:${HEX}`, HEX.toUpperCase(), '00000000-0000-0000-0000-000000000000'],
  'date-time': ['2016-12-31T23:59:60Z', '0000-01-01T00:00:00Z', '9999-12-31T23:59:59.999999999-23:59'],
  email: [`${'a'.repeat(60)}@x.example`, "o'brien+a@x.example", 'A@X.EXAMPLE'],
  cursor: [`1.${'-'.repeat(36)}`, `999999999999999.${HEX}`, '999999999999999.999999999999999', '0.0', '9007199254740993', '0x10'],
  string: ['\u0130', '\ufffd', '--', '%_\\', ' x ', '９', '\u200b', '{}', 'dc1.', 'tk1.', 'img.', 'x'.repeat(4096)],
  record: [nested(500), { id: 'x', rawId: 'x', type: 'public-key', response: {}, clientExtensionResults: {} }],
}

/** One body per field and odd value, the rest of it right. */
export function oddBodies(input: TSchema, known: Known): unknown[] {
  const fields = Object.entries((input as Schema).properties ?? {})
  return fields.flatMap(([name, schema]) =>
    oddValues(name, schema).map((value) => ({ ...rightBody(fields, known), [name]: value })),
  )
}

function rightBody(fields: [string, Schema][], known: Known): object {
  const right = fc.record(Object.fromEntries(fields.map(([name, schema]) => [name, rightValue(name, schema, known)])))
  return fc.sample(right, 1)[0]!
}

/** Mostly right bodies with fields missing, wrong, odd or too many; now and then something that is no object. */
export function hostileBodies(input: TSchema, known: Known): fc.Arbitrary<unknown> {
  const properties = (input as Schema).properties ?? {}
  const fields = Object.entries(properties).map(([name, schema]) => {
    const odd = [...oddValues(name, schema), ...WRONG]
    const arbitrary = fc.oneof(
      { weight: 5, arbitrary: rightValue(name, schema, known) },
      { weight: 1, arbitrary: fc.constantFrom(...odd) },
    )
    return [name, arbitrary] as const
  })
  const body = fc.record(Object.fromEntries(fields), { requiredKeys: [] })
  const extra = fc.record({ name: fc.constantFrom(...EXTRA), value: fc.constantFrom(...WRONG) })
  return fc.oneof(
    { weight: 10, arbitrary: body },
    { weight: 1, arbitrary: fc.tuple(body, extra).map(([right, { name, value }]) => ({ ...right, [name]: value })) },
    { weight: 1, arbitrary: fc.constantFrom(...WRONG) },
  )
}

function oddValues(name: string, schema: Schema): readonly unknown[] {
  if (schema.anyOf || schema.const !== undefined || schema.type === 'boolean') return []
  if (schema.type === 'integer') return [schema.minimum, schema.maximum].filter((bound) => bound !== undefined)
  if (schema.type === 'object') return ODD['record']!
  if (name === 'cursor') return ODD['cursor']!
  return ODD[schema.format ?? 'string'] ?? ODD['string']!
}

function rightValue(name: string, schema: Schema, known: Known): fc.Arbitrary<unknown> {
  const real = known[name]
  if (real) return real
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map((one) => rightValue('', one, known)))
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.type === 'boolean') return fc.boolean()
  if (schema.type === 'integer') return fc.integer({ min: schema.minimum ?? 0, max: schema.maximum ?? 1000 })
  if (schema.type === 'object') return fc.dictionary(fc.string(), fc.jsonValue())
  if (schema.format === 'uuid') return fc.uuid()
  if (schema.format === 'email') return fc.emailAddress()
  if (schema.format === 'date-time') return fc.date({ noInvalidDate: true }).map((date) => date.toISOString())
  return fc.string({ unit: 'binary', maxLength: schema.maxLength ?? 50 })
}
