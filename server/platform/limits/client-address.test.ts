import { expect, test } from 'vitest'

import { callerOf, knownAddress, networkOf } from './client-address.ts'

test.each([
  ['203.0.113.7', '203.0.113.7', '203.0.113'],
  ['::ffff:203.0.113.7', '203.0.113.7', '203.0.113'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2', '2001:db8:1'],
  ['2001:0DB8::1', '2001:db8:0:0', '2001:db8:0'],
  ['::1', '0:0:0:0', '0:0:0'],
  ['fe80::1%eth0', 'fe80:0:0:0', 'fe80:0:0'],
  ['garbage', 'unknown', 'unknown'],
  ['', 'unknown', 'unknown'],
])('%s counts as the caller %s in the network %s', (address, caller, network) => {
  expect(callerOf(address)).toBe(caller)
  expect(networkOf(address)).toBe(network)
})

test('what the database cannot store is not an address', () => {
  expect(knownAddress('fe80::1%eth0')).toBe('fe80::1')
  expect(knownAddress('1.2.3.4, 5.6.7.8')).toBeNull()
  expect(knownAddress('unknown')).toBeNull()
})
