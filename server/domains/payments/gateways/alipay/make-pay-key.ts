import type { Ctx } from '../../../../platform/context.ts'
import { randomToken } from '../../../../platform/secrets/crypto.ts'
import { findUsableMerchants } from '../../merchants/merchant.ts'

const PLATFORM = -1

/** Makes a key for the next pay call and names the platform's Alipay app that takes the money. Stores nothing. */
export async function makePayKey(ctx: Pick<Ctx, 'db'>) {
  const merchants = await findUsableMerchants(ctx.db, PLATFORM)
  const alipay = merchants.find(({ provider }) => provider === 'alipay')
  return { key: randomToken(), appId: alipay?.appId ?? null, sandbox: alipay?.isSandbox ?? false }
}
