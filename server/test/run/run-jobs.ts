import { createLog } from '../../platform/log.ts'
import { startJobs } from '../../process/run-jobs.ts'
import { atFileEnd } from './endings.ts'
import type { TestApp } from './make-app.ts'

/** The real job runner beside a test's application; its log lines go among the application's. */
export async function runJobs({ db, config, logged }: TestApp): Promise<void> {
  const log = createLog(config.logLevel, { write: (line) => void logged.push(line) })
  const jobs = await startJobs({ db, config, log })
  atFileEnd(() => jobs.stop())
}
