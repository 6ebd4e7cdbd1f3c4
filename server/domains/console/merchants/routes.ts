import { consoleApi } from '../../../../contract/console/api.ts'
import { bind } from '../../../platform/http/bind.ts'
import { staffActor } from '../../audit/audit.ts'
import { orderOwnMerchants, replaceOwnKeys, switchOwnMerchant } from '../../payments/merchants/own-merchants.ts'
import { listMerchants, addMerchant, listPlatformMerchants, addPlatformMerchant } from './calls.ts'

const { merchants, platformMerchants } = consoleApi

export const merchantRoutes = [
  bind(merchants.list, listMerchants),
  bind(merchants.add, addMerchant),
  bind(merchants.replaceKeys, async (ctx, { merchantId, ...keys }) => {
    const name = { resellerId: ctx.resellerId, merchantId }
    await replaceOwnKeys(ctx, name, keys, staffActor(ctx))
    return {}
  }),
  bind(merchants.switch, async (ctx, { merchantId, on }) => {
    await switchOwnMerchant(ctx, { resellerId: ctx.resellerId, merchantId }, on, staffActor(ctx))
    return {}
  }),
  bind(merchants.order, async (ctx, { merchantIds }) => {
    await orderOwnMerchants(ctx, { resellerId: ctx.resellerId, merchantIds }, staffActor(ctx))
    return {}
  }),
]

/** The same calls for the platform: its merchants belong to no reseller, and it is always online. */
export const platformMerchantRoutes = [
  bind(platformMerchants.list, listPlatformMerchants),
  bind(platformMerchants.add, addPlatformMerchant),
  bind(platformMerchants.replaceKeys, async (ctx, { merchantId, ...keys }) => {
    await replaceOwnKeys(ctx, { resellerId: null, merchantId }, keys, staffActor(ctx))
    return {}
  }),
  bind(platformMerchants.switch, async (ctx, { merchantId, on }) => {
    await switchOwnMerchant(ctx, { resellerId: null, merchantId }, on, staffActor(ctx))
    return {}
  }),
  bind(platformMerchants.order, async (ctx, { merchantIds }) => {
    await orderOwnMerchants(ctx, { resellerId: null, merchantIds }, staffActor(ctx))
    return {}
  }),
]
