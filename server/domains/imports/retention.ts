import { DAY_MS } from '../../../contract/durations.ts'
import type { RetentionRule } from '../../platform/jobs/retention.ts'
import { removeLeftFiles } from './office/source-file.ts'
import { hasOpenTask } from './office/task-queries.ts'

/** Everything about another panel's users is in it: it lies here for the days of a move, and no longer. */
export const KEPT_MS = 7 * DAY_MS

export const importsRetention: readonly RetentionRule[] = [
  // The parts go with it. What is being read stays until it was.
  {
    table: 'import_uploads',
    condition: `created_at < $1 and not exists (select from import_tasks t
      where t.upload_id = import_uploads.id and t.ended_at is null)`,
    olderThanMs: KEPT_MS,
  },
  { table: 'import_tasks', condition: 'ended_at < $1', olderThanMs: 90 * DAY_MS },
  {
    what: 'files that a killed process was reading',
    remove: async (ctx) => ((await hasOpenTask(ctx.db)) ? 0 : removeLeftFiles(ctx)),
  },
]
