import type { Route } from '../../../contract/route.ts'

type Schema = {
  type?: string
  const?: unknown
  enum?: unknown[]
  anyOf?: Schema[]
  properties?: Record<string, Schema>
  patternProperties?: Record<string, Schema>
  items?: Schema
}
type Leaf = { field: string; type: string }

/** Every value that the contract lets an answer have: `rows[].totalFen`, `rows[].detail.*` for any word of a free record. */
export const fieldsOf = (route: Route): Leaf[] => leavesOf(route.output as Schema, '')

function leavesOf(schema: Schema, at: string): Leaf[] {
  if (schema.anyOf) return schema.anyOf.flatMap((one) => leavesOf(one, at))
  if (schema.items) return leavesOf(schema.items, `${at}[]`)
  const [free] = Object.values(schema.patternProperties ?? {})
  if (free) return leavesOf(free, `${at}.*`)
  if (schema.properties) {
    return Object.entries(schema.properties).flatMap(([name, one]) => leavesOf(one, at === '' ? name : `${at}.${name}`))
  }
  const type = 'const' in schema || schema.enum ? 'choice' : (schema.type ?? 'any')
  return [{ field: at, type }]
}

/** The values of an answer by the same names; what is null or empty is not there. */
export function valuesOf(route: Route, answer: unknown): Map<string, string[]> {
  const free = fieldsOf(route).flatMap(({ field }) =>
    field.includes('.*') ? [field.slice(0, field.indexOf('.*'))] : [],
  )
  const found = new Map<string, string[]>()
  const walk = (value: unknown, at: string): void => {
    if (value === null || value === undefined || value === '') return
    if (Array.isArray(value)) {
      for (const one of value) walk(one, `${at}[]`)
      return
    }
    if (typeof value === 'object') {
      const name = (own: string) => (free.includes(at) ? '*' : own)
      for (const [own, one] of Object.entries(value)) walk(one, at === '' ? own : `${at}.${name(own)}`)
      return
    }
    found.set(at, [...(found.get(at) ?? []), String(value)])
  }
  walk(answer, '')
  return found
}

/** The same of a CSV file in `text`, by column: `text[Used_bytes]`. */
export function columnsOf(text: string): Map<string, string[]> {
  const [heads = [], ...lines] = readLines(text)
  const names = heads.map((head) => `text[${head.replaceAll(' ', '_')}]`)
  return new Map(names.map((name, at) => [name, lines.map((line) => line[at] ?? '').filter((cell) => cell !== '')]))
}

/** The mark of the byte order goes; a quoted cell may have commas and quotes in it, and no line ends. */
function readLines(text: string): string[][] {
  const lines = text
    .replace(/^\uFEFF/, '')
    .split('\r\n')
    .filter((line) => line !== '')
  const cellsOf = (line: string) => [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)]
  return lines.map((line) => cellsOf(line).map(([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? ''))
}
