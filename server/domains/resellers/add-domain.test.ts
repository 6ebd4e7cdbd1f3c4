import { expect, test } from 'vitest'

import { readHost } from './add-domain.ts'

test.each([
  ['app.example.com', 'app.example.com'],
  [' App.Example.COM. ', 'app.example.com'],
  ['鱼线.example', 'xn--on0az22d.example'],
  ['xn--on0az22d.example', 'xn--on0az22d.example'],
  ['a-b.c1.example', 'a-b.c1.example'],
])('reads "%s" as the host %s', (text, host) => {
  expect(readHost(text)).toBe(host)
})

test.each([
  '',
  'localhost',
  '10.0.0.1',
  '1.2.3.4.5',
  '[::1]',
  'a.example:8443',
  'https://a.example',
  'a.example/path',
  'a.example?x',
  'a.example#x',
  'a.example\\x',
  'a%2e.example',
  'user@a.example',
  '*.example.com',
  'a..example',
  '-a.example',
  'a_b.example',
  `${'a'.repeat(64)}.example`,
  `${'a.'.repeat(130)}example`,
])('refuses "%s"', (text) => {
  expect(readHost(text)).toBeNull()
})
