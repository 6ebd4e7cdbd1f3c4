import { expect, test } from 'vitest'

import { isLiveAddress, readLiveAddress } from './live-address.ts'

test.each([
  ['mysql://reader@db.example.com/panel', { host: 'db.example.com', port: 3306, socket: null, tls: 'verified' }],
  ['mariadb://reader@127.0.0.1:3307/panel', { host: '127.0.0.1', port: 3307, tls: 'off' }],
  ['mysql://reader@[::1]/panel', { host: '::1', tls: 'off' }],
  ['mysql://reader@localhost/panel?socket=/run/mysqld/mysqld.sock', { socket: '/run/mysqld/mysqld.sock', tls: 'off' }],
  ['mysql://reader@10.0.0.8/panel?tls=off', { host: '10.0.0.8', tls: 'off' }],
  ['mysql://re%40der@10.0.0.8/panel?tls=unverified', { user: 're@der', tls: 'unverified' }],
])('%s is an address', (text, parts) => {
  expect(isLiveAddress(text)).toBe(true)
  expect(readLiveAddress(text)).toMatchObject({ user: 'reader', database: 'panel', ...parts })
})

test.each([
  ['mysql://reader:hunter2secret@host/panel', 'No password in an address'],
  ['mysql://host/panel', 'An address is'],
  ['mysql://reader@host', 'An address is'],
  ['mysql://reader@host/a/b', 'An address is'],
  ['mysql://%ff@host/panel', 'An address is'],
  ['mysql:', 'An address is'],
  ['mysql://reader@host/panel?tls=maybe', '?socket='],
  ['mysql://reader@host/panel?password=hunter2secret', '?socket='],
])('%s is refused, and not repeated', (text, says) => {
  expect(() => readLiveAddress(text)).toThrow(says)
  expect(() => readLiveAddress(text)).not.toThrow('hunter2secret')
})

test('a file is no address', () => {
  expect(['panel.sql', '/tmp/mysql.sql', 'C:\\mysql'].some(isLiveAddress)).toBe(false)
})
