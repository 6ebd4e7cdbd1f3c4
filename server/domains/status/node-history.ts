import { DAY_MS } from '../../../contract/durations.ts'
import type { Ctx } from '../../platform/context.ts'
import { findIncidents, findNodeDays, type Incident } from './queries.ts'
import { lastDays, uptimeOf } from './uptime.ts'

/** Uptime of each node over the last days. A node without a record is left out. */
export async function findUptimes(
  { db, now, config }: Pick<Ctx, 'db' | 'now' | 'config'>,
  nodeIds: number[],
  days: number,
): Promise<Map<number, number>> {
  const [firstDay] = lastDays(now, config.businessTz, days)
  const recorded = Map.groupBy(await findNodeDays(db, nodeIds, firstDay!), ({ nodeId }) => nodeId)
  return new Map(
    [...recorded].flatMap(([nodeId, parts]) => {
      const percent = uptimeOf(parts)
      return percent === null ? [] : [[nodeId, percent] as const]
    }),
  )
}

/** Newest first. */
export function findNodeIncidents(
  { db, now }: Pick<Ctx, 'db' | 'now'>,
  nodeIds: number[],
  { days, limit }: { days: number; limit: number },
): Promise<Incident[]> {
  return findIncidents(db, nodeIds, new Date(now.getTime() - days * DAY_MS), limit)
}
