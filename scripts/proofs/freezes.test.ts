import { expect, test } from 'vitest'

import { findProblems, freezeUnderLoad } from './freezes.ts'
import { withDatabase } from './throwaway-server.ts'

test('while the database is frozen, payments get 503 and no 500, /readyz reports it, and nothing acknowledged is lost', async () => {
  const plan = { freezes: 1, freezeMs: 8_000, payers: 4 }
  const figures = await withDatabase((url, folder) => freezeUnderLoad(url, folder, plan))
  expect(findProblems(figures)).toEqual([])
})
