import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'

import { hashCount } from '../../platform/secrets/passwords.ts'
import { bcryptRounds, verifyStored, wrapOldDigest, type OldKind } from './old-digests.ts'

const hex = (algorithm: string, text: string) => createHash(algorithm).update(text).digest('hex')

async function store(passwordKind: OldKind, digest: string, salt: string | null = null) {
  const passwordSalt = passwordKind === 'bcrypt' ? digest.slice(0, 29) : salt
  return { passwordHash: await wrapOldDigest(passwordKind, digest), passwordKind, passwordSalt }
}

/** The first is in PHP's manual, the others are published with the program that PHP's is made of. */
const BCRYPT: [password: string, digest: string][] = [
  ['rasmuslerdorf', '$2y$07$BCryptRequires22Chrcte/VlQH0piJtjXl.0t1XkA8pw9dMXTpOq'],
  ['U*U', '$2a$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW'],
  ['U*U*U', '$2a$05$XXXXXXXXXXXXXXXXXXXXXOAcXxm9kjPGEMsLznoKqmqw7tc8WCx4a'],
  ['', '$2a$05$CCCCCCCCCCCCCCCCCCCCC.7uG0VCzI2bS7j6ymqJi9CdcdxiRTWNy'],
]

test.each(BCRYPT)('bcrypt of "%s" matches only that password', async (password, digest) => {
  const stored = await store('bcrypt', digest)
  expect(await verifyStored(stored, password)).toBe(true)
  expect(await verifyStored(stored, `${password}x`)).toBe(false)
  expect(await verifyStored(stored, digest)).toBe(false)
})

test('bcrypt reads 72 bytes and no further, and ends at a zero byte, as the old panels do', async () => {
  const first = '0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'
  const stored = await store('bcrypt', '$2a$05$abcdefghijklmnopqrstuu5s2v8.iXieOjg/.AySBTTZIIVFJeBui')
  expect(await verifyStored(stored, `${first}chars after 72 are ignored`)).toBe(true)
  expect(await verifyStored(stored, first)).toBe(true)
  expect(await verifyStored(stored, first.slice(0, 71))).toBe(false)
  const short = await store('bcrypt', BCRYPT[1]![1])
  expect(await verifyStored(short, 'U*U\0more')).toBe(true)
})

const PASSWORD = '河流 river 42'
const QUICK: [kind: OldKind, digest: string, salt: string | null][] = [
  ['md5', hex('md5', PASSWORD), null],
  ['sha256', hex('sha256', PASSWORD), null],
  ['md5salt', hex('md5', `${PASSWORD}s4lt`), 's4lt'],
  ['sha256salt', hex('sha256', `${PASSWORD}s4lt`), 's4lt'],
]

test.each(QUICK)('%s matches only its own password, never its digest', async (kind, digest, salt) => {
  const stored = await store(kind, digest, salt)
  expect(stored.passwordHash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(await verifyStored(stored, PASSWORD)).toBe(true)
  expect(await verifyStored(stored, `${PASSWORD} `)).toBe(false)
  expect(await verifyStored(stored, digest)).toBe(false)
  if (salt) expect(await verifyStored({ ...stored, passwordSalt: 'other' }, PASSWORD)).toBe(false)
})

test('a cost that nobody could wait for matches nothing and does no work', async () => {
  const digest = BCRYPT[0]![1].replace('$07$', '$31$')
  const before = bcryptRounds.value
  expect(await verifyStored(await store('bcrypt', digest), 'rasmuslerdorf', { slowestCost: 4 })).toBe(false)
  expect(bcryptRounds.value - before).toBe(2 ** 4)
  expect(await verifyStored(null, 'rasmuslerdorf', { slowestCost: null })).toBe(false)
})

test('every wrong password costs one hash and as many rounds as the slowest kind', async () => {
  const accounts = [
    null,
    { passwordHash: await wrapOldDigest('md5', 'plain'), passwordKind: null, passwordSalt: null },
    await store('md5', hex('md5', PASSWORD)),
    await store('bcrypt', BCRYPT[1]![1]),
    await store('bcrypt', BCRYPT[0]![1]),
  ]
  for (const stored of accounts) {
    const before = [hashCount.value, bcryptRounds.value]
    expect(await verifyStored(stored, 'wrong', { slowestCost: 7 })).toBe(false)
    expect([hashCount.value - before[0]!, bcryptRounds.value - before[1]!]).toEqual([1, 2 ** 7])
  }
})
