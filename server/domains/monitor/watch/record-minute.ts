import { MINUTE_MS } from '../../../../contract/durations.ts'
import { inTx } from '../../../platform/context.ts'
import type { JobCtx } from '../../../platform/jobs/jobs.ts'
import { withOwnRules } from '../../alerts/alert-rules.ts'
import { findNodes } from '../../nodes/load-node.ts'
import { watchedState } from '../../nodes/watched-state.ts'
import { countDays, loadWatchedSince, saveMinute, type MinuteRow } from './queries.ts'
import { sinceWatched } from './watch-nodes.ts'

/** Records every node's state in the minute that has just ended, and adds full minutes to their days. */
export async function recordMinute(ctx: JobCtx): Promise<void> {
  const thisMinute = Math.floor(ctx.now.getTime() / MINUTE_MS) * MINUTE_MS
  const watchedSince = await loadWatchedSince(ctx.db)
  const { alerts } = await withOwnRules(ctx.db, ctx.config)
  const rows = (await findNodes(ctx)).flatMap((node): MinuteRow[] => {
    if (!node.seenAt) return []
    const state = watchedState(sinceWatched(node, watchedSince), ctx.now, alerts)
    // Its last report dates from before a gap in the watch, so its state is not known yet.
    const isUnknown = node.seenAt < watchedSince && state !== 'silent'
    if (isUnknown && !node.inMaintenance) return []
    const isSilent = state === 'silent'
    return [
      {
        nodeId: node.id,
        state: node.inMaintenance ? 'maintenance' : state === 'up' ? 'up' : 'down',
        onlineUsers: isSilent ? 0 : (node.onlineUsers ?? 0),
        upBps: isSilent ? 0 : (node.upBps ?? 0),
        downBps: isSilent ? 0 : (node.downBps ?? 0),
        cpuPercent: isSilent ? null : node.cpuPercent,
        memoryPercent: isSilent ? null : node.memoryPercent,
        latencyMs: isSilent ? null : node.latencyMs,
      },
    ]
  })
  await inTx(ctx, async (tx) => {
    await saveMinute(tx.db, new Date(thisMinute - MINUTE_MS), rows)
    await countDays(tx.db, new Date(thisMinute), ctx.config.businessTz)
  })
}
