import { expect, it } from 'vitest'

import { maskAddress } from './mask.ts'

it.each([
  ['fisherman@example.com', 'f***@example.com'],
  ['a@b.cn', 'a***@b.cn'],
  ['"odd@name"@example.com', '"***@example.com'],
  ['@example.com', '***'],
  ['', '***'],
])('masks %s as %s', (address, masked) => {
  expect(maskAddress(address)).toBe(masked)
})
