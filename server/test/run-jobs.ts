import { afterAll } from 'vitest'
import { createLog } from '../platform/log.ts'
import { startJobs } from '../process/run-jobs.ts'
import type { TestApp } from './make-app.ts'

/** The real job runner beside a test's application; what it logs lands among the application's lines. */
export async function runJobs({ db, config, logged }: TestApp): Promise<void> {
  const log = createLog(config.logLevel, { write: (line) => void logged.push(line) })
  const jobs = await startJobs({ db, config, log })
  // Hooks run in reverse order, so this comes before the database is closed.
  afterAll(() => jobs.stop())
}
