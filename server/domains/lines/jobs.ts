import { MINUTE_S } from '../../../contract/durations.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import { alignAccountLines, alignDueLines, alignNodeLines } from './align-jobs.ts'
import { refreshLines } from './align-lines.ts'
import { installFirstFor } from './install-first.ts'
import { refreshLifelines } from './lifeline/lifelines.ts'
import { lookFromHere } from './looks/look-from-here.ts'
import { runMove } from './moves/run-move.ts'
import { ringMaintenance } from './ring-maintenance.ts'
import { uninstallDueLines } from './uninstall-due-lines.ts'

declare module '../../platform/jobs/jobs.ts' {
  interface JobPayloads {
    'lines.settle': { resellerId: number; accountId: number }
    'lines.settle_node': { nodeId: number }
    'lines.settle_lifelines': { resellerId: number }
    'lines.settle_due': Record<never, never>
    'lines.move': { moveId: string }
    'lines.look': Record<never, never>
    'lines.ring_maintenance': { nodeId: number; on: boolean; at: string }
    'lines.install_first': { resellerId: number; accountId: number }
    'lines.uninstall_due': Record<never, never>
  }
}

export const linesJobs = {
  'lines.settle': { run: alignAccountLines, maxS: MINUTE_S },
  'lines.settle_node': { run: alignNodeLines, maxS: 10 * MINUTE_S },
  'lines.settle_lifelines': {
    run: (ctx, wish) => refreshLifelines(ctx, wish, refreshLines),
    maxS: 10 * MINUTE_S,
  },
  'lines.settle_due': { run: alignDueLines, maxS: 10 * MINUTE_S, cron: '* * * * *' },
  'lines.move': { run: runMove, maxS: 10 * MINUTE_S },
  'lines.look': { run: lookFromHere, maxS: 2 * MINUTE_S, cron: '* * * * *' },
  'lines.ring_maintenance': { run: ringMaintenance, maxS: MINUTE_S },
  'lines.install_first': { run: installFirstFor, maxS: MINUTE_S },
  'lines.uninstall_due': { run: uninstallDueLines, maxS: 30 * MINUTE_S, cron: '11 19 * * *', catchesUp: true },
} satisfies Partial<Jobs>
