import { expect, it } from 'vitest'

import { rowsBehind } from './rows-behind.ts'

const window = { from: '2026-06-01', to: '2026-11-19' }

it.each([
  ['month', '2026-02', undefined, '/users?boughtFrom=2026-02-01&boughtTo=2026-02-28'],
  ['month', '2028-02', 'renewed=true', '/users?boughtFrom=2028-02-01&boughtTo=2028-02-29&renewed=true'],
  ['package', '7', undefined, '/users?boughtFrom=2026-06-01&boughtTo=2026-11-19&firstPackage=7'],
  ['inviter', '12', 'state=active', '/users?boughtFrom=2026-06-01&boughtTo=2026-11-19&inviter=12&state=active'],
] as const)('the users of %s %s (%s)', (by, key, more, address) => {
  expect(rowsBehind(by, key, window)(more)).toBe(address)
})
