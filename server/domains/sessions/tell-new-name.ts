import type { Ctx } from '../../platform/context.ts'
import { fail } from '../../platform/errors.ts'
import { findRenamed } from '../accounts/former-names.ts'
import { verifyStored } from '../sign-in/old-digests.ts'

type Tried = { resellerId: number; typed: string; password: string; slowestCost: number | null }

/**
 * After a wrong password: who came from another panel, where another account has that name here, may have typed the old
 * one. The right password of that account is answered with its new name. A reseller that has such accounts checks as many
 * passwords for every name, so that time does not tell which names they had.
 */
export async function tellNewName(ctx: Pick<Ctx, 'db'>, { resellerId, typed, password, slowestCost }: Tried) {
  const { renamed, most } = await findRenamed(ctx.db, resellerId, typed)
  for (let at = 0; at < most; at += 1) {
    const one = renamed[at] ?? null
    const isRight = await verifyStored(one, password, { slowestCost })
    if (one && isRight) fail('auth.renamed', { data: { userName: one.userName } })
  }
}
