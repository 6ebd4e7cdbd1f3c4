import { existsSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

import { FULL_ONLY } from '../test/grid.ts'
import { spreadLong } from '../test/spread-long-files.ts'
import { root } from './step.ts'

const file = (name: string, moduleId: string) => ({
  moduleId: path.join(root, moduleId),
  project: { name, config: { root } },
})

test('spreads long files among the short ones, puts none last, and runs every file of every project', () => {
  const short = Array.from({ length: 12 }, (_, at) => file('server', `server/short-${at}.test.ts`))
  const long = ['scripts/proofs/a.test.ts', 'server/process/b.test.ts'].map((name) => file('server', name))
  const others = [file('portal', 'portal/a.test.ts'), file('new', 'new/a.test.ts'), file('agent', 'agent/a.test.ts')]
  const ordered = spreadLong([...short, ...long, ...others])
  expect(ordered).toEqual(expect.arrayContaining([...short, ...long, ...others]))
  expect(ordered).toHaveLength(short.length + long.length + others.length)
  expect(ordered[0]).toBe(others[2])
  const places = long.map((one) => ordered.indexOf(one))
  expect(places).toEqual([1, 6])
})

test('runs long files even without short ones', () => {
  const long = [file('server', 'scripts/proofs/a.test.ts'), file('server', 'scripts/proofs/b.test.ts')]
  expect(spreadLong(long)).toEqual(long)
})

test('every file that only the full grid runs exists', () => {
  expect(FULL_ONLY.filter((name) => !existsSync(path.join(root, name)))).toEqual([])
})
