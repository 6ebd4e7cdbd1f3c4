import { expect, test } from 'vitest'

import { randomNonce, randomToken } from './crypto.ts'

test('hands out no random bytes twice, however large the pieces', () => {
  const sizes = [12, 16, 32, 4000, 5000]
  const taken = Array.from({ length: 2_000 }, (_, at) => Buffer.from(randomToken(sizes[at % 5]), 'base64url'))
  expect(taken.map((bytes) => bytes.length)).toEqual(taken.map((_, at) => sizes[at % 5]))
  const pieces = taken.flatMap((bytes) =>
    Array.from({ length: Math.floor(bytes.length / 12) }, (_, at) => bytes.toString('hex', at * 12, at * 12 + 12)),
  )
  expect(new Set(pieces).size).toBe(pieces.length)
})

test('a nonce has 128 bits and differs each time', () => {
  const nonces = Array.from({ length: 1_000 }, randomNonce)
  expect(nonces.every((nonce) => /^[\w+/]{22}==$/.test(nonce))).toBe(true)
  expect(new Set(nonces).size).toBe(1_000)
})
