import { expect, test } from 'vitest'

import { createTestDatabase } from '../../server/test/run/database.ts'
import { makeScratchDir } from '../../server/test/run/scratch-dir.ts'
import { backUp, findProblems } from './backup.ts'

test('backs up and restores many users in little memory', async () => {
  const [from, to] = [await createTestDatabase(), await createTestDatabase()]
  const figures = await backUp(2_000, { from: from.url, to: to.url, folder: await makeScratchDir() })
  expect(findProblems(figures)).toEqual([])
})
