import type { Static } from 'typebox'

import { consoleApi } from '../../../../contract/console/api.ts'
import type { MerchantRow } from '../../../../contract/console/merchants.ts'
import type { Handler } from '../../../platform/http/bind.ts'
import { staffActor } from '../../audit/audit.ts'
import type { MerchantWish } from '../../payments/merchants/add-merchant.ts'
import type { Merchant } from '../../payments/merchants/merchant.ts'
import { addOwnMerchant, findOwnMerchants } from '../../payments/merchants/own-merchants.ts'
import { findPlatformChannels } from '../../payments/merchants/pay-types.ts'
import { getSellingTerms } from '../../resellers/selling-terms.ts'

const { merchants, platformMerchants } = consoleApi

export const listMerchants: Handler<typeof merchants.list> = async (ctx) => {
  const { isWhitelisted } = await getSellingTerms(ctx, ctx.resellerId)
  const rows = await findOwnMerchants(ctx, ctx.resellerId)
  return { rows: rows.map(showMerchant), platformWays: await findPlatformChannels(ctx), isOnline: isWhitelisted }
}

export const addMerchant: Handler<typeof merchants.add> = async (ctx, input) => {
  const asking = { actor: staffActor(ctx), isPlatform: ctx.actor.resellerId === null }
  return { merchantId: await addOwnMerchant(ctx, { ...wishOf(input), resellerId: ctx.resellerId }, asking) }
}

export const listPlatformMerchants: Handler<typeof platformMerchants.list> = async (ctx) => {
  const rows = await findOwnMerchants(ctx, null)
  return {
    rows: rows.map(showMerchant),
    platformWays: await findPlatformChannels({ db: ctx.db, resellerId: 0 }),
    isOnline: true,
  }
}

export const addPlatformMerchant: Handler<typeof platformMerchants.add> = async (ctx, input) => {
  const asking = { actor: staffActor(ctx), isPlatform: true }
  return { merchantId: await addOwnMerchant(ctx, { ...wishOf(input), resellerId: null }, asking) }
}

function wishOf(input: Static<typeof merchants.add.input>): Omit<MerchantWish, 'resellerId'> {
  return { ...input, name: input.name.trim(), appId: input.appId.trim(), gatewayUrl: input.gatewayUrl?.trim() }
}

function showMerchant(merchant: Merchant): MerchantRow {
  const { id, provider, name, appId, gatewayUrl, channels, disabledAt, testedAt, createdAt } = merchant
  return {
    merchantId: id,
    provider,
    name,
    appId,
    gatewayHost: new URL(gatewayUrl).host,
    channels,
    isOn: disabledAt === null,
    testedAt: testedAt?.toISOString() ?? null,
    createdAt: createdAt.toISOString(),
  }
}
