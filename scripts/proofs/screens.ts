import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

import { LANGUAGES } from '../../contract/languages.ts'
import { screenTable } from '../../e2e/screen-table.ts'
import { buildWeb } from '../build-web.ts'
import { root, runStep } from '../step.ts'

type Report = { stats: { expected: number; unexpected: number; flaky: number; skipped: number }; suites: Suite[] }
type Suite = { suites?: Suite[]; specs: { tests: { results: { steps?: { title: string }[] }[] }[] }[] }

/** Signed in and out, on a phone and on a desktop (also shown at 768 px), light and dark, in each language. */
const WANTED = screenTable.length * 2 * 2 * 2 * LANGUAGES.length

/** Opens every path in every look, and checks the browser's errors, sideways scrolling and accessibility in each. */
export async function prove(): Promise<boolean> {
  await buildWeb({ log: console.log })
  const folder = mkdtempSync(path.join(tmpdir(), 'yuxian-screens-'))
  try {
    const file = path.join(folder, 'report.json')
    const { ok, seconds } = await runStep(
      'screens',
      ['playwright', 'test', 'screens.spec.ts', '--reporter=list,json'],
      {
        show: true,
        env: { SCREENS: 'all', PLAYWRIGHT_JSON_OUTPUT_NAME: file },
      },
    )
    const { stats, suites } = JSON.parse(readFileSync(file, 'utf8')) as Report
    const opened = suites.reduce((sum, suite) => sum + countSteps(suite), 0)
    const pictures = readdirSync(path.join(root, 'test-results', 'screens')).length
    console.log(
      `  ${opened} of ${WANTED} visits in ${Math.round(seconds)} s, ${pictures} pictures in test-results/screens`,
    )
    console.log(`  ${stats.expected} walks without a finding, ${stats.unexpected + stats.flaky} with one`)
    return ok && opened === WANTED
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** One step opens one path. */
function countSteps({ suites = [], specs }: Suite): number {
  const own = specs.flatMap(({ tests }) => tests).flatMap(({ results }) => results)
  const steps = own.reduce((sum, { steps = [] }) => sum + steps.length, 0)
  return steps + suites.reduce((sum, suite) => sum + countSteps(suite), 0)
}
