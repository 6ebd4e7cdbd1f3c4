import { brandOf } from '../../../contract/brand.ts'
import { maskName } from '../../../contract/mask.ts'
import type { DailiConfig } from '../../../contract/resellers.ts'
import { hasMail, type Config } from '../../config.ts'
import type { Ctx } from '../../platform/context.ts'
import { fail } from '../../platform/errors.ts'
import { loadOwnerName, loadReseller, type Reseller } from './queries.ts'

export async function getReseller(ctx: Pick<Ctx, 'db'>, id: number): Promise<Reseller> {
  return (await loadReseller(ctx.db, id)) ?? fail('reseller.unknown')
}

/** Brand, links and switches of one reseller, as the portal reads them at start-up. */
export async function resellerConfig(
  ctx: Pick<Ctx, 'db' | 'config'>,
  input: { daili_id: number },
): Promise<DailiConfig> {
  return toDailiConfig(await getReseller(ctx, input.daili_id), ctx.config)
}

function toDailiConfig(reseller: Reseller, config: Config): DailiConfig {
  const brand = brandOf(reseller.id, reseller)
  const isSuspended = reseller.suspendedAt !== null
  return {
    daili_id: reseller.id,
    title: brand.title,
    icon: brand.icon,
    accent: brand.accent,
    balanceName: brand.balanceName,
    kf_url: reseller.kfUrl ?? '/hosted/help',
    jc_url: reseller.jcUrl ?? '/hosted/tutorial',
    agreement_url: config.agreementUrl,
    message_url: config.messageUrl,
    usage_url: config.usageUrl,
    features: {
      onlinePay: reseller.isWhitelisted,
      openAgency: reseller.isWhitelisted,
      mail: hasMail(config),
      sandbox: config.mode === 'sandbox',
    },
    suspended: isSuspended,
    contact: (isSuspended ? null : reseller.contact) ?? config.operatorContact,
    operatorContact: isSuspended ? config.operatorContact : null,
  }
}

/** What anybody may know about a reseller before paying it. */
export async function resellerCard(ctx: Pick<Ctx, 'db'>, input: { daili_id: number }) {
  const reseller = await getReseller(ctx, input.daili_id)
  const brand = brandOf(reseller.id, reseller)
  const ownerName = await loadOwnerName(ctx.db, reseller.id)
  return {
    daili_id: reseller.id,
    title: brand.title,
    icon: brand.icon,
    accent: brand.accent,
    ownerMasked: ownerName && maskName(ownerName),
    acceptsPayment: reseller.suspendedAt === null,
  }
}
