import { createChallenge, solveChallenge, type Challenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { afterEach, expect, test } from 'vitest'

import { api } from '../../../../contract/api.ts'
import { limits } from '../../../../contract/limits.ts'
import { clock } from '../../../platform/clock.ts'
import { hmac } from '../../../platform/secrets/crypto.ts'
import { makeApp } from '../../../test/run/make-app.ts'
import { drawCode, drawPixels } from './draw-code.ts'
import { glyphs } from './glyphs.ts'
import { signImageId } from './image-code.ts'
import { verifyCaptcha } from './verify-captcha.ts'

const { call, db, config } = await makeApp()
const ctx = () => ({ db, config, now: clock.now() })
afterEach(() => clock.reset())

type Json = Record<string, unknown>
const pack = (challenge: unknown, solution: unknown) =>
  Buffer.from(JSON.stringify({ challenge, solution })).toString('base64')

async function solve(challenge: Challenge): Promise<string> {
  return pack(challenge, await solveChallenge({ challenge, deriveKey }))
}

/** Made as the server makes them, but with few steps: solving a real one takes a second. */
function quickChallenge(extra: object = {}): Promise<Challenge> {
  return createChallenge({
    algorithm: 'PBKDF2/SHA-256',
    cost: 10,
    counter: 3,
    deriveKey,
    expiresAt: new Date(clock.now().getTime() + limits.captchaTtlMs),
    hmacSignatureSecret: hmac(config.secretKey, 'captcha', 'challenge').toString('hex'),
    hmacKeySignatureSecret: hmac(config.secretKey, 'captcha', 'key').toString('hex'),
    ...extra,
  })
}

async function askPow(): Promise<Challenge> {
  const { data } = await call(api.sessions.captcha, {})
  if (data.kind !== 'pow') throw new Error('not a proof of work')
  return data.challenge as Challenge
}

test('a real challenge can be solved and passes exactly once', async () => {
  const challenge = await askPow()
  expect(challenge.parameters).toMatchObject({ algorithm: 'PBKDF2/SHA-256', cost: 1000 })
  const captcha = await solve(challenge)
  expect(captcha.length).toBeLessThan(4096)
  expect(await verifyCaptcha(ctx(), captcha)).toBe(true)
  expect(await verifyCaptcha(ctx(), captcha)).toBe(false)
})

test('changing the payload or the counter does not make a used proof fresh', async () => {
  const challenge = await quickChallenge()
  const solution = (await solveChallenge({ challenge, deriveKey }))!
  expect(await verifyCaptcha(ctx(), pack(challenge, solution))).toBe(true)
  const reordered = { signature: challenge.signature, parameters: challenge.parameters, extra: 1 }
  expect(await verifyCaptcha(ctx(), pack(reordered, { ...solution, counter: 99, time: 1 }))).toBe(false)
})

test('only one of several parallel uses passes', async () => {
  const captcha = await solve(await quickChallenge())
  const passed = await Promise.all(Array.from({ length: 20 }, () => verifyCaptcha(ctx(), captcha)))
  expect(passed.filter(Boolean)).toHaveLength(1)
})

test('a proof expires after five minutes', async () => {
  const [early, late] = [await solve(await quickChallenge()), await solve(await quickChallenge())]
  clock.shift(limits.captchaTtlMs - 20_000)
  expect(await verifyCaptcha(ctx(), early)).toBe(true)
  clock.shift(21_000)
  expect(await verifyCaptcha(ctx(), late)).toBe(false)
})

test('refuses a challenge that is not ours, easier or without expiry', async () => {
  const ours = await quickChallenge()
  const solution = await solveChallenge({ challenge: ours, deriveKey })
  const changed = (parameters: Json) => pack({ ...ours, parameters: { ...ours.parameters, ...parameters } }, solution)
  const strange = await quickChallenge({ hmacSignatureSecret: 'x'.repeat(32), hmacKeySignatureSecret: 'y'.repeat(32) })
  const { expiresAt: _, ...endless } = (await quickChallenge()).parameters
  const tries = [
    await solve(strange),
    changed({ cost: 1 }),
    changed({ keyPrefix: '00' }),
    changed({ expiresAt: 4_000_000_000 }),
    pack({ ...ours, parameters: endless }, solution),
    pack({ parameters: ours.parameters }, solution),
  ]
  for (const captcha of tries) expect(await verifyCaptcha(ctx(), captcha)).toBe(false)
  expect(await verifyCaptcha(ctx(), pack(ours, solution))).toBe(true)
})

test.each([
  '',
  'x',
  'null',
  Buffer.from('null').toString('base64'),
  Buffer.from('[]').toString('base64'),
  Buffer.from('{"challenge":{"parameters":1,"signature":"x"},"solution":{}}').toString('base64'),
  Buffer.from('{"challenge":{"parameters":{"expiresAt":9999999999},"signature":"x"},"solution":null}').toString(
    'base64',
  ),
  'img',
  'img..',
  'img.x.y',
  `img.${'A'.repeat(115)}.ABCDE`,
  'A'.repeat(4096),
])('refuses garbage %# without an error', async (captcha) => {
  expect(await verifyCaptcha(ctx(), captcha)).toBe(false)
})

test('a picture allows one try, right or wrong', async () => {
  const id = signImageId(ctx(), 'ACEFH')
  expect(await verifyCaptcha(ctx(), `img.${id}.WRONG`)).toBe(false)
  expect(await verifyCaptcha(ctx(), `img.${id}.ACEFH`)).toBe(false)
  const other = signImageId(ctx(), 'ACEFH')
  expect(await verifyCaptcha(ctx(), `img.${other}.acefh `)).toBe(true)
  expect(await verifyCaptcha(ctx(), `img.${other}.ACEFH`)).toBe(false)
})

test('parallel guesses at one picture count as one try', async () => {
  const countSpent = async () => (await db.kysely.selectFrom('spentProofs').select('id').execute()).length
  const before = await countSpent()
  const id = signImageId(ctx(), 'ACEFH')
  const guesses = [...Array.from({ length: 19 }, (_, index) => `WRON${index}`), 'ACEFH']
  const passed = await Promise.all(guesses.map((guess) => verifyCaptcha(ctx(), `img.${id}.${guess}`)))
  expect(await countSpent()).toBe(before + 1)
  expect(passed.filter(Boolean).length).toBeLessThanOrEqual(1)
})

test('a picture expires after five minutes and cannot be altered', async () => {
  const id = signImageId(ctx(), 'ACEFH')
  const bytes = Buffer.from(id, 'base64url')
  bytes[20] = (bytes[20] ?? 0) ^ 1
  expect(await verifyCaptcha(ctx(), `img.${bytes.toString('base64url')}.ACEFH`)).toBe(false)
  clock.shift(limits.captchaTtlMs + 1)
  expect(await verifyCaptcha(ctx(), `img.${id}.ACEFH`)).toBe(false)
})

test('the picture call returns an image that does not reveal its answer', async () => {
  const { status, data } = await call(api.sessions.captcha, { kind: 'image' })
  expect(status).toBe(200)
  if (data.kind !== 'image') throw new Error('not a picture')
  const [type, bytes] = data.image.split(';base64,')
  expect(type).toBe('data:image/png')
  const png = Buffer.from(bytes!, 'base64')
  expect([png.toString('latin1', 1, 4), png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual(['PNG', 360, 128])
  expect(png.length).toBeLessThan(20_000)
  expect((await call(api.sessions.captcha, { kind: 'sound' as never })).status).toBe(400)
})

test('letters are dark and lines are pale, so that no line looks like a part of a letter', () => {
  const darkest = (answer: string) => Math.min(...drawPixels(answer))
  for (let count = 0; count < 12; count += 1) {
    expect(darkest('')).toBeGreaterThan(150)
    expect(darkest('HKRXA')).toBeLessThan(60)
  }
})

test('every letter stays in its own part of the picture', () => {
  const darkIn = (answer: string, part: number) =>
    drawPixels(answer).filter((level, at) => level < 90 && Math.floor(((at % 360) - 16) / 65.6) === part).length
  for (const letter of Object.keys(glyphs)) {
    expect([letter, darkIn(` ${letter}   `, 1) > 400, darkIn(` ${letter}   `, 3)]).toEqual([letter, true, 0])
  }
  expect(Object.keys(glyphs)).toHaveLength(20)
})

test('the same code never gives the same picture', () => {
  expect(new Set(Array.from({ length: 12 }, () => drawCode('HHHHH'))).size).toBe(12)
})
