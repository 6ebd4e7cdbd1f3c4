import { expect, it } from 'vitest'

import { consoleApi } from '../../../contract/console/api.ts'
import { toSelection } from './to-selection.ts'

type Field = { type?: string }
const { properties } = consoleApi.bulk.preview.input as unknown as {
  properties: { selection: { properties: Record<string, Field> } }
}
const fields = Object.entries(properties.selection.properties)
const typeOf = { integer: 'number', boolean: 'boolean' } as Record<string, string>

it('gives every filter of a bulk the type that the server asks for', () => {
  const selection = toSelection(Object.fromEntries(fields.map(([name]) => [name, '1']))) as Record<string, unknown>
  const got = fields.map(([name]) => [name, typeof selection[name]])
  expect(got).toEqual(fields.map(([name, { type }]) => [name, typeOf[type ?? ''] ?? 'string']))
  expect(got.filter(([, type]) => type === 'number').length).toBeGreaterThan(4)
})

it('keeps the values, and only "true" is true', () => {
  const texts = { package: '12', overQuota: 'true', neverConnected: 'false', state: 'active', search: '12' }
  expect(toSelection(texts)).toEqual({
    package: 12,
    overQuota: true,
    neverConnected: false,
    state: 'active',
    search: '12',
  })
})
