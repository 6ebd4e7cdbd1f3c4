import { expect, test } from 'vitest'

import { unpinnedOf } from './shown-certificate.ts'

const [ONE, OTHER] = ['1'.repeat(64), '2'.repeat(64)]
const node = (changes: object) => ({
  protocol: 'trojan' as const,
  connection: 'uniproxy' as const,
  isDemo: false,
  settings: {},
  lookCertSha256: null,
  ...changes,
})

test.each([
  ['a certificate that others signed', {}, null],
  ['one that only the node signed', { lookCertSha256: ONE }, { seen: ONE }],
  ['one that the node makes itself, not seen yet', { settings: { certMode: 'self' } }, { seen: null }],
  [
    'one that clients shall accept unseen',
    { protocol: 'hysteria2', settings: { allowInsecure: true } },
    { seen: null },
  ],
  ['the one that clients are held to', { settings: { certSha256: ONE }, lookCertSha256: ONE }, null],
  ['another one than clients are held to', { settings: { certSha256: ONE }, lookCertSha256: OTHER }, { seen: OTHER }],
  ['without TLS', { protocol: 'vless', settings: {}, lookCertSha256: ONE }, null],
  ['REALITY', { protocol: 'vless', settings: { security: 'reality' }, lookCertSha256: ONE }, null],
  ['of our agent, by a file', { connection: 'agent', lookCertSha256: ONE }, { seen: ONE }],
  // Its agent tells it, and the pin follows by itself.
  ['of our agent, made by itself', { connection: 'agent', settings: { certMode: 'self' }, lookCertSha256: ONE }, null],
  ['of the sandbox', { isDemo: true, settings: { allowInsecure: true } }, null],
])('what apps are not told of the certificate: %s', (_name, changes, expected) => {
  expect(unpinnedOf(node(changes))).toEqual(expected)
})
