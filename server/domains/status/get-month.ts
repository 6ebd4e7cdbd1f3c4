import type { TrafficMonth } from '../../../contract/traffic.ts'
import type { Ctx } from '../../platform/context.ts'
import { daysOfMonth, readDay } from '../../platform/text/business-day.ts'
import { readUsage } from '../traffic/get-usage.ts'
import { findNodeDays } from './queries.ts'
import { uptimeOf } from './uptime.ts'

type Bytes = { upBytes: number; downBytes: number }

/** What a user may show to others: how much, on how many days, where most of it, and how reliably. */
export async function getMonth(ctx: Ctx<'user'>, input: { month: 'last' | 'this' }): Promise<TrafficMonth> {
  const { first: from, last: to } = daysOfMonth(input.month, ctx.now, ctx.config.businessTz)
  const byDay = await readUsage(ctx, ctx.owner, { from, to, by: 'day' })
  const byNode = await readUsage(ctx, ctx.owner, { from, to, by: 'node' })
  const nodeIds = byNode.flatMap(({ nodeId }) => nodeId ?? [])
  const recorded = (await findNodeDays(ctx.db, nodeIds, from)).filter(({ day }) => day <= to)
  const [most] = byNode
  return {
    month: from.slice(0, 7),
    upBytes: byDay.reduce((sum, { upBytes }) => sum + upBytes, 0),
    downBytes: byDay.reduce((sum, { downBytes }) => sum + downBytes, 0),
    days: byDay.filter((day) => bytesOf(day) > 0).length,
    daysOf: readDay(to)! - readDay(from)! + 1,
    best: most ? { name: most.nodeName ?? '', bytes: bytesOf(most) } : null,
    uptime: uptimeOf(recorded),
  }
}

const bytesOf = ({ upBytes, downBytes }: Bytes) => upBytes + downBytes
