import type { Static } from 'typebox'

import type { user } from '../../../../contract/console/user.ts'
import type { StaffCtx } from '../../../platform/context.ts'
import { dayOf, daysUntil, spanOf } from '../../../platform/text/business-day.ts'
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
  const timeZone = ctx.config.businessTz
  const names = daysUntil(dayOf(ctx.now, timeZone), days)
  const since = spanOf(names[0]!, timeZone).from
  const found = await findTrafficDays(ctx.db, owner, { since, timeZone })
  const byDay = new Map(found.map((row) => [row.day, row]))
  const nodes = await findTrafficNodes(ctx.db, owner, since)
  return {
    // A day without traffic is drawn too: left out, the plot would show two far days side by side.
    days: found.length === 0 ? [] : names.map((day) => byDay.get(day) ?? { day, upBytes: 0, downBytes: 0 }),
    nodes: nodes.map(({ node, names, upBytes, downBytes }) => ({
      node: inLanguage(node, names, ctx.language),
      upBytes,
      downBytes,
    })),
  }
}
