import fc from 'fast-check'
import type { TSchema } from 'typebox'

/** Real values by field name, so that some bodies get past the first checks. */
export type Known = Record<string, fc.Arbitrary<unknown>>
type Schema = {
  type?: string
  const?: unknown
  anyOf?: Schema[]
  format?: string
  minimum?: number
  maximum?: number
  maxLength?: number
  required?: string[]
  properties?: Record<string, Schema>
}

const VALUES: readonly unknown[] = [
  null,
  true,
  0,
  -1,
  0.5,
  1e15,
  2 ** 31,
  2 ** 53,
  1e308,
  [],
  {},
  [[]],
  ['x', 'x'],
  nested(40),
]
const OBJECTS: readonly object[] = [{ $ne: null }, { toString: 1 }, { then: 1 }, { length: -1 }]
const TEXTS = [
  '',
  ' ',
  '\0',
  'a\0b',
  '\ud800',
  '\u202e',
  '😀'.repeat(50),
  'e\u0301',
  '１２３',
  'x'.repeat(5000),
  'a\r\nb: c',
]
const CODE = ["' or 1=1 --", '<script>', '../../etc/passwd', '%00', '%', '${7*7}', '1e309', 'NaN', 'null', '__proto__']
/** No schema of ours allows these values, or it must not matter if one does. */
const WRONG = [...VALUES, ...OBJECTS, ...TEXTS, ...CODE]
const EXTRA = ['admin', 'resellerId', 'accountId', 'constructor', 'toString', '__proto__', '']

function nested(depth: number): unknown {
  return depth === 0 ? 'deep' : { a: [nested(depth - 1)] }
}

const UUID = '123e4567-e89b-12d3-a456-426614174000'
/** Valid by the schema but strange: the code behind a check must handle what the check lets through. */
const ODD = {
  uuid: [`urn:uuid:${UUID}`, UUID.toUpperCase(), '00000000-0000-0000-0000-000000000000'],
  'date-time': ['2016-12-31T23:59:60Z', '0000-01-01T00:00:00Z', '9999-12-31T23:59:59.999999999-23:59'],
  email: [`${'a'.repeat(60)}@x.example`, "o'brien+a@x.example", 'A@X.EXAMPLE'],
  cursor: [
    `1.${'-'.repeat(36)}`,
    `999999999999999.${UUID}`,
    '999999999999999.999999999999999',
    '0.0',
    '9007199254740993',
  ],
  string: ['\u0130\u212a', '%_\\', ' x ', '９'.repeat(6), 'dc1.', 'tk1.x', 'img.x.y'],
  object: [nested(100), { id: 'x', rawId: 'x', type: 'public-key', response: {}, clientExtensionResults: {} }],
}

/** Two bodies per field and odd value: one with only the required fields, one with all. */
export function oddBodies(input: TSchema, known: Known): unknown[] {
  const { properties = {}, required = [] } = input as Schema
  return Object.entries(properties).flatMap(([name, schema]) =>
    oddValues(name, schema).flatMap((value) =>
      [required, Object.keys(properties)].map((names) => {
        const others = names.map((other) => [other, rightValue(other, properties[other]!, known)] as const)
        return { ...fc.sample(fc.record(Object.fromEntries(others)), 1)[0], [name]: value }
      }),
    ),
  )
}

/** Mostly valid bodies with missing, wrong, odd or extra fields; sometimes something that is not an object. */
export function hostileBodies(input: TSchema, known: Known): fc.Arbitrary<unknown> {
  const { properties = {} } = input as Schema
  const fields = Object.entries(properties).map(([name, schema]) => {
    const strange = fc.constantFrom(...oddValues(name, schema), ...WRONG)
    const right = rightValue(name, schema, known)
    return [name, fc.oneof({ weight: 5, arbitrary: right }, { weight: 1, arbitrary: strange })] as const
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
  if (schema.type === 'integer') return [schema.minimum, schema.maximum, '1e309']
  if (schema.type === 'object') return ODD.object
  if (schema.type !== 'string' || schema.const !== undefined) return []
  if (name === 'cursor') return ODD.cursor
  return ODD[(schema.format ?? 'string') as keyof typeof ODD]
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
