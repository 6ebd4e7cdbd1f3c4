import type { TestFile, UnitReport } from './test-reports.ts'

/** `strayErrors`: errors thrown outside any test. */
export type UnitRun = { ok: boolean; report: UnitReport; strayErrors: readonly string[] }

/** More failed files than this are not just bad luck on a busy machine. */
const MOST_FILES = 3

/**
 * Runs files with failed tests once more, alone and in fresh processes. A test that passes then has passed, and is
 * reported with its first error. `run` runs the given files, or all.
 */
export async function runTwice(run: (files: readonly string[]) => Promise<UnitRun>): Promise<UnitRun> {
  const first = await run([])
  const again = findBadLuck(first)
  if (again.length === 0) return first
  return settle(first, again, await run(again.map(({ file }) => file)))
}

/** A file that did not load, an error outside any test and a broken runner are not bad luck. */
function findBadLuck({ ok, report, strayErrors }: UnitRun): TestFile[] {
  const failed = report.files.filter((file) => file.failed)
  const known = !ok && strayErrors.length === 0 && failed.every(({ failedTests }) => failedTests > 0)
  return known && failed.length <= MOST_FILES ? failed : []
}

function settle(first: UnitRun, again: readonly TestFile[], second: UnitRun): UnitRun {
  const broken = second.strayErrors.length > 0 || second.ok === second.report.files.some(({ failed }) => failed)
  const passes = ({ file }: TestFile) =>
    !broken && second.report.files.some((other) => other.file === file && !other.failed)
  const lucky = again.filter(passes)
  const passed = lucky.reduce((sum, { failedTests }) => sum + failedTests, 0)
  const { counts } = first.report
  return {
    ...first,
    ok: lucky.length === again.length,
    report: {
      ...first.report,
      counts: { ...counts, passed: counts.passed + passed, failed: counts.failed - passed },
      failures: again.filter((file) => !passes(file)).flatMap(({ failures }) => failures),
      shaky: lucky.flatMap(({ failures }) => failures),
    },
  }
}
