import type { Ctx } from '../../../platform/context.ts'
import { createImageCode } from './image-code.ts'
import { createProofOfWork } from './proof-of-work.ts'

/** Proof of work by default; a picture for users whose browser cannot do it or who prefer to type. */
export async function issueCaptcha(ctx: Pick<Ctx, 'now' | 'config'>, input: { kind?: 'image' }) {
  if (input.kind === 'image') return { kind: 'image' as const, ...createImageCode(ctx) }
  return { kind: 'pow' as const, challenge: await createProofOfWork(ctx) }
}
