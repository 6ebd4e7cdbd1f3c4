import { expect, test } from 'vitest'

import { isPublicAddress } from './public-address.ts'

test.each(['1.1.1.1', '8.8.8.8', '100.63.255.255', '172.32.0.1', '192.169.0.1', '223.255.255.255'])(
  '%s is public',
  (address) => expect(isPublicAddress(address)).toBe(true),
)

test.each(['2606:4700:4700::1111', '2400:cb00::1', '2001:4860:4860::8888', '2A00:1450:4001::200e'])(
  '%s is public',
  (address) => expect(isPublicAddress(address)).toBe(true),
)

test.each([
  '0.0.0.0',
  '0.1.2.3',
  '10.0.0.1',
  '100.64.0.1',
  '127.0.0.1',
  '127.255.255.254',
  '169.254.169.254',
  '172.16.0.1',
  '172.31.255.255',
  '192.0.0.1',
  '192.0.2.1',
  '192.168.1.1',
  '198.18.0.1',
  '198.51.100.1',
  '203.0.113.1',
  '224.0.0.1',
  '240.0.0.1',
  '255.255.255.255',
])('IPv4 %s is not public', (address) => expect(isPublicAddress(address)).toBe(false))

test.each([
  '::',
  '::1',
  '0:0:0:0:0:0:0:1',
  '::127.0.0.1',
  '::ffff:127.0.0.1',
  '::ffff:7f00:1',
  '::ffff:10.0.0.1',
  '::ffff:8.8.8.8',
  '64:ff9b::7f00:1',
  '64:ff9b::10.0.0.1',
  '64:ff9b:1::1',
  '100::1',
  '2001::1',
  '2001:10::1',
  '2001:db8::1',
  '2002:7f00:1::',
  '2002:c0a8:101::1',
  '3fff::1',
  'fc00::1',
  'fd12:3456::1',
  'fe80::1',
  'fe80::1%eth0',
  '2606:4700::1%eth0',
  'fec0::1',
  'ff02::1',
])('IPv6 %s is not public', (address) => expect(isPublicAddress(address)).toBe(false))

test.each(['', 'localhost', '127.1', '0x7f000001', '2130706433', '1.1.1', '[::1]', '1.1.1.1:80'])(
  '"%s" is not an address',
  (text) => expect(isPublicAddress(text)).toBe(false),
)
