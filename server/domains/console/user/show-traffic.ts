import type { Static } from 'typebox'

import type { user } from '../../../../contract/console/user.ts'
import type { StaffCtx } from '../../../platform/context.ts'
import { inLanguage } from '../../../platform/text/by-language.ts'
import { accountSubject, auditLook } from '../../audit/audit.ts'
import { getUser } from './get-user.ts'
import { findTrafficDays, findTrafficNodes } from './queries.ts'

type Traffic = typeof user.traffic
const DAYS = 30

/** How much, when and by which node. Destinations are recorded nowhere. */
export async function showTraffic(ctx: StaffCtx, input: Static<Traffic['input']>): Promise<Static<Traffic['output']>> {
  await getUser(ctx, input.id)
  const days = input.days ?? DAYS
  await auditLook(ctx, 'user.traffic_opened', accountSubject(input.id), { days })
  const owner = { resellerId: ctx.resellerId, accountId: input.id }
  const since = new Date(ctx.now.getTime() - days * 86_400_000)
  const nodes = await findTrafficNodes(ctx.db, owner, since)
  return {
    days: await findTrafficDays(ctx.db, owner, { since, timeZone: ctx.config.businessTz }),
    nodes: nodes.map(({ node, names, upBytes, downBytes }) => ({
      node: inLanguage(node, names, ctx.language),
      upBytes,
      downBytes,
    })),
  }
}
