/** As much of a schema as the contract uses. */
export type Schema = {
  type?: string
  pattern?: string
  const?: unknown
  enum?: readonly unknown[]
  anyOf?: readonly Schema[]
  items?: Schema
  properties?: Readonly<Record<string, Schema>>
  patternProperties?: Readonly<Record<string, Schema>>
  required?: readonly string[]
}

const PLAIN: Record<string, string> = {
  string: 'string',
  integer: 'number',
  number: 'number',
  boolean: 'boolean',
  null: 'null',
}

/** The type in TypeScript of what a schema accepts. Lengths, patterns and bounds are left to the server. */
export function typeText(schema: Schema, indent = ''): string {
  if ('const' in schema) return JSON.stringify(schema.const)
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ')
  if (schema.anyOf) return [...new Set(schema.anyOf.map((one) => typeText(one, indent)))].join(' | ')
  if (schema.type === 'array') return `Array<${typeText(schema.items ?? {}, indent)}>`
  if (schema.type === 'object') return objectText(schema, indent)
  return PLAIN[schema.type ?? ''] ?? 'unknown'
}

function objectText({ properties = {}, patternProperties, required = [] }: Schema, indent: string): string {
  const [values] = Object.values(patternProperties ?? {})
  if (values) return `Record<string, ${typeText(values, indent)}>`
  const inner = `${indent}  `
  const lines = Object.entries(properties).map(([name, schema]) => {
    return `${inner}${nameText(name)}${required.includes(name) ? '' : '?'}: ${typeText(schema, inner)}`
  })
  return lines.length === 0 ? '{}' : `{\n${lines.join('\n')}\n${indent}}`
}

const nameText = (name: string) => (/^[A-Za-z_]\w*$/.test(name) ? name : JSON.stringify(name))
