/** What the contract's schemas are made of. */
export type Schema = {
  type?: string
  enum?: readonly (string | number)[]
  const?: string | number
  anyOf?: readonly Schema[]
  properties?: Record<string, Schema>
  patternProperties?: Record<string, Schema>
  required?: readonly string[]
  items?: Schema
  pattern?: string
  format?: string
  minimum?: number
  maximum?: number
  maxLength?: number
}

/** In words, for the help: what is no number, text or choice is shown as the JSON that it is. */
export function schemaText(schema: Schema): string {
  const { plain, isNullable } = withoutNull(schema)
  return isNullable ? `${plainText(plain)}, or null` : plainText(plain)
}

export function withoutNull(schema: Schema): { plain: Schema; isNullable: boolean } {
  const others = (schema.anyOf ?? []).filter(({ type }) => type !== 'null')
  if (others.length === (schema.anyOf ?? []).length) return { plain: schema, isNullable: false }
  return { plain: others.length === 1 ? others[0]! : { anyOf: others }, isNullable: true }
}

/** The values of a choice; null: it is none. */
export function valuesOf({ enum: values, anyOf, const: value }: Schema): readonly (string | number)[] | null {
  if (value !== undefined) return [value]
  if (values) return values
  const all = (anyOf ?? []).map(valuesOf)
  return all.length > 0 && all.every((part) => part !== null) ? all.flat() : null
}

function plainText(schema: Schema): string {
  const { type, format, minimum, maximum, maxLength } = schema
  const values = valuesOf(schema)
  if (values) return `one of ${values.join(', ')}`
  if (type === 'boolean') return 'true or false'
  if (type === 'integer' || type === 'number')
    return minimum === undefined ? 'number' : `number from ${minimum} to ${maximum}`
  if (type !== 'string') return `JSON: ${jsonText(schema)}`
  if (format === 'date-time') return 'time, such as 2026-11-14T09:00:00+08:00'
  return maxLength === undefined ? 'text' : `text up to ${maxLength} letters`
}

function jsonText(schema: Schema): string {
  const { type, anyOf, properties, patternProperties, items, required = [] } = schema
  const values = valuesOf(schema)
  if (values) return values.map((value) => JSON.stringify(value)).join('|')
  if (anyOf) return anyOf.map(jsonText).join(' | ')
  if (items) return `[${jsonText(items)}, …]`
  if (patternProperties) return `{name: ${Object.values(patternProperties).map(jsonText).join()}, …}`
  if (!properties) return type === 'integer' ? 'number' : (type ?? 'anything')
  const parts = Object.entries(properties).map(([name, part]) => {
    return `${name}${required.includes(name) ? '' : '?'}: ${jsonText(part)}`
  })
  return `{${parts.join(', ')}}`
}
