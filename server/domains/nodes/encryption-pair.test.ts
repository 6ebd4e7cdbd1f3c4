import { expect, test } from 'vitest'

import { encryptionParts } from '../../../contract/vless-encryption.ts'
import { makeEncryptionPair } from '../../test/build/encryption-pair.ts'
import { belongTogether } from './encryption-pair.ts'
import { findNodeProblems, type NodeWish } from './node-fields.ts'

const wish: NodeWish = {
  resellerId: null,
  name: '香港',
  names: {},
  region: 'HK',
  address: 'hk1.example',
  port: 443,
  protocol: 'vless',
  connection: 'agent',
  ratePercent: 100,
  capacity: 10,
  speedMbps: 100,
  suits: [],
  settings: {},
  secrets: null,
}
const problemsOf = (encryption: unknown, decryption: string | null, settings: object = {}, more: object = {}) =>
  findNodeProblems({
    ...wish,
    settings: { ...(encryption === null ? {} : { encryption }), ...settings },
    secrets: decryption === null ? null : { decryption },
    ...more,
  })

/** The pair of Alice in RFC 7748, in the form of `xray vlessenc`. */
const SECRET = '77076d0a7318a57d3c16c17251b26645df4c2f87ebc0992ab177fba51db92c2a'
const KNOWN = '8520f0098930a754748b7ddcb43ef75a0dbf3a0d26381af4eba4a98eaa9b4e6a'
const inBase64 = (hex: string) => Buffer.from(hex, 'hex').toString('base64url')
const PRINTED = {
  decryption: `mlkem768x25519plus.native.600s.${inBase64(SECRET)}`,
  encryption: `mlkem768x25519plus.native.0rtt.${inBase64(KNOWN)}`,
}

test('takes both halves of a pair, of either kind of key and with padding', () => {
  for (const { encryption, decryption } of [
    PRINTED,
    makeEncryptionPair('x25519', 'xorpub'),
    makeEncryptionPair('ml-kem-768', 'random'),
  ]) {
    expect(problemsOf(encryption, decryption)).toEqual({})
  }
  const pad = (half: string, padding: string) => half.replace(/^((?:[^.]+\.){3})/, `$1${padding}.`)
  const padding = '100-111-1111.75-0-111.50-0-3333'
  const padded = pad(PRINTED.encryption, padding)
  expect(encryptionParts(padded).padding).toBe(padding)
  expect(problemsOf(padded, pad(PRINTED.decryption, '100-35-35'))).toEqual({})
  const twice = `${PRINTED.decryption}.${encryptionParts(makeEncryptionPair().decryption).keys.join('.')}`
  expect(belongTogether(PRINTED.encryption, twice)).toBe(false)
})

test('names what does not belong together', () => {
  const other = makeEncryptionPair()
  const long = makeEncryptionPair('ml-kem-768')
  const apart = { 'settings.encryption': expect.stringContaining('does not belong') }
  expect(problemsOf(PRINTED.encryption, other.decryption)).toEqual(apart)
  expect(problemsOf(long.encryption, PRINTED.decryption)).toEqual(apart)
  expect(problemsOf(long.encryption, makeEncryptionPair('ml-kem-768').decryption)).toEqual(apart)
  expect(problemsOf(PRINTED.encryption.replace('native', 'random'), PRINTED.decryption)).toEqual(apart)
  expect(problemsOf(PRINTED.encryption, null)).toEqual({ 'secrets.decryption': 'needed with encryption' })
  expect(problemsOf(null, PRINTED.decryption)).toEqual({ 'secrets.decryption': 'only with encryption' })
})

test.each([
  'none',
  '',
  PRINTED.decryption,
  PRINTED.encryption.replace('0rtt', '2rtt'),
  PRINTED.encryption.slice(0, -1),
  `${PRINTED.encryption}&flow=x`,
  PRINTED.encryption.replace('0rtt.', '0rtt.50-1-1.'),
  PRINTED.encryption.replace('native', 'loud'),
  `${PRINTED.encryption}\n`,
])('refuses %j as the half of clients', (encryption) => {
  expect(Object.keys(problemsOf(encryption, PRINTED.decryption))).toEqual(['settings.encryption'])
})

test('the half of clients is no half of a node', () => {
  expect(problemsOf(PRINTED.encryption, PRINTED.encryption)).toHaveProperty(['secrets.decryption'])
})

test('only vless by Xray has it; Vision goes with it without TLS', () => {
  const { encryption, decryption } = PRINTED
  expect(problemsOf(encryption, decryption, { flow: 'xtls-rprx-vision' })).toEqual({})
  expect(problemsOf(null, null, { flow: 'xtls-rprx-vision' })).toHaveProperty(['settings.flow'])
  expect(problemsOf(encryption, decryption, { engine: 'v2ray' })).toHaveProperty(['settings.engine'])
  expect(problemsOf(encryption, decryption, {}, { protocol: 'vmess' })).toEqual({
    'settings.encryption': 'is not known here',
  })
})
