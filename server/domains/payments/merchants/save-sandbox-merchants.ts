import { inTx, type Ctx } from '../../../platform/context.ts'
import type { Queryable, Tx } from '../../../platform/db/db.ts'
import {
  newMerchantId,
  sealMerchantSecret,
  type Merchant,
  disableOtherSandboxes,
  insertMerchant,
  loadSandboxMerchant,
  loadSandboxUrl,
  updateMerchant,
  type NewMerchant,
} from './merchant.ts'

/** The sandbox cashier's account, and the addresses at which the cashier and the server reach each other. */
export type SandboxShop = {
  appId: string
  sellerId: string
  appPrivateKey: string
  alipayPublicKey: string
  pid: string
  epayKey: string
}
type Places = { gatewayUrl: string; pageUrl: string; notifyBaseUrl: string }
type SandboxCtx = Pick<Ctx, 'db' | 'now' | 'config'>

/**
 * Makes the cashier the platform's merchant, and adds an EPay one. Saved again at every start: the cashier's port
 * changes, and a cashier from another folder that is gone must not take payments any more.
 */
export async function saveSandboxMerchants(ctx: SandboxCtx, shop: SandboxShop, places: Places): Promise<void> {
  await inTx(ctx, async (tx) => {
    const alipay = await save(tx, 'alipay', shop.appPrivateKey, {
      name: '沙箱支付宝',
      appId: shop.appId,
      sellerId: shop.sellerId,
      alipayPublicKey: shop.alipayPublicKey,
      channels: ['alipay'],
      devices: ['pc', 'wap', 'qr'],
      ...places,
      gatewayUrl: `${places.gatewayUrl}/gateway.do`,
      pageUrl: `${places.pageUrl}/gateway.do`,
    })
    const epay = await save(tx, 'epay', shop.epayKey, {
      name: '沙箱易支付',
      appId: shop.pid,
      channels: ['wxpay'],
      devices: ['pc', 'wap', 'qr'],
      ...places,
    })
    await disableOtherSandboxes(tx.db, [alipay, epay], ctx.now)
  })
}

type Shown = Omit<NewMerchant, 'id' | 'provider' | 'sealedSecret' | 'createdAt' | 'isSandbox'> & { appId: string }

async function save(
  ctx: SandboxCtx & { db: Tx },
  provider: Merchant['provider'],
  secret: string,
  shown: Shown,
): Promise<string> {
  const known = await loadSandboxMerchant(ctx.db, provider, shown.appId)
  const id = known?.id ?? newMerchantId()
  const columns = { ...shown, sealedSecret: sealMerchantSecret(ctx, id, secret) }
  if (known) await updateMerchant(ctx.db, id, { ...columns, disabledAt: null })
  else await insertMerchant(ctx.db, { ...columns, id, provider, isSandbox: true, createdAt: ctx.now })
  return id
}

/**
 * Where the sandbox cashier listens; null without one. Production takes real money only and refuses to start while one
 * is stored.
 */
export async function loadSandboxGateway(db: Queryable): Promise<string | null> {
  const url = await loadSandboxUrl(db)
  return url === null ? null : new URL(url).origin
}
