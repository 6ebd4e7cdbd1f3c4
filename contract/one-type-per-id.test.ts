import { expect, test } from 'vitest'

import { api } from './api.ts'
import { consoleApi } from './console/api.ts'

type Schema = {
  type?: string
  anyOf?: Schema[]
  items?: Schema
  properties?: Record<string, Schema>
}
type Found = { name: string; type: string; at: string }

/** Every field of a schema that names a thing: `packageId`, or the `packageIds` of several. */
function idsIn(schema: Schema, at: string): Found[] {
  const own = Object.entries(schema.properties ?? {}).flatMap(([name, field]) => [
    ...(/Ids?$/.test(name) ? typesOf(field).map((type) => ({ name: name.replace(/s$/, ''), type, at })) : []),
    ...idsIn(field, at),
  ])
  const parts = [...(schema.anyOf ?? []), ...(schema.items ? [schema.items] : [])]
  return [...own, ...parts.flatMap((part) => idsIn(part, at))]
}

/** `null` says that there is none. */
function typesOf({ type, anyOf, items }: Schema): string[] {
  if (anyOf) return anyOf.flatMap(typesOf)
  if (type === 'array' && items) return typesOf(items)
  return type === undefined || type === 'null' ? [] : [type]
}

const routes = [api, consoleApi].flatMap((side) =>
  Object.entries(side).flatMap(([area, calls]) =>
    Object.entries(calls).map(([call, route]) => ({ at: `${area}.${call}`, route: route as Record<string, unknown> })),
  ),
)

test('a thing is named by one type in every call: programs need not guess', () => {
  const found = routes.flatMap(({ at, route }) =>
    ['input', 'output'].flatMap((side) => idsIn((route[side] ?? {}) as Schema, at)),
  )
  expect(found.length).toBeGreaterThan(200)
  const types = new Map<string, Map<string, string[]>>()
  for (const { name, type, at } of found) {
    const by = types.get(name) ?? new Map<string, string[]>()
    by.set(type, [...(by.get(type) ?? []), at])
    types.set(name, by)
  }
  const torn = [...types].filter(([, by]) => by.size > 1)
  expect(
    torn.map(
      ([name, by]) => `${name}: ${[...by].map(([type, at]) => `${type} (${[...new Set(at)].join(' ')})`).join(', ')}`,
    ),
  ).toEqual([])
})

test('notices an id of two types, also in a list and behind a null', () => {
  const schema = {
    properties: {
      packageId: { anyOf: [{ type: 'integer' }, { type: 'null' }] },
      rows: { type: 'array', items: { properties: { packageIds: { type: 'array', items: { type: 'string' } } } } },
    },
  }
  expect(idsIn(schema, 'here')).toEqual([
    { name: 'packageId', type: 'integer', at: 'here' },
    { name: 'packageId', type: 'string', at: 'here' },
  ])
})
