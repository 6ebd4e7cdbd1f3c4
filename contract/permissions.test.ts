import Type from 'typebox'
import { expect, test } from 'vitest'

import { Done, Nothing } from './fields.ts'
import { route } from './route.ts'

test('a console route without a permission does not compile, nor another route with one', () => {
  const base = { summary: '', input: Nothing, output: Done } as const
  // @ts-expect-error: what it needs is not named.
  const open = route('GET /api/x', { ...base, access: 'staff' })
  // @ts-expect-error: nobody grants that.
  const misspelt = route('GET /api/x', { ...base, access: 'staff', permission: 'users.reed' })
  // @ts-expect-error: users have no permissions.
  const mixed = route('GET /api/x', { ...base, access: 'user', permission: 'users.read' })
  const right = route('GET /api/x', { ...base, access: 'staff', permission: 'users.read', output: Type.Object({}) })
  expect([open, misspelt, mixed, right].map(({ access }) => access)).toEqual(['staff', 'staff', 'user', 'staff'])
})
