import { createChallenge, verifySolution, type Challenge, type Payload } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { randomInt } from 'node:crypto'

import { limits } from '../../../../contract/limits.ts'
import type { Ctx } from '../../../platform/context.ts'
import { hmac } from '../../../platform/secrets/crypto.ts'

type PowCtx = Pick<Ctx, 'now' | 'config'>

/**
 * A step takes 0.3 ms on a core with SHA instructions and 1.2 ms on one without (measured), so the longest search stays
 * under a second on two old cores. Five times the cost made such a browser wait up to eight seconds.
 */
const STEPS = { from: 200, to: 800 }
const COST = 1000

export function createProofOfWork(ctx: PowCtx): Promise<Challenge> {
  return createChallenge({
    algorithm: 'PBKDF2/SHA-256',
    cost: COST,
    counter: randomInt(STEPS.from, STEPS.to + 1),
    deriveKey,
    expiresAt: new Date(ctx.now.getTime() + limits.captchaTtlMs),
    ...secretsOf(ctx),
  })
}

/**
 * The id under which a solved challenge is spent, or null. Uses the signature as the id: payload and counter can be
 * changed and still verify.
 */
export async function checkProofOfWork(ctx: PowCtx, captcha: string): Promise<string | null> {
  const payload = parsePayload(captcha)
  const { expiresAt } = payload?.challenge.parameters ?? {}
  // The library compares with the system's clock and accepts a challenge without expiry.
  if (!payload || typeof expiresAt !== 'number' || expiresAt * 1000 <= ctx.now.getTime()) return null
  try {
    const { verified } = await verifySolution({ ...payload, deriveKey, ...secretsOf(ctx) })
    return verified === true ? (payload.challenge.signature ?? null) : null
  } catch {
    // Fields have other types than the library expects.
    return null
  }
}

function parsePayload(text: string): Payload | null {
  try {
    const payload = JSON.parse(Buffer.from(text, 'base64').toString('utf8')) as Partial<Payload> | null
    const { challenge, solution } = payload ?? {}
    return challenge?.parameters && typeof challenge.signature === 'string' && solution ? { challenge, solution } : null
  } catch {
    return null
  }
}

function secretsOf({ config }: Pick<PowCtx, 'config'>) {
  return {
    hmacSignatureSecret: hmac(config.secretKey, 'captcha', 'challenge').toString('hex'),
    hmacKeySignatureSecret: hmac(config.secretKey, 'captcha', 'key').toString('hex'),
  }
}
