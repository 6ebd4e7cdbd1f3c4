import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

import { root } from '../../step.ts'
import { mutants } from './list.ts'
import { plantIn } from './mutant.ts'

test('every mutant stands exactly once in its file, and changes it', () => {
  const stale = mutants.filter((mutant) => plantIn(readFileSync(path.join(root, mutant.file), 'utf8'), mutant) === null)
  expect(stale.map(({ number, file, find }) => `${number} ${file}: ${find}`)).toEqual([])
})
