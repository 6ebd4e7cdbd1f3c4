import type { Ctx } from '../../../platform/context.ts'
import { spendProof } from '../spend-proof.ts'
import { readImageTry } from './image-code.ts'
import { checkProofOfWork } from './proof-of-work.ts'

type CaptchaCtx = Pick<Ctx, 'db' | 'now' | 'config'>

const PICTURE_TRY = /^img\.([\w-]+)\.(.{1,20})$/

export function isPictureTry(captcha: string | undefined): boolean {
  return captcha !== undefined && PICTURE_TRY.test(captcha)
}

/**
 * Whether a `captcha` field holds a fresh proof: base64 of altcha's payload, or `img.<id>.<answer>`. Spends the proof,
 * so call it once and outside a transaction: a refusal that rolls back would make the proof fresh again.
 */
export async function verifyCaptcha(ctx: CaptchaCtx, captcha: string): Promise<boolean> {
  const image = PICTURE_TRY.exec(captcha)
  if (image) {
    const attempt = readImageTry(ctx, image[1]!, image[2]!)
    // Spend it before judging: only one of many parallel answers to one picture counts.
    return attempt !== null && (await spendProof(ctx, 'captcha', attempt.nonce)) && attempt.isRight
  }
  const id = await checkProofOfWork(ctx, captcha)
  return id !== null && spendProof(ctx, 'captcha', id)
}
