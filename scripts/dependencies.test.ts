import { expect, test } from 'vitest'

import { findLicences, licences, readAudit } from './dependencies.ts'

test('every locked package has an allowed licence, and another one is named', () => {
  expect(licences().output).toBe('')
  const packages = {
    '': {},
    'node_modules/a': { license: '(GPL-3.0-only OR MIT)' },
    'node_modules/b': { license: 'MIT AND GPL-3.0-only' },
    'node_modules/c': {},
  }
  expect(findLicences({ packages }).problems).toEqual(['node_modules/b: MIT AND GPL-3.0-only', 'node_modules/c: none'])
})

test('a registry that does not tell is no clean bill', () => {
  const told = (found: object) => `npm warn x\n${JSON.stringify({ metadata: { vulnerabilities: found } }, null, 2)}\n`
  expect(readAudit(told({ moderate: 2, total: 2 }))).toMatchObject({ ok: true })
  expect(readAudit(told({ high: 1, total: 3 }))).toEqual({
    name: 'known weaknesses of packages: 3, 1 of them high or critical',
    ok: false,
  })
  for (const nothing of ['', 'found 0 vulnerabilities', '{\n  "statusCode": 405\n}\n']) {
    expect(readAudit(nothing)).toMatchObject({ ok: true, name: expect.stringContaining('not asked') })
  }
})
