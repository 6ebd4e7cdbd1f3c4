import type { Static } from 'typebox'

import type { AgencyBeginning } from '../../../../contract/agencies.ts'
import { api } from '../../../../contract/api.ts'
import type { Ctx } from '../../../platform/context.ts'
import { inLanguage } from '../../../platform/text/by-language.ts'
import { countAccounts } from '../../accounts/count-accounts.ts'
import { findAgencyOutlook } from '../../catalogue/prices/price-lists.ts'
import { loadAgency } from '../../resellers/agency.ts'
import { getSellingTerms } from '../../resellers/selling-terms.ts'
import { hasStaffOwner } from '../../staff/invitations/invite-first-owner.ts'

/** An owner finds prices in the console. */
const NO_OUTLOOK = { prices: [], example: null, examples: {} }

/** What the screen shows before and after paying. */
export async function getOwnAgency(ctx: Ctx<'user'>): Promise<Static<typeof api.agencies.own.output>> {
  const { isWhitelisted, suspendedAt } = await getSellingTerms(ctx, ctx.resellerId)
  const { owner } = ctx
  const agency = await loadAgency(ctx, owner)
  const { prices, example, examples } = agency ? NO_OUTLOOK : await findAgencyOutlook(ctx)
  return {
    feeFen: ctx.config.agencyFeeFen,
    prices: prices.map(({ packageName, packageNames, period, suggestedRetailFen, wholesaleFen }) => ({
      packageName: inLanguage(packageName, packageNames, ctx.language),
      period,
      suggestedRetailFen: suggestedRetailFen!,
      wholesaleFen,
    })),
    example: inLanguage(example, examples, ctx.language),
    available: isWhitelisted && suspendedAt === null,
    agency,
    beginning: agency ? await loadBeginning(ctx, agency.daili_id) : null,
  }
}

async function loadBeginning(ctx: Ctx<'user'>, agencyId: number): Promise<AgencyBeginning> {
  const [userCount, hasConsole] = await Promise.all([countAccounts(ctx, agencyId), hasStaffOwner(ctx, agencyId)])
  return { userCount, hasConsole }
}
