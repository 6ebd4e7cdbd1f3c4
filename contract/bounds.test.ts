import { expect, test } from 'vitest'

import { api } from './api.ts'
import { consoleApi } from './console/api.ts'
import type { Route } from './route.ts'

type Schema = {
  type?: string
  enum?: unknown
  minimum?: number
  maximum?: number
  properties?: Record<string, Schema>
  patternProperties?: Record<string, Schema>
  items?: Schema
  anyOf?: Schema[]
}

/** Refuse numbers that the database cannot hold at input: later they would cause an internal error. */
test('bounds every number in a request', () => {
  const routes = [api, consoleApi].flatMap((whole) =>
    Object.values(whole).flatMap((area) => Object.values<Route>(area)),
  )
  expect(routes.length).toBeGreaterThan(200)
  const unbound = routes.flatMap(({ path, input }) => findUnbound(input as Schema).map((name) => path + name))
  expect(unbound).toEqual([])
})

test('finds a number without bounds at any depth', () => {
  const bound = { type: 'integer', minimum: 0, maximum: 9 }
  const inner = {
    properties: { a: bound, b: { items: { anyOf: [{ type: 'null' }, { type: 'integer', minimum: 1 }] } } },
  }
  const choice = { type: 'integer', enum: [1, 7] }
  expect(
    findUnbound({ properties: { inner, choice, any: { patternProperties: { '.': { type: 'number' } } } } }),
  ).toEqual([' inner b', ' any'])
})

function findUnbound(schema: Schema): string[] {
  const isNumber = schema.type === 'integer' || schema.type === 'number'
  const isBound = schema.enum !== undefined || (schema.minimum !== undefined && schema.maximum !== undefined)
  const inside = [
    ...Object.values(schema.patternProperties ?? {}),
    ...(schema.items ? [schema.items] : []),
    ...(schema.anyOf ?? []),
  ]
  return [
    ...(isNumber && !isBound ? [''] : []),
    ...Object.entries(schema.properties ?? {}).flatMap(([name, one]) =>
      findUnbound(one).map((rest) => ` ${name}${rest}`),
    ),
    ...inside.flatMap(findUnbound),
  ]
}
