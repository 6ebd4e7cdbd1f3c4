import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'

import { NONCE_TO_COME, preparePage } from './prepared-page.ts'

test.each([
  ['nothing', ''],
  ['one piece', '<p>海豚'.repeat(5000)],
  ['a nonce at both ends', `${NONCE_TO_COME}<style nonce="${NONCE_TO_COME}">鱼</style>${NONCE_TO_COME}`],
  ['nonces side by side', `a${NONCE_TO_COME}${NONCE_TO_COME}b`],
])('a page compressed in pieces is the same page: %s', (_name, filled) => {
  const page = preparePage(filled)
  for (const nonce of ['bm9uY2U=', 'another+nonce/of-any-length==']) {
    expect(page.text(nonce)).toBe(filled.replaceAll(NONCE_TO_COME, nonce))
    expect(gunzipSync(page.gzipped(nonce)).toString()).toBe(page.text(nonce))
  }
})

test('puts no nonce where a page itself names our placeholder', () => {
  expect(preparePage('<title>%NONCE%</title>').text('secret')).toBe('<title>%NONCE%</title>')
})
