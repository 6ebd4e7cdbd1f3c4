import { execFileSync } from 'node:child_process'
import { tmpdir } from 'node:os'
import { expect, test } from 'vitest'

import { createTestDatabase } from '../../server/test/run/database.ts'
import { canRun } from '../../server/test/run/requires.ts'
import { lastRelease } from '../last-release.ts'
import { root } from '../step.ts'
import { findProblems, goBackAndForth, hasLastRelease, LAST, NO_HISTORY, QUICK, readOfLastRelease } from './rollback.ts'

const withHistory = canRun(LAST, hasLastRelease(), NO_HISTORY)

test('a copy without history has no last release', () => {
  expect(hasLastRelease(tmpdir())).toBe(false)
})

test.runIf(withHistory)('the last release has the version and last migration that its file says', () => {
  const { version } = JSON.parse(readOfLastRelease('package.json')) as { version: string }
  const names = execFileSync('git', ['ls-tree', '--name-only', lastRelease.commit, 'server/migrations/'], { cwd: root })
  const numbers = [...names.toString().matchAll(/\/(\d{4})-[^/]*\.sql$/gm)].map(([, number]) => Number(number))
  expect({ version, migration: Math.max(...numbers) }).toEqual({
    version: lastRelease.version,
    migration: lastRelease.migration,
  })
})

test.runIf(withHistory)(
  'the last release runs on this schema beside this one and makes room: no call fails, the books are clean',
  async () => {
    const { url } = await createTestDatabase({ mode: 'production' })
    expect(findProblems(await goBackAndForth(url, QUICK), QUICK)).toEqual([])
  },
  180_000,
)
