import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import Type from 'typebox'
import { expect, test } from 'vitest'

import { route } from '../../../contract/route.ts'
import { atFileEnd } from '../../test/run/endings.ts'
import { writeClient } from './write-client.ts'
import { typeText, type Schema } from './write-type.ts'

const textOf = (schema: unknown) => typeText(schema as Schema).replaceAll(/\s+/g, ' ')

test('a type names fields, choices, lists and what may be left out', () => {
  expect(textOf(Type.Object({ a: Type.Integer(), b: Type.Optional(Type.String({ maxLength: 3 })) }))).toBe(
    '{ a: number b?: string }',
  )
  expect(textOf(Type.Union([Type.Enum(['x', 'y']), Type.Null()]))).toBe('"x" | "y" | null')
  expect(textOf(Type.Array(Type.Union([Type.String(), Type.Boolean()])))).toBe('Array<string | boolean>')
  expect(textOf(Type.Record(Type.String(), Type.Integer()))).toBe('Record<string, number>')
  expect(textOf(Type.Object({ 'a-b': Type.Literal(1) }))).toBe('{ "a-b": 1 }')
  expect(textOf(Type.Any())).toBe('unknown')
})

type Heard = { method?: string; url?: string; headers: Record<string, unknown>; body: string }
const heard: Heard[] = []
let next: { status: number; headers?: Record<string, string>; body: unknown }
const server = createServer((request, response) => {
  let body = ''
  request.on('data', (part) => (body += String(part)))
  request.on('end', () => {
    const { method, url, headers } = request
    heard.push({ ...(method && { method }), ...(url && { url }), headers, body })
    response.writeHead(next.status, { 'content-type': 'application/json', ...next.headers })
    response.end(JSON.stringify(next.body))
  })
})
await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
atFileEnd(() => void server.close())

const asked = { access: 'staff', permission: 'users.read' } as const
const Pet = Type.Object({ name: Type.String() })
const table = {
  pets: {
    list: route('GET /api/console/pets/list', {
      ...asked,
      summary: 'All pets',
      input: Type.Object({ limit: Type.Optional(Type.Integer()) }),
      output: Type.Object({ rows: Type.Array(Pet) }),
    }),
    add: route('POST /api/console/pets/add', {
      ...asked,
      summary: 'One more',
      input: Pet,
      output: Type.Object({}),
    }),
    drop: route('POST /api/console/pets/drop', {
      ...asked,
      stepUp: true,
      summary: 'None',
      input: Pet,
      output: Type.Object({}),
    }),
  },
}
type Call = (input?: object, options?: object) => Promise<unknown>
const { code, types } = writeClient(table, (one) => one.stepUp !== true)
const { createClient } = (await import(`data:text/javascript,${encodeURIComponent(code)}`)) as {
  createClient(options: object): Record<string, Record<string, Call>>
}
const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
const client = createClient({ url, key: 'yxk_a_b', reseller: 260 })

test('the file has the calls that are open, with their types', () => {
  expect(Object.keys(client.pets!)).toEqual(['list', 'add'])
  expect(types.replaceAll(/\s+/g, ' ')).toContain(
    'list(input?: { limit?: number }, options?: CallOptions): Promise<{ rows: Array<{ name: string }> }>',
  )
  expect(types).not.toContain('drop')
})

test('a GET puts its input into the address, a POST into the body, the key into a header', async () => {
  next = { status: 200, body: { success: true, data: { rows: [{ name: 'Rex' }] } } }
  expect(await client.pets!.list!({ limit: 5, cursor: undefined })).toEqual({ rows: [{ name: 'Rex' }] })
  await client.pets!.add!({ name: 'Ann' }, { idempotencyKey: 'once-0001', reseller: 261 })
  expect(heard).toMatchObject([
    { method: 'GET', url: '/api/console/pets/list?reseller=260&limit=5', body: '' },
    {
      method: 'POST',
      url: '/api/console/pets/add?reseller=261',
      headers: { authorization: 'Bearer yxk_a_b', 'idempotency-key': 'once-0001', 'content-type': 'application/json' },
      body: '{"name":"Ann"}',
    },
  ])
})

test('a refusal is thrown with its code, its fields and when to try again', async () => {
  const fields = { name: 'too long' }
  next = { status: 400, body: { success: false, code: 'request.invalid', message: 'no', data: { fields } } }
  await expect(client.pets!.add!({ name: '' })).rejects.toMatchObject({ status: 400, code: 'request.invalid', fields })
  next = { status: 429, headers: { 'retry-after': '7' }, body: { success: false, code: 'request.limited' } }
  await expect(client.pets!.list!()).rejects.toMatchObject({ status: 429, retryAfterS: 7 })
  next = { status: 502, body: 'not ours' }
  await expect(client.pets!.list!()).rejects.toMatchObject({ status: 502, code: 'server.error', fields: {} })
})
