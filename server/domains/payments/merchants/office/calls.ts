import type { Static } from 'typebox'

import { consoleApi } from '../../../../../contract/console/api.ts'
import type { MerchantRow } from '../../../../../contract/console/merchants.ts'
import { providers } from '../../../../../contract/providers.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { bind } from '../../../../platform/http/bind.ts'
import { staffActor } from '../../../audit/audit.ts'
import { getSellingTerms } from '../../../resellers/selling-terms.ts'
import type { MerchantWish } from '../add-merchant.ts'
import { notifyUrlOf, type Merchant } from '../merchant.ts'
import {
  addOwnMerchant,
  findOwnMerchants,
  orderOwnMerchants,
  replaceOwnKeys,
  setOwnWays,
  switchOwnMerchant,
} from '../own-merchants.ts'
import { findPlatformChannels, wayOf } from '../pay-types.ts'

const { merchants, platformMerchants } = consoleApi

function wishOf(input: Static<typeof merchants.add.input>): Omit<MerchantWish, 'resellerId'> {
  return { ...input, name: input.name.trim(), appId: input.appId.trim(), gatewayUrl: input.gatewayUrl?.trim() }
}

function showMerchant({ config }: Pick<Ctx, 'config'>, merchant: Merchant): MerchantRow {
  const { id, provider, name, appId, gatewayUrl, channels, disabledAt, testedAt, createdAt } = merchant
  return {
    merchantId: id,
    provider,
    name,
    appId,
    gatewayHost: new URL(gatewayUrl).host,
    channels,
    ways: channels.map((channel) => ({ channel, ...wayOf(merchant, channel) })),
    isOn: disabledAt === null,
    hookUrl: 'isHookSetThere' in providers[provider] ? notifyUrlOf(config, merchant) : null,
    testedAt: testedAt?.toISOString() ?? null,
    createdAt: createdAt.toISOString(),
  }
}

export const merchantRoutes = [
  bind(merchants.list, async (ctx) => {
    const { isWhitelisted } = await getSellingTerms(ctx, ctx.resellerId)
    const rows = await findOwnMerchants(ctx, ctx.resellerId)
    return {
      rows: rows.map((row) => showMerchant(ctx, row)),
      platformWays: await findPlatformChannels(ctx),
      isOnline: isWhitelisted,
    }
  }),
  bind(merchants.add, async (ctx, input) => {
    const asking = { actor: staffActor(ctx), isPlatform: ctx.actor.resellerId === null }
    return { merchantId: await addOwnMerchant(ctx, { ...wishOf(input), resellerId: ctx.resellerId }, asking) }
  }),
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
  bind(merchants.setWays, async (ctx, input) => {
    await setOwnWays(ctx, { ...input, resellerId: ctx.resellerId }, staffActor(ctx))
    return {}
  }),
]

/** The same calls for the platform: its merchants belong to no reseller, and it is always online. */
export const platformMerchantRoutes = [
  bind(platformMerchants.list, async (ctx) => {
    const rows = await findOwnMerchants(ctx, null)
    return {
      rows: rows.map((row) => showMerchant(ctx, row)),
      platformWays: await findPlatformChannels({ db: ctx.db, resellerId: 0 }),
      isOnline: true,
    }
  }),
  bind(platformMerchants.add, async (ctx, input) => {
    const asking = { actor: staffActor(ctx), isPlatform: true }
    return { merchantId: await addOwnMerchant(ctx, { ...wishOf(input), resellerId: null }, asking) }
  }),
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
  bind(platformMerchants.setWays, async (ctx, input) => {
    await setOwnWays(ctx, { ...input, resellerId: null }, staffActor(ctx))
    return {}
  }),
]
