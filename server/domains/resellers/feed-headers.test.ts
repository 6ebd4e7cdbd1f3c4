import { expect, test } from 'vitest'

import { findFeedHeaderProblem, headerValue, readFeedHeader } from './feed-headers.ts'

const problemOf = (...lines: string[]) => findFeedHeaderProblem(lines)

test('takes headers that clients read, with values of any language', () => {
  expect(problemOf()).toBeNull()
  expect(
    problemOf(
      'routing: eyJuYW1lIjoi6KeE5YiZIn0=',
      'routing-enable: 1',
      'announce: 周末维护，请留意',
      'announce-url: https://shop.example/news?a=1#b',
      'x-shop:value',
      `providerid: ${'a'.repeat(1500)}`,
    ),
  ).toBeNull()
  expect(readFeedHeader('announce-url:  https://shop.example:8443/ ')).toEqual({
    name: 'announce-url',
    value: 'https://shop.example:8443/',
  })
})

test('letters beyond ASCII are in base64 behind the mark that clients know', () => {
  expect(headerValue('plain ~ text')).toBe('plain ~ text')
  const coded = headerValue('海豚 & co')
  expect(coded).toMatch(/^base64:[A-Za-z0-9+/]+=*$/)
  expect(Buffer.from(coded.slice('base64:'.length), 'base64').toString()).toBe('海豚 & co')
})

test.each([
  'set-cookie',
  'set-cookie2',
  'cookie',
  'content-type',
  'content-length',
  'content-encoding',
  'content-security-policy',
  'transfer-encoding',
  'connection',
  'keep-alive',
  'upgrade',
  'te',
  'trailer',
  'proxy-authenticate',
  'location',
  'refresh',
  'link',
  'host',
  'via',
  'vary',
  'date',
  'server',
  'cache-control',
  'expires',
  'etag',
  'age',
  'strict-transport-security',
  'x-frame-options',
  'x-content-type-options',
  'x-xss-protection',
  'referrer-policy',
  'permissions-policy',
  'access-control-allow-origin',
  'cross-origin-opener-policy',
  'clear-site-data',
  'www-authenticate',
  'authorization',
  'alt-svc',
  'report-to',
  'nel',
  'service-worker-allowed',
  'sec-fetch-mode',
  'x-accel-redirect',
  'x-sendfile',
  'x-forwarded-host',
  'x-request-id',
  'retry-after',
  'new-url',
  'moved-permanently-to',
  'fallback-url',
])('refuses %s', (name) => {
  expect(problemOf(`${name}: 1`)).toContain(name)
})

test.each([
  ['no colon', 'announce', 'a name, a colon and a value'],
  ['no name', ': value', 'a name, a colon and a value'],
  ['nothing', '', 'a name, a colon and a value'],
  ['capitals', 'Announce: a', 'small letters'],
  ['a blank in the name', 'x shop: a', 'small letters'],
  ['a blank before the colon', 'x-shop : a', 'small letters'],
  ['another alphabet', 'х-shop: a', 'small letters'],
  ['a long name', `${'a'.repeat(41)}: a`, 'small letters'],
  ['a hyphen at the end', 'x-: a', 'small letters'],
  ['no value', 'x-shop: ', '1 to 1500'],
  ['a long value', `x-shop: ${'a'.repeat(1501)}`, '1 to 1500'],
  ['a line break', 'x-shop: a\nb: c', 'line break'],
  ['a return', 'x-shop: a\rb', 'line break'],
  ['a break of a line that only Unicode has', 'x-shop: a\u2028b', 'line break'],
  ['a zero byte', 'x-shop: a\0b', 'line break'],
  ['a turned text', 'x-shop: a\u202Eb', 'line break'],
  ['half a letter', 'x-shop: \uD83D', 'line break'],
])('refuses %s', (_what, line, problem) => {
  expect(problemOf('routing: ok', line)).toContain(problem)
  expect(readFeedHeader(line)).toBeNull()
})

test('refuses too many, one twice, and more than a proxy takes', () => {
  expect(problemOf(...Array.from({ length: 11 }, (_, n) => `x-shop-${n}: 1`))).toBe('up to 10 headers')
  expect(problemOf('x-shop: 1', 'x-shop: 2')).toBe('x-shop is there twice')
  expect(problemOf(`x-one: ${'a'.repeat(1500)}`, `x-two: ${'a'.repeat(500)}`)).toContain('2000 bytes')
  expect(problemOf(`announce: ${'鱼'.repeat(600)}`)).toContain('2000 bytes')
})
