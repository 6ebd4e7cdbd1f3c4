import type { Queryable } from '../../../platform/db/db.ts'
import { openMerchant, type MerchantCtx, findAllMerchants } from './merchant.ts'

/** Merchants whose secret cannot be opened with this SECRET_KEY: every payment there would fail. */
export async function findSealedShut(ctx: MerchantCtx & { db: Queryable }): Promise<string[]> {
  const merchants = (await findAllMerchants(ctx.db)).filter(({ disabledAt }) => disabledAt === null)
  return merchants.filter((merchant) => !canOpen(ctx, merchant)).map(({ id }) => id)
}

function canOpen(ctx: MerchantCtx, merchant: Parameters<typeof openMerchant>[1]): boolean {
  try {
    openMerchant(ctx, merchant)
    return true
  } catch {
    return false
  }
}
