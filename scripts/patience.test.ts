import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'

import { root } from './step.ts'

const limitWith = (slowness: string | undefined) => {
  const program = `import { patient } from './test/patience.ts'; console.log(patient(1_000))`
  const { TEST_SLOWNESS: _, ...env } = process.env
  const given = slowness === undefined ? env : { ...env, TEST_SLOWNESS: slowness }
  return Number(execFileSync(process.execPath, ['--input-type=module', '-e', program], { cwd: root, env: given }))
}

test('a wait is as much longer as the run has measured, else as it measures itself, and never shorter', () => {
  expect(limitWith('4.5')).toBe(4_500)
  expect(limitWith(undefined)).toBeGreaterThanOrEqual(1_000)
})
