import type { Provider } from '../../../contract/providers.ts'
import { providers } from '../../domains/payments/gateways/providers.ts'
import { newMerchantId, sealMerchantSecret } from '../../domains/payments/merchants/merchant.ts'
import { clock } from '../../platform/clock.ts'
import type { CashierApp } from '../run/make-cashier-app.ts'

/** Adds a reseller's own merchant at the cashier; returns the id of its way to pay. */
export async function buildOwnMerchant(app: CashierApp, resellerId: number): Promise<string> {
  const { id } = await buildMerchant(app, resellerId)
  return `${id}-alipay`
}

/** Null: another merchant of the platform. */
export async function buildMerchant(
  { db, config, control, cashier, url }: CashierApp,
  resellerId: number | null,
  provider: Provider = 'alipay',
) {
  const shop = await control.addMerchant()
  const id = newMerchantId()
  const { path, secret, settings = {}, ...account } = providers[provider].sandbox.account(shop)
  await db.kysely
    .insertInto('merchants')
    .values({
      ...account,
      id,
      resellerId,
      provider,
      name: `Shop of ${resellerId ?? 'the platform'}`,
      settings: JSON.stringify(settings),
      sealedSecret: sealMerchantSecret({ config }, id, secret),
      gatewayUrl: cashier.url + path,
      notifyBaseUrl: url,
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
