import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

import { runStep } from '../step.ts'
import type { Outcome } from './row.ts'

const LINES_KEPT = 8

/** A proof that prints its own figures: the lines that tell of them are the count. */
export async function runProof(words: readonly string[], tells: RegExp): Promise<Outcome> {
  const { ok, output } = await runStep(words[0]!, ['node', 'scripts/proof.ts', ...words])
  console.log(output)
  const lines = output.split('\n').map((line) => line.trimEnd())
  const problems = lines.filter((line) => line.includes('✗')).map((line) => line.replace('✗', '').trim())
  return {
    counts: lines
      .filter((line) => tells.test(line))
      .slice(-LINES_KEPT)
      .map((line) => line.trim())
      .join('; '),
    problems: ok ? [] : problems.length > 0 ? problems : [`it failed: ${output.trim().split('\n').at(-1)}`],
  }
}

type Report = {
  numPassedTests: number
  numFailedTests: number
  testResults: { assertionResults: { fullName: string; status: string; meta?: { cells?: number } }[] }[]
}

/** Tests of the whole grid. Those that go through a table of cells tell how many. */
export async function runTests(...files: string[]): Promise<Outcome> {
  const folder = mkdtempSync(path.join(tmpdir(), 'yuxian-trust-'))
  const file = path.join(folder, 'report.json')
  const { output } = await runStep('tests', ['vitest', 'run', ...files, '--reporter=json', `--outputFile=${file}`], {
    env: { TEST_GRID: 'full' },
  })
  try {
    const { testResults, ...counts } = JSON.parse(readFileSync(file, 'utf8')) as Report
    const tests = testResults.flatMap(({ assertionResults }) => assertionResults)
    const cells = tests.reduce((sum, { meta }) => sum + (meta?.cells ?? 0), 0)
    return {
      counts: `${cells.toLocaleString('en-US')} cells in ${counts.numPassedTests} tests, ${counts.numFailedTests} failed`,
      problems: [
        ...tests.filter(({ status }) => status === 'failed').map(({ fullName }) => fullName),
        ...(cells > 0 ? [] : ['no cells were counted']),
      ],
    }
  } catch (error) {
    return { counts: '', problems: [`the tests did not run: ${String(error)} ${output.trim().split('\n').at(-1)}`] }
  } finally {
    rmSync(folder, { recursive: true })
  }
}
