import { MINUTE_S } from '../../../contract/durations.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import { runTask } from './office/run-task.ts'

declare module '../../platform/jobs/jobs.ts' {
  interface JobPayloads {
    'imports.task': { taskId: number }
  }
}

export const importsJobs = {
  // Half a million passwords take three hours to wrap on two cores.
  'imports.task': { run: runTask, maxS: 230 * MINUTE_S },
} satisfies Partial<Jobs>
