import type { Static } from 'typebox'

import type { api } from '../../../contract/api.ts'
import type { Ctx } from '../../platform/context.ts'
import { loadAgency } from '../resellers/load-agency.ts'
import { getSellingTerms } from '../resellers/selling-terms.ts'

/** What the screen shows before anybody pays, and after. */
export async function getOwnAgency(ctx: Ctx<'user'>): Promise<Static<typeof api.agencies.own.output>> {
  const { isWhitelisted, suspendedAt } = await getSellingTerms(ctx, ctx.resellerId)
  const owner = { resellerId: ctx.resellerId, accountId: ctx.actor.accountId }
  return {
    feeFen: ctx.config.agencyFeeFen,
    available: isWhitelisted && suspendedAt === null,
    agency: await loadAgency(ctx, owner),
  }
}
