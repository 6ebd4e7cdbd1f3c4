import { expect } from 'vitest'

import { engineTest } from '../../agent/test/engines.ts'
import { createTestDatabase } from '../../server/test/run/database.ts'
import { findProblems, runFaults } from './faults.ts'

engineTest(
  'under a few faults of every kind the portal has the engine’s count, to the byte',
  async () => {
    const { url } = await createTestDatabase()
    const plan = { agentKills: 2, lostAnswers: 2, absences: 1, portalKills: 1, engineCrashes: 1 }
    expect(findProblems(await runFaults(url, plan), plan)).toEqual([])
  },
  180_000,
)
