import { expect, test } from 'vitest'

import { circlingIn, importsOf, sourcesIn } from './imports.ts'

// The linter's rule against circles does not see what is loaded later.
test('a circle is found through a type and through what is loaded later', () => {
  const files = {
    'a/one.ts': `import type { Two } from './two.ts'`,
    'a/two.ts': `export const load = () => import('./three.ts')`,
    'a/three.ts': `import { one } from './one.ts'`,
    'a/before.ts': `import './one.ts'`,
    'a/after.ts': ``,
  }
  const imports = Object.entries(files).flatMap(([file, source]) => importsOf(file, source))
  expect(circlingIn(imports)).toEqual(['a/one.ts', 'a/three.ts', 'a/two.ts'])
})

const FOLDERS = ['contract', 'server', 'ui', 'portal', 'console', 'agent', 'cashier', 'e2e', 'scripts', 'bench', 'test']

test('no file depends on itself', () => {
  expect(circlingIn(sourcesIn(FOLDERS).flatMap((file) => importsOf(file)))).toEqual([])
})
