import { expect, it } from 'vitest'

import { byPackage } from './by-package.ts'

it('groups the prices of a package and keeps the order of both', () => {
  const rows = ['7 month', '8 month', '7 year'].map((name) => ({ packageId: name.split(' ')[0]!, name }))
  expect(byPackage(rows).map((group) => group.map(({ name }) => name))).toEqual([['7 month', '7 year'], ['8 month']])
})
