import { expect, test } from 'vitest'

import { backUp, findProblems } from './backup.ts'

test('many users into a file and back, in little memory', async () => {
  expect(findProblems(await backUp(2_000))).toEqual([])
}, 180_000)
