import { newMerchantId, sealMerchantSecret } from '../../domains/payments/merchants/merchant.ts'
import { clock } from '../../platform/clock.ts'
import type { CashierApp } from '../run/make-cashier-app.ts'

/** Adds a reseller's own merchant at the cashier; returns the id of its way to pay. */
export async function buildOwnMerchant(app: CashierApp, resellerId: number): Promise<string> {
  const { id } = await buildMerchant(app, resellerId)
  return `${id}-alipay`
}

/** Null: another merchant of the platform. */
export async function buildMerchant({ db, config, control, cashier, url }: CashierApp, resellerId: number | null) {
  const shop = await control.addMerchant()
  const id = newMerchantId()
  await db.kysely
    .insertInto('merchants')
    .values({
      id,
      resellerId,
      provider: 'alipay',
      name: `Shop of ${resellerId ?? 'the platform'}`,
      appId: shop.appId,
      sellerId: shop.sellerId,
      sealedSecret: sealMerchantSecret({ config }, id, shop.appPrivateKey),
      alipayPublicKey: shop.alipayPublicKey,
      gatewayUrl: `${cashier.url}/gateway.do`,
      notifyBaseUrl: url,
      channels: ['alipay'],
      devices: ['pc', 'wap', 'qr'],
      createdAt: clock.now(),
    })
    .execute()
  return { id, shop }
}

/** A merchant that is never called: for payments that only exist as rows. */
export async function buildMerchantRow({ db, config }: Pick<CashierApp, 'db' | 'config'>, resellerId: number | null) {
  const id = newMerchantId()
  await db.kysely
    .insertInto('merchants')
    .values({
      id,
      resellerId,
      provider: 'epay',
      name: 'Nobody',
      appId: id,
      sealedSecret: sealMerchantSecret({ config }, id, 'nothing'),
      gatewayUrl: 'http://127.0.0.1:1',
      channels: ['alipay', 'wxpay', 'qqpay'],
      devices: ['pc', 'wap', 'qr'],
      createdAt: clock.now(),
    })
    .execute()
  return { id }
}
