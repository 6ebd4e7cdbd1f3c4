import { createECDH, createPublicKey, verify } from 'node:crypto'
import { expect, test } from 'vitest'

import { vapidKeys } from './vapid-keys.ts'
import { areKeysSound, authorization, encrypt } from './wire.ts'

test('encrypts as the example of RFC 8291', () => {
  const ours = createECDH('prime256v1')
  ours.setPrivateKey(Buffer.from('yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw', 'base64url'))
  const target = {
    p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
    auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  }
  const salt = Buffer.from('DGv6ra1nlYgDCS1FRnbzlw', 'base64url')
  expect(encrypt(target, 'When I grow up, I want to be a watermelon', { salt, ours }).toString('base64url')).toBe(
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
  )
  expect(areKeysSound(target)).toBe(true)
  expect(areKeysSound({ ...target, p256dh: `B${'A'.repeat(86)}` })).toBe(false)
  expect(areKeysSound({ ...target, auth: 'AAAA' })).toBe(false)
})

test('signs for the origin of the push service, with the same key in every process', () => {
  const derivingKey = Buffer.from('one secret of the installation')
  const keys = vapidKeys({ derivingKey })
  expect(vapidKeys({ derivingKey: Buffer.from(derivingKey) }).getPublicKey('hex')).toBe(keys.getPublicKey('hex'))
  expect(vapidKeys({ derivingKey: Buffer.from('another one') }).getPublicKey('hex')).not.toBe(keys.getPublicKey('hex'))
  const now = new Date('2026-11-17T00:00:00Z')
  const header = authorization('https://push.example/send/abc', { keys, subject: 'mailto:a@example.com', now })
  const [, head, claims, signature, key] = /^vapid t=([^.]+)\.([^.]+)\.([^,]+), k=(.+)$/.exec(header)!
  expect(key).toBe(keys.getPublicKey('base64url'))
  expect(JSON.parse(Buffer.from(claims!, 'base64url').toString())).toEqual({
    aud: 'https://push.example',
    exp: now.getTime() / 1000 + 12 * 3600,
    sub: 'mailto:a@example.com',
  })
  const point = Buffer.from(key!, 'base64url')
  const [x, y] = [point.subarray(1, 33).toString('base64url'), point.subarray(33).toString('base64url')]
  const publicKey = createPublicKey({ format: 'jwk', key: { kty: 'EC', crv: 'P-256', x, y } })
  const signed = { key: publicKey, dsaEncoding: 'ieee-p1363' } as const
  expect(verify('sha256', Buffer.from(`${head}.${claims}`), signed, Buffer.from(signature!, 'base64url'))).toBe(true)
})
