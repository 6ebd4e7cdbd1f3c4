import { expect, test } from 'vitest'

import { atFileEnd, endFile } from './endings.ts'

test('ends what was opened last first, and each once', async () => {
  const ended: string[] = []
  atFileEnd(() => ended.push('database'))
  atFileEnd(async () => {
    await Promise.resolve()
    ended.push('jobs on it')
  })
  await endFile()
  await endFile()
  expect(ended).toEqual(['jobs on it', 'database'])
})
