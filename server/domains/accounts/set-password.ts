import type { Ctx } from '../../platform/context.ts'
import { updatePasswordHash } from './queries.ts'

/** Takes a hash, not a password: hashing waits for a slot and must not do so inside a transaction. */
export function setPasswordHash(
  ctx: Pick<Ctx, 'db'>,
  account: { resellerId: number; accountId: number },
  passwordHash: string,
): Promise<void> {
  return updatePasswordHash(ctx.db, account, passwordHash)
}
