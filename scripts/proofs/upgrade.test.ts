import { expect, test } from 'vitest'

import { createTestDatabase } from '../../server/test/run/database.ts'
import { findProblems, replaceOneByOne } from './upgrade.ts'

test('two processes are replaced one by one by a release that migrates, while a backup reads: no call fails', async () => {
  const { url } = await createTestDatabase({ mode: 'production' })
  expect(findProblems(await replaceOneByOne(url, { buyers: 4, callsAfter: 80 }))).toEqual([])
})
