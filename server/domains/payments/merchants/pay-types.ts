import type { Language } from '../../../../contract/languages.ts'
import type { WayTerms } from '../../../../contract/pay-fees.ts'
import { channelNames } from '../../../../contract/pay-names.ts'
import type { PayPurpose, PayType } from '../../../../contract/payments.ts'
import type { PayChannel } from '../../../../contract/providers.ts'
import type { Ctx } from '../../../platform/context.ts'
import { fail } from '../../../platform/errors.ts'
import { resellerOfCaller } from '../../resellers/reseller-by-host.ts'
import { getSellingTerms } from '../../resellers/selling-terms.ts'
import { type Merchant, findUsableMerchants } from './merchant.ts'

export type ChosenPayType = { merchant: Merchant; channel: PayChannel }

type PayTypesQuery = { paytype: PayPurpose; dailiKey?: number }

type WishCtx = Pick<Ctx<'anyone'>, 'db' | 'language' | 'client' | 'resellerId'>

/** What a reseller offers. Empty when it sells offline only or is suspended: the page then says what to do instead. */
export async function findPayTypes(ctx: WishCtx, wish: PayTypesQuery): Promise<PayType[]> {
  const resellerId = await resellerOfCaller(ctx, wish.dailiKey)
  const terms = await getSellingTerms(ctx, resellerId)
  if (terms.suspendedAt || (wish.paytype !== 'daili' && !terms.isWhitelisted)) return []
  return waysOf(await findMerchantsFor(ctx, wish.paytype, resellerId), ctx.language)
}

/** For the reseller's own staff: a reseller suspended for a debt may still pay it. */
export async function findTopUpWays(ctx: Pick<Ctx, 'db' | 'language'>, resellerId: number): Promise<PayType[]> {
  return waysOf(await findMerchantsFor(ctx, 'daili', resellerId), ctx.language)
}

function waysOf(merchants: readonly Merchant[], language: Language): PayType[] {
  const all = merchants.flatMap((merchant) => merchant.channels.map((channel) => ({ merchant, channel })))
  return all.map(({ merchant, channel }) => {
    const shown = payTypeOf(merchant, channel, language)
    const isAlone = all.filter((other) => other.channel === channel).length === 1
    return isAlone || wayOf(merchant, channel).name !== ''
      ? shown
      : { ...shown, name: `${shown.name} · ${merchant.name}` }
  })
}

export function payTypeOf(
  merchant: Pick<Merchant, 'id' | 'isSandbox' | 'wayRules'>,
  channel: PayChannel,
  language: Language,
): PayType {
  const { name: own, ...terms } = wayOf(merchant, channel)
  const name = own === '' ? channelNames[language][channel] : own
  return { id: payTypeId(merchant, channel), name, icon: channel, sandbox: merchant.isSandbox, ...terms }
}

const PLAIN = { name: '', minFen: 0, feeFen: 0, feePermille: 0 }

/** What its account says of a way; an empty name is the usual one. */
export function wayOf({ wayRules }: Pick<Merchant, 'wayRules'>, channel: PayChannel): WayTerms & { name: string } {
  return wayRules[channel] ?? PLAIN
}

/** The merchant and channel behind an id from `findPayTypes`, for the same purpose and reseller. */
export async function getPayType(
  ctx: Pick<Ctx, 'db'>,
  { purpose, resellerId, payType }: { purpose: PayPurpose; resellerId: number; payType: string },
): Promise<ChosenPayType> {
  const merchants = await findMerchantsFor(ctx, purpose, resellerId)
  const all = merchants.flatMap((merchant) => merchant.channels.map((channel) => ({ merchant, channel })))
  return all.find((one) => payTypeId(one.merchant, one.channel) === payType) ?? fail('pay.type_unknown')
}

/** What users are offered when their reseller has no merchants of its own. */
export async function findPlatformChannels(ctx: Pick<Ctx<'staff'>, 'db' | 'resellerId'>): Promise<PayChannel[]> {
  const usable = await findUsableMerchants(ctx.db, ctx.resellerId)
  return [...new Set(usable.filter(({ resellerId }) => resellerId === null).flatMap(({ channels }) => channels))]
}

/** A reseller's own merchants if it has some. Payments to the platform use the platform's merchants. */
async function findMerchantsFor(ctx: Pick<Ctx, 'db'>, purpose: PayPurpose, resellerId: number): Promise<Merchant[]> {
  const usable = await findUsableMerchants(ctx.db, resellerId)
  const own = usable.filter((merchant) => merchant.resellerId !== null)
  const isForPlatform = purpose === 'daili' || purpose === 'agency'
  return !isForPlatform && own.length > 0 ? own : usable.filter((merchant) => merchant.resellerId === null)
}

function payTypeId({ id }: Pick<Merchant, 'id'>, channel: PayChannel): string {
  return `${id}-${channel}`
}
