import type { Ctx } from '../../platform/context.ts'
import { randomToken } from '../../platform/crypto.ts'
import { findUsableMerchants } from './merchants/queries.ts'

const PLATFORM = -1

/** A key for the next pay call, and which Alipay app of the platform takes the money. Nothing is kept until it is used. */
export async function makePayKey(ctx: Pick<Ctx, 'db'>) {
  const merchants = await findUsableMerchants(ctx.db, PLATFORM)
  const alipay = merchants.find(({ provider }) => provider === 'alipay')
  return { key: randomToken(), appId: alipay?.appId ?? null, sandbox: alipay?.isSandbox ?? false }
}
