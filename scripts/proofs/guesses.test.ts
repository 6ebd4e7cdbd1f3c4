import { expect, test } from 'vitest'

import { createTestDatabase } from '../../server/test/run/database.ts'
import { findProblems, stormAccount } from './guesses.ts'

test('three hundred wrong sign-ins never lock the owner out', async () => {
  const { url } = await createTestDatabase()
  const storm = { wrong: 300, withCaptcha: 30, atOnce: 16, mistypes: 6 }
  // This tests who is kept out, not how busy this machine is.
  const figures = await stormAccount(url, storm, { patienceMs: 30_000 })
  expect(findProblems(figures, storm)).toEqual([])
  expect(figures.withDeviceMs).toHaveLength(3)
  expect(figures.withoutDevice.captchas).toBeGreaterThan(0)
  expect(figures.afterMistypes.toldToWaitS[0]).toBeGreaterThan(0)
  expect(figures.answers['auth.captcha_required']).toBeGreaterThan(200)
})
