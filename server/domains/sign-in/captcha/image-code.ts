import { randomBytes, randomInt } from 'node:crypto'

import { limits } from '../../../../contract/limits.ts'
import type { Ctx } from '../../../platform/context.ts'
import { equalBytes, hmac } from '../../../platform/secrets/crypto.ts'
import { drawCode } from './draw-code.ts'
import { glyphs } from './glyphs.ts'

type ImageCtx = Pick<Ctx, 'now' | 'config'>
export type ImageCode = { id: string; image: string }

const NONCE_BYTES = 16
const TIME_BYTES = 6
const MAC_BYTES = 32
const ID_BYTES = NONCE_BYTES + TIME_BYTES + 2 * MAC_BYTES

/** A picture, and an id that carries a keyed hash of the answer: nothing is stored until somebody answers. */
export function createImageCode(ctx: ImageCtx): ImageCode {
  const characters = Object.keys(glyphs)
  const answer = Array.from({ length: limits.imageCodeLength }, () => characters[randomInt(characters.length)]).join('')
  return { id: signImageId(ctx, answer), image: drawCode(answer) }
}

/** Separate from the picture, so that a test can choose the answer. */
export function signImageId({ now, config }: ImageCtx, answer: string): string {
  const nonce = randomBytes(NONCE_BYTES)
  const expiresAt = Buffer.alloc(TIME_BYTES)
  expiresAt.writeUIntBE(now.getTime() + limits.captchaTtlMs, 0, TIME_BYTES)
  const claims = Buffer.concat([nonce, expiresAt, answerMac(config.secretKey, nonce, answer)])
  return Buffer.concat([claims, claimsMac(config.secretKey, claims)]).toString('base64url')
}

export type ImageTry = { nonce: string; isRight: boolean }

/**
 * Null for an id that we did not sign or that is too old. The caller spends the nonce first: there is exactly one try.
 */
export function readImageTry({ now, config }: ImageCtx, id: string, answer: string): ImageTry | null {
  const bytes = Buffer.from(id, 'base64url')
  if (bytes.length !== ID_BYTES) return null
  const claims = bytes.subarray(0, ID_BYTES - MAC_BYTES)
  if (!equalBytes(claimsMac(config.secretKey, claims), bytes.subarray(claims.length))) return null
  const nonce = claims.subarray(0, NONCE_BYTES)
  if (claims.readUIntBE(NONCE_BYTES, TIME_BYTES) <= now.getTime()) return null
  const wanted = claims.subarray(NONCE_BYTES + TIME_BYTES)
  const shown = answerMac(config.secretKey, nonce, answer.trim().toUpperCase())
  return { nonce: nonce.toString('base64url'), isRight: equalBytes(wanted, shown) }
}

function answerMac(secret: Buffer, nonce: Buffer, answer: string): Buffer {
  return hmac(secret, 'image-answer', `${nonce.toString('base64url')}.${answer}`)
}

function claimsMac(secret: Buffer, claims: Buffer): Buffer {
  return hmac(secret, 'image-id', claims.toString('base64url'))
}
