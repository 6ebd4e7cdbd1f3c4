import { writeFileSync } from 'node:fs'
import type { Reporter, SerializedError } from 'vitest/node'

/** The runner's own report omits errors thrown outside any test, and a second try must not hide those. */
export default class StrayErrors implements Reporter {
  onTestRunEnd(_modules: unknown, errors: readonly SerializedError[]): void {
    const file = process.env['STRAY_ERRORS_FILE']
    if (file) writeFileSync(file, JSON.stringify(errors.map(({ message }) => message)))
  }
}
