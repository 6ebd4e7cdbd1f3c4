import { writeFileSync } from 'node:fs'
import type { Reporter, SerializedError } from 'vitest/node'

/** The runner's own report leaves out what was thrown outside of every test, and no second try may cover that up. */
export default class StrayErrors implements Reporter {
  onTestRunEnd(_modules: unknown, errors: readonly SerializedError[]): void {
    const file = process.env['STRAY_ERRORS_FILE']
    if (file) writeFileSync(file, JSON.stringify(errors.map(({ message }) => message)))
  }
}
