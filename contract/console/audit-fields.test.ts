import { expect, test } from 'vitest'

import { consoleApi } from './api.ts'
import { auditFields } from './audit-fields.ts'

test("has words in the audit for every filter of the console's lists", () => {
  const inputs = Object.values(consoleApi).flatMap((routes) =>
    Object.values(routes).map(({ input }) => Object.keys((input as { properties?: object }).properties ?? {})),
  )
  const asked = inputs.filter((names) => names.includes('cursor')).flat()
  expect(new Set(asked).size).toBeGreaterThan(10)
  const known = new Set<string>([...auditFields, 'cursor', 'limit'])
  expect([...new Set(asked)].filter((name) => !known.has(name))).toEqual([])
})
