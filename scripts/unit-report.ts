import { writeFileSync } from 'node:fs'
import type { Reporter, SerializedError, TestCase, TestModule, TestSuite } from 'vitest/node'

import { tell, type TestReport } from './test-reports.ts'

/** Vitest's own report of a run omits errors thrown outside any test. */
export default class UnitReport implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], strayErrors: readonly SerializedError[]): void {
    const file = process.env['UNIT_REPORT_FILE']
    if (file) writeFileSync(file, JSON.stringify(reportOf(modules, strayErrors)))
  }
}

function reportOf(modules: readonly TestModule[], strayErrors: readonly SerializedError[]): TestReport {
  const tests = modules.flatMap((module) => [...module.children.allTests()])
  const inState = (state: string) => tests.filter((test) => test.result().state === state)
  const errors = strayErrors.map(({ message }) => tell('outside any test', message))
  const failures = [
    ...inState('failed').map(tellTest),
    ...modules.flatMap((module) => [module, ...module.children.allSuites()]).flatMap(tellHooks),
    ...errors,
  ]
  return {
    counts: { passed: inState('passed').length, failed: failures.length, skipped: inState('skipped').length },
    times: tests.map((test) => ({ name: nameOf(test), ms: test.diagnostic()?.duration ?? 0 })),
    failures,
    shaky: [],
    errors,
    files: modules.filter((module) => !module.ok()).map((module) => module.relativeModuleId),
  }
}

const nameOf = (test: TestCase) => `${test.module.relativeModuleId}: ${test.fullName}`

const tellTest = (test: TestCase) => tell(nameOf(test), messagesOf(test.result().errors ?? []))

/** A file that could not be loaded, or whose setup or cleanup failed, may have no failed test. */
function tellHooks(part: TestModule | TestSuite): string[] {
  const errors = part.errors()
  const name = part.type === 'module' ? part.relativeModuleId : `${part.module.relativeModuleId}: ${part.fullName}`
  return errors.length > 0 ? [tell(name, messagesOf(errors))] : []
}

const messagesOf = (errors: readonly { message: string }[]) => errors.map(({ message }) => message).join('\n')
