import { writeAppKey } from '../../../contract/app-key.ts'
import { brandOf } from '../../../contract/brand.ts'
import type { BrandDomain, OwnBrand } from '../../../contract/console/brand.ts'
import type { Ctx } from '../../platform/context.ts'
import { loadOwnTexts } from './own-texts.ts'
import { resellerLinks } from './reseller-by-host.ts'
import { getReseller } from './reseller-config.ts'
import { findDomainRows, loadBrandColumns } from './settings-queries.ts'
import { domainRecord } from './verify-domain.ts'

type ShownBrand = {
  own: OwnBrand
  rule: { title: string; icon: string; accent: string }
  domains: BrandDomain[]
  pointing: { to: string; certificates: 'auto' | 'hand' }
  links: { register: string; login: string; appKey: string }
}

/** Everything a reseller has set about its looks, and the defaults for the rest. */
export async function showBrand(ctx: Pick<Ctx, 'db' | 'config'>, resellerId: number): Promise<ShownBrand> {
  await getReseller(ctx, resellerId)
  const { title, icon, accent } = brandOf(resellerId)
  const linkTo = await resellerLinks(ctx, resellerId)
  const domains = await findDomainRows(ctx.db, resellerId)
  return {
    own: { ...(await loadBrandColumns(ctx.db, resellerId)), ...(await loadOwnTexts(ctx.db, resellerId)) },
    rule: { title, icon, accent },
    domains: domains.map((domain) => ({
      host: domain.host,
      isMain: domain.isMain,
      verifiedAt: domain.verifiedAt?.toISOString() ?? null,
      record: domainRecord(ctx, domain),
    })),
    pointing: { to: new URL(ctx.config.publicUrl).hostname, certificates: ctx.config.certificates },
    links: {
      register: linkTo('/reg'),
      login: linkTo('/login'),
      appKey: `${ctx.config.publicUrl}/reg?app_key=${writeAppKey(resellerId)}`,
    },
  }
}
