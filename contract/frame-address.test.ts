import { expect, test } from 'vitest'

import { foreignPage } from './frame-address.ts'

const OWN = ['https://portal.example', 'http://127.0.0.1:3000']

test.each([
  ['https://help.example', 'https://help.example/'],
  ['https://help.example:8443/a?b=c#d', 'https://help.example:8443/a?b=c#d'],
  ['https://HELP.example/', 'https://help.example/'],
  ['https://客服.example/', 'https://xn--ubtq9x.example/'],
  ['https://not-portal.example/', 'https://not-portal.example/'],
])('allows %s in a frame', (text, href) => {
  expect(foreignPage(text, OWN)?.href).toBe(href)
})

test.each([
  ['a script', 'javascript:alert(1)'],
  ['a script in disguise', 'java\nscript:alert(1)'],
  ['a page in the address', 'data:text/html,<b>x</b>'],
  ['a blob', 'blob:https://help.example/1'],
  ['plain http', 'http://help.example/'],
  ['a login', 'https://user:pass@help.example/'],
  ['a user', 'https://user@help.example/'],
  ['our own origin', 'https://portal.example/user'],
  ['our own origin with its port', 'https://portal.example:443/'],
  ['every host', 'https://*/'],
  ['every host of a zone', 'https://*.example/'],
  ['a second directive', 'https://help.example;sandbox/'],
  ['a second source', 'https://help.example,evil.example/'],
  ['a header of its own', 'https://help.example/\r\nset-cookie: a=b'],
  ['a machine beside us', 'https://localhost/'],
  ['an address in brackets', 'https://[::1]/'],
  ['a path of ours', '/hosted/help'],
  ['nothing', ''],
  ['a book', `https://help.example/${'x'.repeat(2000)}`],
])('%s may not', (_what, text) => {
  expect(foreignPage(text, OWN)).toBeNull()
})
